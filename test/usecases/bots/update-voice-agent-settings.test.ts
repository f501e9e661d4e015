import { describe, expect, it } from 'vitest';
import type { VoiceAgentSettings, VoiceAgentSettingsChange } from '../../../lib/domain/bot/settings.ts';
import { InvalidTransitionError, ValidationError } from '../../../lib/domain/errors.ts';
import { createUpdateVoiceAgentSettings } from '../../../lib/usecases/bots/update-voice-agent-settings.ts';
import { aBotInMeeting, tooLate } from '../../lab/worlds/bot-in-meeting.ts';

describe('the voice agent of a bot', () => {
  const reserved: VoiceAgentSettings = { reserve_resources: true };
  const [agent, other] = ['https://agent.example.com/', 'https://other.example.com/'];

  it.each<[string, VoiceAgentSettings, VoiceAgentSettingsChange, VoiceAgentSettings]>([
    ['starts', reserved, { url: agent }, { url: agent, reserve_resources: true }],
    ['changes', { ...reserved, url: agent }, { url: other }, { url: other, reserve_resources: true }],
    [
      'moves from the camera to the screen share',
      { ...reserved, url: agent },
      { screenshare_url: agent },
      { screenshare_url: agent, reserve_resources: true },
    ],
    ['is turned off', { ...reserved, url: agent }, { url: '' }, reserved],
    [
      'stays when the other output is turned off',
      { ...reserved, url: agent },
      { screenshare_url: '' },
      { ...reserved, url: agent },
    ],
    [
      'moves where the other output is turned off with it',
      { ...reserved, url: agent },
      { url: '', screenshare_url: other },
      { ...reserved, screenshare_url: other },
    ],
    ['is turned off in both', { ...reserved, screenshare_url: agent }, { url: '', screenshare_url: '' }, reserved],
    [
      'is turned off though it was not reserved',
      { url: agent, reserve_resources: false },
      { url: '' },
      { reserve_resources: false },
    ],
  ])('%s', async (_, before, change, after) => {
    const { ports, ref, worker } = await aBotInMeeting({ voice_agent_settings: before });
    await createUpdateVoiceAgentSettings(ports)(ref, change);
    expect((await worker().bot()).voice_agent_settings).toEqual(after);
  });

  it.each([undefined, { reserve_resources: false }])('does not start where none was reserved', async (settings) => {
    const { ports, ref } = await aBotInMeeting(settings && { voice_agent_settings: settings });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { url: agent });
    await expect(updated).rejects.toThrow('reserve_resources true');
  });

  it('is not at an address inside a network', async () => {
    const { ports, ref } = await aBotInMeeting({ voice_agent_settings: reserved });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { screenshare_url: 'https://10.0.0.1/' });
    const errors = { screenshare_url: ['must lead to a host on the public internet'] };
    await expect(updated).rejects.toThrow(new ValidationError(errors));
  });

  it.each(tooLate)('cannot be changed while the bot is %s', async (state) => {
    const { ports, ref } = await aBotInMeeting({ state, voice_agent_settings: reserved });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { url: agent });
    await expect(updated).rejects.toThrow(new InvalidTransitionError('change the voice agent', state));
  });
});
