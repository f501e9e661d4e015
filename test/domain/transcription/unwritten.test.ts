import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/domain/meeting/meeting-url.ts';
import { unwrittenOf } from '../../../lib/domain/transcription/unwritten.ts';
import { aBot } from '../../lab/builders/records.ts';

const since = '2026-03-02T09:00:00.000Z';

describe('what stands in the place of a transcript without captions', () => {
  it.each<[Platform, string]>([
    ['google_meet', 'allow them in the meeting, or'],
    ['jitsi', 'have a captioner write them in the meeting, or'],
    ['livekit', 'meetings of its platform have none, so'],
  ])('says on %s what helps there', (platform, advice) => {
    const [entry] = unwrittenOf(aBot({ platform, missing_media: [{ kind: 'no_captions', since }] }));
    expect(entry).toMatchObject({ timestamp_ms: Date.parse(since), duration_ms: 0, speaker_name: '' });
    expect(entry?.transcription.error_message).toMatch(
      new RegExp(`: ${advice} send bots with a provider that hears the sound\\.$`),
    );
  });

  it('is nothing where there were some all the time', () => {
    expect(unwrittenOf(aBot({ missing_media: [{ kind: 'not_shown', since }] }))).toEqual([]);
  });
});
