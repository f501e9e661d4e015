/** Set up for each file of tests: the log is looked through for secrets, and a file in which one was found anywhere fails. */
import { inspect } from 'node:util';
import { afterAll, expect } from 'vitest';
import { log } from '../../lib/process/log.ts';
import { lookForSecrets, takeLeaks } from './secrets.ts';

for (const level of ['info', 'warn', 'error'] as const) {
  const say = log[level];
  log[level] = (...told) => {
    lookForSecrets('the log', inspect(told, { depth: null, maxStringLength: null }));
    say(...told);
  };
}

afterAll(() => expect(takeLeaks()).toEqual([]));
