import { beforeEach, describe, expect, it } from 'vitest';
import { createHearing } from '../../../../lib/capture/programs/page/hearing.ts';
import type { WorkerCommand } from '../../../../lib/capture/programs/protocol/media.ts';

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
    hearing.askAgain();
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
    hearing.askAgain();
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
    hearing.askAgain();
    expect(posted).toEqual([]);
  });
});
