/** Unit tests share processes: what a file has changed in its own and forgotten is put back when it is through. */
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
