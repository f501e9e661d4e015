/** Unit tests share processes: what a file has changed in its own and forgotten is put back when it is through. */
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import * as timers from 'node:timers';
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };
// A machine that is held up for longer than Node's 250 ms would give up 127.0.0.1, and try an address at which nobody listens.
setDefaultAutoSelectFamilyAttemptTimeout(60_000);

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
