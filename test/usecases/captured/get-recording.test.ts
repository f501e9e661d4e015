import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { createGetRecording } from '../../../lib/usecases/captured/get-recording.ts';
import { aBot, aBotEvent, aRecording } from '../../lab/builders/records.ts';

const ref = { project_id: 'prj_1', bot_id: 'bot_1' };
const link = async () => 'https://media.example.com/';
const clock = { now: () => new Date('2026-03-02T10:00:00.000Z') };

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
    const asked = createGetRecording({ bots, media: { link }, clock, media_days: null })(ref);
    await expect(asked).rejects.toThrow(NotFoundError);
    await expect(asked).rejects.toThrow(why);
  });

  const why = {
    coming: 'The recording of this bot is still being finished, which takes seconds to minutes: ask again in a moment.',
    none: 'This bot brought no recording home: its events tell why.',
    givenUp: "What this bot recorded could not be finished: its operator's logs tell why.",
  };
  it.each([
    ['is still being finished, as nobody has said yet that there is none', '08:00:01', {}, why.coming],
    ['could not be finished, once nobody tries any more', '07:59:59', {}, why.givenUp],
    ['is none, once that is known', '09:59:00', { recording: null }, why.none],
  ])('of one that failed in its meeting %s', async (_, failed, known, said) => {
    const joined = aBotEvent({ type: 'joined_meeting', state: 'joined_recording' });
    const events = [joined, aBotEvent({ state: 'fatal_error', created_at: `2026-03-02T${failed}.000Z` })];
    const bots = { get: async () => aBot({ state: 'fatal_error', events, ...known }) };
    await expect(createGetRecording({ bots, media: { link }, clock, media_days: null })(ref)).rejects.toThrow(said);
  });
});

describe('the recording of a bot whose media are kept for some days', () => {
  const events = [aBotEvent({ state: 'ended', created_at: '2026-02-22T23:59:00.000Z' })];
  const at = (now: string, media_days: number | null) => {
    const bots = { get: async () => aBot({ state: 'ended', events, recording: aRecording() }) };
    return createGetRecording({ bots, media: { link }, clock: { now: () => new Date(now) }, media_days })(ref);
  };

  it('is there until the night after the last of them', async () => {
    expect(await at('2026-03-01T23:59:59.000Z', 7)).toMatchObject({ url: await link() });
    expect(await at('2027-03-02T00:00:00.000Z', null)).toMatchObject({ url: await link() });
  });

  it.each([
    [
      'it was stored, where that was the day before its bot ended',
      '2026-02-22T23:59:00.000Z',
      '2026-02-23T00:20:00.000Z',
    ],
    [
      'it was stored, where a fault had ended its bot the day before',
      '2026-02-22T23:59:00.000Z',
      '2026-02-21T23:50:00.000Z',
    ],
    ['the meeting was over, where that is all that is known', undefined, '2026-02-23T00:20:00.000Z'],
  ])('is so old as it is since %s', async (_, stored_at, created_at) => {
    const over = aBotEvent({ state: 'post_processing', created_at: '2026-02-22T23:55:00.000Z' });
    const recording = { ...aRecording(), ...(stored_at && { stored_at }) };
    const bot = aBot({ state: 'ended', events: [over, aBotEvent({ state: 'ended', created_at })], recording });
    const at = (now: string) =>
      createGetRecording({
        bots: { get: async () => bot },
        media: { link },
        clock: { now: () => new Date(now) },
        media_days: 7,
      })(ref);
    expect(await at('2026-03-01T23:59:59.000Z')).not.toHaveProperty('stored_at');
    await expect(at('2026-03-02T00:00:00.000Z')).rejects.toThrow(NotFoundError);
  });

  it('is none any more then, and that is said', async () => {
    const why = 'The recording of this bot was deleted because of its age: its operator has media kept for 7 days.';
    const asked = at('2026-03-02T00:00:00.000Z', 7);
    await expect(asked).rejects.toThrow(NotFoundError);
    await expect(asked).rejects.toThrow(why);
  });
});
