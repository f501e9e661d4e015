import { describe, expect, it } from 'vitest';
import type { TranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import {
  speechRetrySeconds,
  transcribingSeconds,
  transcriptDeadline,
  transcriptWaitSeconds,
} from '../../../lib/domain/transcription/transcription-times.ts';
import { aBotEvent } from '../../lab/builders/records.ts';

/** From the first attempt to the end of the last, each as long as it may be, and as late as it may come. */
const longest = (status: 'unavailable' | 'failed' | 'refused', timeoutSeconds: number, patience: number): number => {
  const trouble = { status, error_code: 'WHY', error_message: 'why', retry_after_seconds: patience };
  let seconds = transcribingSeconds(timeoutSeconds);
  for (let failures = 1; ; failures += 1) {
    const delay = speechRetrySeconds(failures, trouble, 1 - Number.EPSILON);
    if (delay === undefined) return seconds;
    seconds += delay + transcribingSeconds(timeoutSeconds);
  }
};

const bySeconds = (transcription_timeout_seconds: number, settings: TranscriptionSettings = { custom_async: {} }) =>
  transcriptWaitSeconds({ transcription_settings: settings }, { transcription_timeout_seconds });

describe('the wait for a transcript', () => {
  it.each([60, 120, 600, 840])('covers every attempt at a piece, by a server that may take %d s', (timeout) => {
    for (const status of ['unavailable', 'failed', 'refused'] as const) {
      for (const patience of [0, 60, 86_400]) {
        expect(longest(status, timeout, patience)).toBeLessThanOrEqual(bySeconds(timeout));
      }
    }
    expect(bySeconds(timeout)).toBeCloseTo(longest('unavailable', timeout, 86_400));
  });

  it('is of at most 33 minutes, unless the operator gives the server another time', () => {
    expect(bySeconds(120)).toBe(5 * 150 + 4 * 300);
  });

  it('is the same for all providers that are sent speech: what one has in hand, when another takes its place, is waited for', () => {
    const hosted = [1, 840].map((seconds) => bySeconds(seconds, { stt_b: { model: 'gpt-4o-transcribe' } }));
    expect(hosted).toEqual([5 * 90 + 4 * 300, 5 * 870 + 4 * 300]);
    expect(bySeconds(1)).toBe(hosted[0]);
  });

  it('outlasts a provider that is down for three minutes, however early its attempts come', () => {
    const trouble = { status: 'unavailable', error_code: 'UNREACHABLE', error_message: 'why' } as const;
    const delays = [1, 2, 3, 4].map((failures) => speechRetrySeconds(failures, trouble, 0) ?? 0);
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(180);
    expect(speechRetrySeconds(5, trouble, 0)).toBeUndefined();
  });

  it('is none where the text is read from captions, unless a provider was sent speech before', () => {
    const transcription_settings = { meeting_closed_captions: {} };
    const operated = { transcription_timeout_seconds: 120 };
    expect(bySeconds(120, transcription_settings)).toBe(0);
    expect(transcriptWaitSeconds({ transcription_settings, was_heard: true }, operated)).toBe(bySeconds(120));
  });

  it('counts from the end of the meeting', () => {
    const events = [aBotEvent(), aBotEvent({ created_at: '2026-03-02T10:00:00.000Z' })];
    const bot = { events, transcription_settings: { custom_async: {} } };
    const operated = { transcription_timeout_seconds: 120 };
    expect(transcriptDeadline(bot, operated)).toEqual(new Date('2026-03-02T10:32:30.000Z'));
  });
});
