/** Looks through whatever is logged for secrets. A module, so that files that share a process do so once. */
import { inspect } from 'node:util';
import { log } from '../../../lib/process/log.ts';
import { lookForSecrets } from '../secrets.ts';

for (const level of ['info', 'warn', 'error'] as const) {
  const say = log[level];
  log[level] = (...told) => {
    lookForSecrets('the log', inspect(told, { depth: null, maxStringLength: null }));
    say(...told);
  };
}
