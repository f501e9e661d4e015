import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { unwrittenOf } from '../../../lib/domain/transcription/unwritten.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';

const since = '2026-03-02T09:00:00.000Z';

describe('what stands in the place of a transcript without captions', () => {
  it.each<[Platform, string]>([
    ['google_meet', 'allow them in the meeting, or'],
    ['jitsi', 'have a captioner write them in the meeting, or'],
    ['livekit', 'have a captioner write them in the meeting, or'],
  ])('says on %s what helps there', (platform, advice) => {
    const [entry] = unwrittenOf(aBot({ platform, missing_media: [{ kind: 'no_captions', since }] }));
    expect(entry).toMatchObject({ timestamp_ms: Date.parse(since), duration_ms: 0, speaker_name: '' });
    expect(entry?.transcription.error_message).toMatch(
      new RegExp(`: ${advice} send bots with a provider that hears the sound\\.$`),
    );
  });

  it('is one entry for each time, also for one of which more was told as it went on', () => {
    const [kind, why] = ['no_captions', 'the host does not allow captions'] as const;
    const minute = (number: number): string => `2026-03-02T09:0${number}:00.000Z`;
    const entries = unwrittenOf(
      aBot({
        missing_media: [
          { kind, since: minute(0), until: minute(1) },
          { kind: 'not_shown', since: minute(1), until: minute(2) },
          { kind, since: minute(1), until: minute(3), why },
          { kind, since: minute(5), until: minute(6) },
          { kind, since: minute(6), why },
        ],
      }),
    );
    expect(entries.map(({ timestamp_ms, duration_ms }) => [new Date(timestamp_ms).toISOString(), duration_ms])).toEqual(
      [
        [minute(0), 180_000],
        [minute(5), 60_000],
      ],
    );
  });

  it('is over when the bot has left, at the latest: from then on it is nothing new', () => {
    const over = '2026-03-02T09:20:00.000Z';
    const event = aBotEvent({ state: 'ended', created_at: over });
    const bot = aBot({ state: 'ended', events: [event], missing_media: [{ kind: 'no_captions', since }] });
    expect(unwrittenOf(bot)).toMatchObject([{ timestamp_ms: Date.parse(since), duration_ms: 20 * 60_000 }]);
    expect(unwrittenOf(bot, new Date('2026-03-02T09:19:59.000Z'))).toHaveLength(1);
    expect(unwrittenOf(bot, new Date(over))).toEqual([]);
    expect(unwrittenOf({ ...bot, state: 'joined_recording' }, new Date(over))).toHaveLength(1);
  });

  it('is nothing where there were some all the time', () => {
    expect(unwrittenOf(aBot({ missing_media: [{ kind: 'not_shown', since }] }))).toEqual([]);
  });
});
