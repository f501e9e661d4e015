import { expect, it } from 'vitest';
import { lengthOf } from '../../../dashboard/bots/times.ts';

it.each([
  [59_600, '0:59'],
  [60_000, '1:00'],
  [3_723_999, '1:02:03'],
  [-1, '0:00'],
])('a length of %i ms is told as players tell it: %s', (ms, said) => expect(lengthOf(ms)).toBe(said));
