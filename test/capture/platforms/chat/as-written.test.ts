import { expect, it } from 'vitest';
import { asWritten } from '../../../../lib/capture/platforms/chat/as-written.ts';

it('a message is written with the line ends of pages, and without blanks around it', () => {
  expect(asWritten({ to: 'everyone', text: ' one\r\ntwo\n\nthree\r\n' })).toEqual({
    to: 'everyone',
    text: 'one\ntwo\n\nthree',
  });
});
