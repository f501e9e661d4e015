import { describe, expect, it } from 'vitest';
import { createTellTranscription } from '../../../lib/usecases/captured/unfinished-transcript.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';

const clock = { now: () => new Date('2026-03-02T10:00:00.000Z') };
const failed = (created_at: string) => [aBotEvent({ state: 'fatal_error', created_at })];
const provider = { transcription_settings: { custom_async: {} } };

describe('the transcript of a bot that a fault has ended', () => {
  it.each([
    ['in_progress', 'while something waits for its provider', provider, '09:59:00', true],
    ['in_progress', 'also where the provider is none any more', { was_heard: true }, '09:59:00', true],
    ['complete', 'once nothing waits', provider, '09:59:00', false],
  ] as const)('is %s %s', async (transcription_state, _, settings, at, isWaiting) => {
    const tell = createTellTranscription({ clock, speech: { isAnyWaiting: async () => isWaiting } });
    const bot = aBot({
      state: 'fatal_error',
      transcription_state: 'complete',
      events: failed(`2026-03-02T${at}.000Z`),
      ...settings,
    });
    expect(await tell(bot)).toEqual({ ...bot, transcription_state });
  });

  it.each([
    ['it was read from captions', { transcription_settings: { meeting_closed_captions: {} } }],
    ['it never began', { ...provider, transcription_state: 'not_started' }],
    ['the bot ended as it should', { ...provider, state: 'ended' }],
    ['its data is deleted', { ...provider, state: 'data_deleted' }],
    ['nobody tries any more', { ...provider, events: failed('2026-03-01T09:59:00.000Z') }],
  ] as const)('is not looked for where %s', async (_, details) => {
    const tell = createTellTranscription({ clock, speech: { isAnyWaiting: () => expect.unreachable() } });
    const events = failed('2026-03-02T09:59:00.000Z');
    const bot = aBot({ state: 'fatal_error', transcription_state: 'complete', events, ...details });
    expect(await tell(bot)).toBe(bot);
  });
});
