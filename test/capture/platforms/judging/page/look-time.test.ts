import { expect, it } from 'vitest';
import { createLookTime } from '../../../../../lib/capture/platforms/judging/page/look-time.ts';

it('gives looks more time after each that lacked it, up to four times as much, until one was whole', () => {
  const time = createLookTime();
  const given = [true, true, true, false, true].map((lacked_time) => {
    time.looked({ lacked_time });
    return time.most_ms;
  });
  expect(given).toEqual([24, 48, 48, 12, 24]);
});
