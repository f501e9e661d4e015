import { describe, expect, it } from 'vitest';
import { audioSocketOf } from '../../../../lib/capture/audio-socket/audio-socket.ts';
import { createAudioDesk } from '../../../../lib/capture/session/acting/audio-desk.ts';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import type { MeetingCapabilities } from '../../../../lib/domain/meeting/capabilities.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { anAudioServer, aTone } from '../../../lab/hosts/audio-server.ts';

const ada = aParticipant('Ada');
const self = aParticipant('Notes', { is_self: true });
const pcm = aTone(440, 0.04, 16_000);
const everybody = aTone(440, 0.02, 48_000).toString('base64');

const aDesk = async (voices: MeetingCapabilities['voices'], per_participant = true) => {
  await using held = new AsyncDisposableStack();
  const server = held.use(await anAudioServer());
  const acts: string[] = [];
  const meeting = aScriptedMeeting({
    shows: () => aView(),
    capabilities: { voices },
    onAct: (act) => void acts.push(act),
  });
  const settings = { url: server.url, sample_rate: 16_000, per_participant } as const;
  const people = createPeopleSeen();
  people.note([ada, self]);
  const { promise: connected, resolve: onFirst } = Promise.withResolvers<void>();
  const desk = held.use(
    createAudioDesk({
      meeting,
      open: audioSocketOf({ settings, bot_id: 'bot_1', guard: { allow_loopback: true } }),
      people,
      clock: systemSessionClock,
      log: () => undefined,
      say: () => undefined,
      hush: () => undefined,
      onFirst,
    }),
  );
  await desk.keep();
  await connected;
  const release = held.move();
  return {
    acts,
    desk,
    server,
    /** Somebody sounds like something, at a moment. */
    sounds: (participant_id: string | null, start_timestamp_ms = Date.now()) =>
      meeting.sound({ participant_id, start_timestamp_ms, duration_ms: 40, sample_rate: 16_000, pcm }),
    /** Whose voices the server has heard once it has heard all that went before. */
    async heard() {
      const count = server.heard.length;
      desk.share(true);
      desk.hear(everybody);
      await expect.poll(() => server.heard.length).toBe(count + 1);
      return server.voices.map(({ message }) => message.data.participant_name);
    },
    [Symbol.asyncDispose]: () => release.disposeAsync(),
  };
};

describe('a server that wants to hear everybody by themselves', () => {
  it.each(['track_per_person', 'shared_lines'] as const)(
    'hears them by name where voices come as %s',
    async (voices) => {
      await using there = await aDesk(voices);
      const { acts, desk, sounds } = there;
      await desk.keep();
      expect(acts).toEqual(['hand over voices at 16000']);
      desk.share(true);
      sounds('ada');
      sounds(null);
      sounds('who has just come');
      // The bot's own voice may come back by a line.
      sounds(self.id);
      expect(await there.heard()).toEqual(['Ada', null, null]);
    },
  );

  it.each(['one_mix', 'sound_of_page'] as const)('is told that it cannot where voices come as %s', async (voices) => {
    await using there = await aDesk(voices);
    await there.desk.keep();
    expect(await there.heard()).toEqual([]);
    expect(there.server.notices).toMatchObject([{ trigger: 'realtime_audio.per_participant_unavailable' }]);
  });

  it('hears nothing of the time in which recording is not permitted, however late it comes', async () => {
    await using there = await aDesk('shared_lines');
    const { desk, sounds } = there;
    const from_ms = Date.now();
    sounds('ada');
    desk.share(true);
    sounds('ada', from_ms - 1);
    desk.share(false);
    sounds('ada');
    expect(await there.heard()).toEqual([]);
    sounds('ada');
    expect(await there.heard()).toEqual(['Ada']);
  });
});

it('a server that did not ask for it hears nobody by themselves', async () => {
  await using there = await aDesk('track_per_person', false);
  expect(there.acts).toEqual([]);
  there.sounds('ada');
  expect(await there.heard()).toEqual([]);
  expect(there.server.notices).toEqual([]);
});
