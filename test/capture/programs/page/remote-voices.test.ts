import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineMoment, ReceivedTrack, TrackOwner } from '../../../../lib/capture/programs/page/platform-page.ts';
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

const rounded = (spans: readonly SpeakerSpan[]) =>
  spans.map(({ until_ms, speaker }) => ({ until_ms: Math.round(until_ms), speaker }));

/** Keeps what it is told of lines. */
const aWorker = () => {
  const spans: SpeakerSpan[] = [];
  const post = (command: WorkerCommand): void => {
    if (command.type !== 'line_speakers') return;
    spans.push(...command.spans);
  };
  return { spans, post };
};

const aReceived = (sources: () => readonly RTCRtpContributingSource[] = () => []): ReceivedTrack => {
  const track = { kind: 'audio' } as MediaStreamTrack;
  return { track, receiver: { getContributingSources: sources } } as unknown as ReceivedTrack;
};

/** Keeps whose it is told that voices are, as they are given. */
const anEar = () => {
  const owners: unknown[] = [];
  const post = (command: WorkerCommand): void => void (command.type === 'voice' && owners.push(command.owner));
  return { owners, post };
};

/** A page with a line whose packets name somebody, and what is told of it. */
const world = () => {
  // Of packets it is told when they came in Unix time as it was when the page loaded.
  const loaded_ms = Date.now() - performance.now();
  const line = { source: 0 };
  const agos_ms: number[] = [];
  const { spans, post } = aWorker();
  const speakerOf = (_: ReceivedTrack | 'output', { at_ms, sources }: LineMoment) => {
    agos_ms.push(Math.round(performance.now() - at_ms));
    return names[sources[0]?.source ?? line.source];
  };
  const voices = createRemoteVoices(
    { post },
    {
      ownerOf: () => ({ kind: 'line' }),
      speakerOf,
      certainAfterMs: (by) => (by === 'output' ? certainAfterMs : undefined),
    },
  );
  const cameNow = () => [{ source: line.source, timestamp: loaded_ms + performance.now() - 5, rtpTimestamp: 0 }];
  return {
    voices,
    line,
    received: aReceived(cameNow),
    told: () => rounded(spans.splice(0)),
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

  it('is told of at its moments also where the system’s clock is set while that is on its way', () => {
    const { voices, received, told } = world();
    voices.take(received);
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(Date.now() + 10_000);
    expect(told().at(-1)).toEqual({ until_ms: Math.round(performance.now()) - 5, speaker: 'ada' });
  });

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

  it.each([10_000, -2_000])(
    'is told of also where it is handed on, after the system’s clock is set by %d ms',
    (by_ms) => {
      const { spans, post } = aWorker();
      const handed = { turn: 1, since_ms: performance.now() };
      const voices = createRemoteVoices(
        { post },
        { ownerOf: () => ({ kind: 'voice', participant_id: 'ada', handed }), handsTracksOn: { told_within_ms: 300 } },
      );
      voices.take(aReceived());
      vi.advanceTimersByTime(1_000);
      vi.setSystemTime(Date.now() + by_ms);
      spans.splice(0);
      vi.advanceTimersByTime(200);
      const now_ms = Math.round(performance.now());
      expect(rounded(spans)).toEqual([400, 300].map((ago_ms) => ({ until_ms: now_ms - ago_ms, speaker: 'ada' })));
    },
  );
});

it('what the page plays has waited already, to a worker that replaces another too', () => {
  const delays: unknown[] = [];
  const voices = createRemoteVoices(
    { post: (command) => void (command.type === 'voice_delay' && delays.push([command.voice, command.delay_ms])) },
    { ownerOf: () => undefined },
  );
  voices.take(aReceived());
  voices.takeOutput(aReceived().track);
  voices.giveAgain();
  expect(delays).toEqual([
    [2, 0],
    [2, 0],
  ]);
});

it('a track that several people have come to share is nobody’s to a worker that replaces another', () => {
  const { owners, post } = anEar();
  let owner: TrackOwner = { kind: 'voice', participant_id: 'ada' };
  const voices = createRemoteVoices({ post }, { ownerOf: () => owner });
  voices.take(aReceived());
  owner = { kind: 'line' };
  vi.advanceTimersByTime(100);
  voices.giveAgain();
  expect(owners).toEqual(['ada', null]);
});
