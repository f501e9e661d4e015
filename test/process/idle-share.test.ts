import { cpus } from 'node:os';
import { expect, it } from 'vitest';
import { idleShare, idleShareOf } from '../../lib/process/idle-share.ts';

/** A processor that has worked and idled for so long since it was started. */
const aProcessor = (worked: number, idle: number) => ({ times: { user: worked, nice: 0, sys: 0, irq: 0, idle } });

it('is what all processors together idled of the time between two looks', () => {
  const before = [aProcessor(1000, 5000), aProcessor(2000, 100)];
  expect(idleShareOf(before, [aProcessor(1100, 5000), aProcessor(2000, 200)])).toBe(0.5);
  expect(idleShareOf(before, [aProcessor(1100, 5000), aProcessor(2100, 100)])).toBe(0);
  expect(idleShareOf(before, [aProcessor(1000, 5100), aProcessor(2000, 200)])).toBe(1);
});

it('is nothing where no time has passed', () => {
  expect(idleShareOf(cpus(), [])).toBe(0);
  expect(idleShareOf([], [])).toBe(0);
});

it('is looked at on this machine', async () => {
  const share = await idleShare(50);
  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(1);
});
