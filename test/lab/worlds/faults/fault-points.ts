/** Every call of a port, failed before and after it had its effect: in lives, and in requests. */
import assert from 'node:assert/strict';
import { countingGate, failingGate, type When } from '../../doubles/failing-gate.ts';
import { expectPool, livePool } from '../warm-world.ts';
import { endOf, expectSound, type FaultLife, liveWith } from './fault-lives.ts';
import { type FaultRequest, sendUndisturbed, sendWithFault } from './fault-requests.ts';

/** How many points were tried, and what broke at which of them. */
export interface FaultFindings {
  readonly points: number;
  readonly broken: readonly string[];
  /** How often each call was failed. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Which points are tried: each one, or only every so many-th from one that the seed says, and not more than so many. */
export interface Choice {
  readonly every?: number;
  readonly most?: number;
  readonly seed?: number;
}

/** Tries points at which a call is made. */
const tryPoints = async (
  what: string,
  calls: readonly string[],
  { every = 1, most = Number.POSITIVE_INFINITY, seed = 0 }: Choice,
  attempt: (n: number, when: When) => Promise<void>,
): Promise<FaultFindings> => {
  const broken: string[] = [];
  const counts: Record<string, number> = {};
  const points = calls.flatMap((call, n) => (['before', 'after'] as const).map((when) => ({ call, n, when })));
  // Odd, so that of one call and the next it is once before and once after.
  const step = Math.max(every, Math.ceil(points.length / most)) | 1;
  const tried = points.filter((_, i) => i % step === seed % step);
  for (const { call, n, when } of tried) {
    counts[call] = (counts[call] ?? 0) + 1;
    await attempt(n, when).catch((error: Error) => broken.push(`${what}, ${when} ${call} (${n}): ${error.message}`));
  }
  return { points: tried.length, broken, calls: counts };
};

/** A life, once for each point. Its end must be the same every time. */
export const failLife = async (life: FaultLife, choice: Choice = {}): Promise<FaultFindings> => {
  const counting = countingGate();
  const undisturbed = await liveWith(counting, life);
  await expectSound(undisturbed, life);
  const end = endOf(undisturbed);
  return tryPoints(`a life ${life.name}`, counting.calls, choice, async (n, when) => {
    const gate = failingGate(n, when);
    const lived = await liveWith(gate, life);
    assert.ok(gate.hasFailed(), 'the call was not made');
    await expectSound(lived, life);
    assert.deepEqual(endOf(lived), end);
  });
};

/** A request, once for each point. */
export const failRequest = async (request: FaultRequest, choice: Choice = {}): Promise<FaultFindings> => {
  const counting = countingGate();
  const undisturbed = await sendUndisturbed(request, counting);
  return tryPoints(`${request.route} while ${request.state}`, counting.calls, choice, (n, when) =>
    sendWithFault(request, failingGate(n, when), undisturbed),
  );
};

/** A pool of warm tasks, once for each point. */
export const failPool = async (choice: Choice = {}): Promise<FaultFindings> => {
  const counting = countingGate();
  await expectPool(await livePool(counting));
  return tryPoints('a pool of warm tasks', counting.calls, choice, async (n, when) => {
    const gate = failingGate(n, when);
    const outcome = await livePool(gate);
    assert.ok(gate.hasFailed(), 'the call was not made');
    await expectPool(outcome);
  });
};

/** Findings of several. */
export const together = (all: readonly FaultFindings[]): FaultFindings => {
  const calls: Record<string, number> = {};
  for (const found of all) for (const [call, n] of Object.entries(found.calls)) calls[call] = (calls[call] ?? 0) + n;
  return {
    points: all.reduce((sum, { points }) => sum + points, 0),
    broken: all.flatMap(({ broken }) => broken),
    calls,
  };
};
