import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { createGetRecording } from '../../../lib/usecases/captured/get-recording.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';

const ref = { project_id: 'prj_1', bot_id: 'bot_1' };
const link = async () => 'https://media.example.com/';

describe('the recording of a bot that has none', () => {
  it.each([
    ['scheduled', {}, 'There is no recording yet: it is there when the bot is ended, and this one is scheduled.'],
    ['leaving', {}, 'There is no recording yet: it is there when the bot is ended, and this one is leaving.'],
    ['fatal_error', {}, 'This bot brought no recording home: its events tell why.'],
    ['data_deleted', {}, 'The recording of this bot was deleted.'],
    ['ended', { format: 'none' }, 'This bot records nothing: its recording_settings.format is none.'],
  ] as const)('is none because of what it is: %s %j', async (state, settings, why) => {
    const { recording_settings, ...bot } = aBot({ state });
    const bots = { get: async () => ({ ...bot, recording_settings: { ...recording_settings, ...settings } }) };
    const asked = createGetRecording({ bots, media: { link } })(ref);
    await expect(asked).rejects.toThrow(NotFoundError);
    await expect(asked).rejects.toThrow(why);
  });

  const why = {
    coming: 'The recording of this bot is still being finished, which takes seconds to minutes: ask again in a moment.',
    none: 'This bot brought no recording home: its events tell why.',
  };
  it.each([
    ['is still being finished, as nobody has said yet that there is none', {}, why.coming],
    ['is none, once that is known', { recording: null }, why.none],
  ])('of one that failed in its meeting %s', async (_, known, said) => {
    const events = [aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })];
    const bots = { get: async () => aBot({ state: 'fatal_error', events, ...known }) };
    await expect(createGetRecording({ bots, media: { link } })(ref)).rejects.toThrow(said);
  });
});
