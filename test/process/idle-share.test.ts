import { cpus } from 'node:os';
import { expect, it } from 'vitest';
import { idleShare, idleShareOf } from '../../lib/process/idle-share.ts';

/** A processor that has worked and idled for so long since it was started, and done so much that gives way to others. */
const aProcessor = (worked: number, idle: number, nice = 0) => ({
  times: { user: worked, nice, sys: 0, irq: 0, idle },
});

it('is what all processors together idled of the time between two looks', () => {
  const before = [aProcessor(1000, 5000), aProcessor(2000, 100)];
  expect(idleShareOf(before, [aProcessor(1100, 5000), aProcessor(2000, 200)])).toBe(0.5);
  expect(idleShareOf(before, [aProcessor(1100, 5000), aProcessor(2100, 100)])).toBe(0);
  expect(idleShareOf(before, [aProcessor(1000, 5100), aProcessor(2000, 200)])).toBe(1);
});

it('counts what gives way to others as idle', () => {
  expect(idleShareOf([aProcessor(1000, 5000, 100)], [aProcessor(1050, 5010, 140)])).toBe(0.5);
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
