/** What a session logs, for tests of sessions that last as long as something in a browser does. */
import { inspect } from 'node:util';
import { onTestFailed } from 'vitest';
import type { SessionLog } from '../../lib/capture/meeting/log.ts';

/** A log of the test that is running, which is shown where that fails, and not otherwise. Times are ms since this was called. */
export const toldOnFailure = (): SessionLog => {
  const lines: string[] = [];
  const began_ms = performance.now();
  onTestFailed(() => console.error(lines.join('\n')));
  return (message, fields) => {
    const about = fields ? ` ${inspect(fields, { breakLength: Number.POSITIVE_INFINITY })}` : '';
    lines.push(`${Math.round(performance.now() - began_ms)} ${message}${about}`);
  };
};
