import { beforeEach, describe, expect, it } from 'vitest';
import {
  createKeptMessages,
  idBySender,
  type KeptMessages,
} from '../../../../lib/capture/platforms/page/kept-messages.ts';

let now_ms: number;
let messages: KeptMessages;
beforeEach(() => {
  now_ms = 1_000;
  messages = createKeptMessages(() => now_ms);
});
const ada = { sender_id: 'ada', sender_name: 'Ada', to: 'everyone' };
const told = { ...ada, id: 'ada 1', text: 'At noon', timestamp_ms: 1_000, edited_at_ms: null };

describe('a message that is kept', () => {
  it('is from when it came, or from when it is told to be', () => {
    messages.keep({ ...ada, id: 'ada 1', text: 'At noon' });
    messages.keep({ ...ada, id: 'ada 2', text: 'Or one', written_ms: 400 });
    expect(messages.all).toEqual([told, { ...told, id: 'ada 2', text: 'Or one', timestamp_ms: 400 }]);
    expect(messages.find('ada 1')).toEqual(told);
  });

  it('stays in its place and its moment when its text changes, and is as it is when the same comes again', () => {
    for (const id of ['ada 1', 'ada 2']) messages.keep({ ...ada, id, text: 'At noon', written_ms: 1_000 });
    now_ms = 2_000;
    messages.keep({ ...ada, id: 'ada 1', text: 'At one', written_ms: 1_900 });
    messages.keep({ ...ada, id: 'ada 2', text: 'At noon' });
    expect(messages.all).toEqual([
      { ...told, text: 'At one', edited_at_ms: 2_000 },
      { ...told, id: 'ada 2' },
    ]);
    messages.keep({ ...ada, id: 'ada 1', text: 'At two', changed_ms: 1_950 });
    expect(messages.all[0]).toEqual({ ...told, text: 'At two', edited_at_ms: 1_950 });
  });

  it('is another one where another sender has named it the same', () => {
    for (const sender of ['ada', 'ben']) messages.keep({ ...ada, id: idBySender(sender, '1'), text: sender });
    expect(messages.all.map(({ text }) => text)).toEqual(['ada', 'ben']);
  });

  it('is as long as is told, and one of the newest', () => {
    for (let number = 0; number < 400; number += 1)
      messages.keep({ ...ada, id: `ada ${number}`, text: 'x'.repeat(20_000) });
    expect(messages.all.map(({ text }) => text.length)).toEqual(Array.from({ length: 300 }, () => 10_000));
    expect(messages.all[0]?.id).toBe('ada 100');
  });
});
