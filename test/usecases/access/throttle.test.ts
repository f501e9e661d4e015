import { describe, expect, it } from 'vitest';
import { TooManyRequestsError } from '../../../lib/domain/errors.ts';
import { requestCountRepository } from '../../../lib/storage/request-counts.ts';
import { createThrottle } from '../../../lib/usecases/access/throttle.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const requestsPerSecond = 10;
const mostPerWindow = requestsPerSecond * 10;

const setUp = () => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  let writes = 0;
  const counts = requestCountRepository({
    update: (update) => {
      writes += 1;
      return table.update(update);
    },
  });
  /** Another function: it has seen nothing yet. */
  const another = () => createThrottle({ counts, clock, requestsPerSecond, onFault: () => undefined });
  const admitted = async (throttle: ReturnType<typeof another>, asked: number, project = 'prj_1') => {
    const answers = await Promise.allSettled(Array.from({ length: asked }, () => throttle(project)));
    return answers.filter(({ status }) => status === 'fulfilled').length;
  };
  return { clock, another, admitted, writes: () => writes };
};

describe('throttling', () => {
  it('admits what a project may ask for in a window, and says when the next begins', async () => {
    const { clock, another, admitted } = setUp();
    const throttle = another();
    expect(await admitted(throttle, mostPerWindow + 50)).toBe(mostPerWindow);
    clock.advance(7);
    await expect(throttle('prj_1')).rejects.toThrow(new TooManyRequestsError(3));
    clock.advance(3);
    await expect(throttle('prj_1')).resolves.toBeUndefined();
  });

  it('does not let one project suffer from another', async () => {
    const { another, admitted } = setUp();
    const throttle = another();
    await admitted(throttle, mostPerWindow + 1);
    expect(await admitted(throttle, mostPerWindow, 'prj_2')).toBe(mostPerWindow);
  });

  it('adds up what functions admit, each within nine of the others', async () => {
    const { another, admitted } = setUp();
    const functions = Array.from({ length: 5 }, another);
    let total = 0;
    for (let round = 0; round < 100; round += 1) for (const throttle of functions) total += await admitted(throttle, 1);
    expect(total).toBeGreaterThanOrEqual(mostPerWindow);
    expect(total).toBeLessThanOrEqual(mostPerWindow + 9 * functions.length);
  });

  it('costs one write for ten requests, and none for those it refuses', async () => {
    const { another, admitted, writes } = setUp();
    await admitted(another(), mostPerWindow + 500);
    expect(writes()).toBe(mostPerWindow / 10);
  });

  it('goes by what a function knows itself while counts cannot be stored', async () => {
    const counts = { add: () => Promise.reject(new Error('throttled')) };
    const faults: string[] = [];
    const onFault = (error: unknown) => void faults.push(String(error));
    const throttle = createThrottle({ counts, clock: aClock(), requestsPerSecond, onFault });
    const answers = await Promise.allSettled(Array.from({ length: mostPerWindow + 20 }, () => throttle('prj_1')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostPerWindow);
    // Once in a window: as often as it is tried would be a line for each ten requests.
    expect(faults).toEqual(['Error: throttled']);
  });
});
