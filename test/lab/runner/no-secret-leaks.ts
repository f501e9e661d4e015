/** Set up for each file of tests: the log is looked through for secrets, and a file in which one was found anywhere fails. */
import { afterAll, expect } from 'vitest';
import './overheard-log.ts';
import { takeLeaks } from '../secrets.ts';

afterAll(() => expect(takeLeaks()).toEqual([]));
