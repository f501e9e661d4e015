import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineMoment, ReceivedTrack } from '../../../../lib/capture/programs/page/platform-page.ts';
import { createRemoteVoices } from '../../../../lib/capture/programs/page/remote-voices.ts';
import type { WorkerCommand } from '../../../../lib/capture/programs/protocol/media.ts';
import type { SpeakerSpan } from '../../../../lib/capture/programs/protocol/speech.ts';

const names = ['ada', 'ben'];
const certainAfterMs = 400;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('MediaStreamTrackProcessor', class {});
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal('Audio', class {});
  vi.stubGlobal('HTMLMediaElement', { prototype: { play: () => Promise.resolve() } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with a line whose packets name somebody, and what is told of it by the worker's clock. */
const world = () => {
  // Of packets it is told when they came in Unix time as it was when the page loaded.
  const loaded_ms = Date.now() - performance.now();
  const line = { source: 0 };
  const spans: SpeakerSpan[] = [];
  const agos_ms: number[] = [];
  const post = (command: WorkerCommand): void => {
    if (command.type !== 'line_speakers') return;
    const worker_ms = performance.now() - Date.now();
    spans.push(...command.spans.map(({ until_ms, speaker }) => ({ until_ms: until_ms + worker_ms, speaker })));
  };
  const speakerOf = (_: ReceivedTrack | 'output', { at_ms, sources }: LineMoment) => {
    agos_ms.push(Math.round(performance.now() - at_ms));
    return names[sources[0]?.source ?? line.source];
  };
  const voices = createRemoteVoices(
    { post },
    {
      ownerOf: () => ({ kind: 'line' }),
      speakerOf,
      certainAfterMs: (line) => (line === 'output' ? certainAfterMs : undefined),
    },
  );
  const track = { kind: 'audio' } as MediaStreamTrack;
  const getContributingSources = () => [{ source: line.source, timestamp: loaded_ms + performance.now() - 5 }];
  return {
    voices,
    line,
    received: { track, receiver: { getContributingSources } } as unknown as ReceivedTrack,
    told: () => spans.splice(0).map(({ until_ms, speaker }) => ({ until_ms: Math.round(until_ms), speaker })),
    asked: () => agos_ms.splice(0),
  };
};

describe('a line that several people share', () => {
  it.each([10_000, 150, -2_000])(
    'is told of at its moments also after the system’s clock is set: by %d ms',
    (by_ms) => {
      const { voices, line, received, told } = world();
      voices.take(received);
      vi.advanceTimersByTime(1_000);
      vi.setSystemTime(Date.now() + by_ms);
      told();
      line.source = 1;
      vi.advanceTimersByTime(200);
      const now_ms = Math.round(performance.now());
      expect(told()).toEqual([150, 100, 50, 0].map((ago_ms) => ({ until_ms: now_ms - ago_ms - 5, speaker: 'ben' })));
    },
  );

  it.each([10_000, -2_000])(
    'is asked for by a clock that nobody sets, where it is what the page plays: by %d ms',
    (by_ms) => {
      const { voices, received, told, asked } = world();
      voices.takeOutput(received.track);
      vi.advanceTimersByTime(1_000);
      vi.setSystemTime(Date.now() + by_ms);
      told();
      asked();
      vi.advanceTimersByTime(100);
      const now_ms = Math.round(performance.now());
      expect(asked()).toEqual([certainAfterMs, certainAfterMs]);
      expect(told()).toEqual([
        { until_ms: now_ms - 450, speaker: 'ada' },
        { until_ms: now_ms - 400, speaker: 'ada' },
      ]);
    },
  );
});
