import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHearing } from '../../../../lib/capture/programs/page/hearing.ts';
import type { WorkerCommand } from '../../../../lib/capture/programs/protocol/media.ts';
import type { AttributedChange } from '../../../../lib/capture/programs/protocol/speech.ts';

let posted: WorkerCommand[];
let hearing: ReturnType<typeof createHearing>;

beforeEach(() => {
  posted = [];
  hearing = createHearing({ post: (command) => posted.push(command) });
});

/** Asks, and notes under `name` that the answer has come. */
const asks = (name: string, noted: string[], pieces = true): void => {
  hearing.listen({ pieces }).then(() => noted.push(name));
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('what the page asks its media worker to listen to', () => {
  it('is answered call by call, in their order', async () => {
    const answered: string[] = [];
    asks('first', answered);
    asks('second', answered);
    hearing.listening();
    await settled();
    expect(answered).toEqual(['first']);
  });

  it('is asked of a worker that replaces another as often as calls wait for an answer', async () => {
    const answered: string[] = [];
    asks('first', answered);
    asks('second', answered, false);
    posted = [];
    hearing.replaced();
    expect(posted).toEqual(Array(2).fill({ type: 'listen', options: { pieces: false } }));
    for (const _ of posted) hearing.listening();
    await settled();
    expect(answered).toEqual(['first', 'second']);
  });

  it('is asked of a worker that replaces another where no call waits too, and that answer is no later call’s', async () => {
    const answered: string[] = [];
    asks('first', answered);
    hearing.listening();
    posted = [];
    hearing.replaced();
    expect(posted).toHaveLength(1);
    asks('second', answered);
    hearing.listening();
    await settled();
    expect(answered).toEqual(['first']);
    hearing.listening();
    await settled();
    expect(answered).toEqual(['first', 'second']);
  });

  it('is not asked of one while nobody has asked for anything', () => {
    hearing.replaced();
    expect(posted).toEqual([]);
  });
});

it('of what nobody takes only so much is kept, also once a media worker has been replaced', () => {
  const changes = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ participant_id: `p${index}`, type: 'speech_start' as const, at_ms: index },
  }));
  hearing.hear({ changes: changes.slice(0, 600), last_sound_ms: 1 });
  hearing.replaced();
  const kept = 500 + 600;
  hearing.hear({ changes, last_sound_ms: 1 });
  expect(hearing.take().speech).toHaveLength(kept);
});

describe('whoever speaks as a media worker is replaced', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_800_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('has ceased to by then, once: the next one hears them begin anew', () => {
    const change = (participant_id: string, type: AttributedChange['type'], at_ms: number) => ({
      ...{ participant_id, type, at_ms },
    });
    const hear = (...changes: AttributedChange[]) => hearing.hear({ changes, last_sound_ms: Date.now() });
    hear(change('ada', 'speech_start', 1), change('ben', 'speech_start', 2));
    hear(change('ada', 'speech_start', 3), change('ben', 'speech_stop', 4));
    hearing.take();
    vi.advanceTimersByTime(5_000);
    hearing.replaced();
    expect(hearing.take().speech).toEqual([change('ada', 'speech_stop', 1_800_000_005_000)]);
    hearing.replaced();
    expect(hearing.take().speech).toEqual([]);
  });
});
