/** Unit tests share processes: what a file has changed in its own and forgotten is put back when it is through. */
import * as timers from 'node:timers';
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  // Whoever comes next in this process would wait for ever.
  const isPutBack = globalThis.setTimeout === timers.setTimeout;
  Object.assign(globalThis, { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout });
  if (!isPutBack)
    throw new Error('this file has left timers that are not real: restore mocks of them before the timers');
});
