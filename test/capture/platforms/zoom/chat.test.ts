import { describe, expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../lib/capture/platforms/zoom/chat.ts';
import { aChat, aClient, aMessage } from './client.ts';

const people: Record<string, { id: string; name: string }> = {
  Ada: { id: '1:Ada', name: 'Ada' },
  '': { id: '1:Notes', name: 'Notes' },
};
const aZoomChat = (now: () => number = () => 1_000) => createZoomChat((name = '') => people[name], now);
const at = (...messages: readonly string[]) => messagesIn(aClient(aChat(...messages)));

describe("messages in Zoom's client", () => {
  it('are those of whoever wrote before, where nobody else is named', () => {
    expect(
      at(
        aMessage({ id: 'a', from: 'Ada', text: 'Good morning' }),
        aMessage({ id: 'b', text: 'from Lisbon' }),
        aMessage({ id: 'c', from: 'Ben', to: 'Notes', text: 'Psst' }),
      ),
    ).toEqual([
      { id: 'a', sender: 'Ada', to: 'Everyone', text: 'Good morning' },
      { id: 'b', sender: 'Ada', to: 'Everyone', text: 'from Lisbon' },
      { id: 'c', sender: 'Ben', to: 'Notes', text: 'Psst' },
    ]);
  });

  it('are read from the label of their row, where nothing else tells who wrote', () => {
    const row = (label: string) => `<div role="row" id="chat-message-7" aria-label="${label}"></div>`;
    expect(at(row('Ada to Everyone, 10:02 AM, at noon, or one'))).toEqual([
      { id: 'chat-message-7', sender: 'Ada', to: 'Everyone', text: 'at noon, or one' },
    ]);
    expect(at(row('Ada to Everyone: at noon'))).toMatchObject([{ sender: 'Ada', to: 'Everyone', text: 'at noon' }]);
  });

  it('keep their lines, and their blanks between words', () => {
    expect(at(aMessage({ id: 'a', from: 'Ada', text: 'Two<br>lines' }))[0]?.text).toBe('Two\nlines');
    expect(at(aMessage({ id: 'a', from: 'Ada', text: '<p>Two</p><p>lines</p>' }))[0]?.text).toBe('Two\nlines');
  });

  it('come with who wrote, and to whom; what is changed keeps its moment', () => {
    let now_ms = 1_000;
    const chat = aZoomChat(() => now_ms);
    chat.look(
      at(aMessage({ id: 'a', from: 'Ada', text: 'At noon' }), aMessage({ id: 'b', from: 'You', text: 'Noted' })),
    );
    now_ms = 2_000;
    chat.look(
      at(aMessage({ id: 'a', from: 'Ada', text: 'At one' }), aMessage({ id: 'b', from: 'You', text: 'Noted' })),
    );
    expect(chat.messages).toEqual([
      {
        id: 'a',
        sender_id: '1:Ada',
        sender_name: 'Ada',
        to: 'everyone',
        timestamp_ms: 1_000,
        edited_at_ms: 2_000,
        text: 'At one',
      },
      {
        id: 'b',
        sender_id: '1:Notes',
        sender_name: 'Notes',
        to: 'everyone',
        timestamp_ms: 1_000,
        edited_at_ms: null,
        text: 'Noted',
      },
    ]);
  });

  it('of people who are not in the list are nobody else’s', () => {
    const chat = aZoomChat();
    chat.look(at(aMessage({ id: 'a', from: 'Zoe', to: 'Notes', text: 'Bye' })));
    expect(chat.messages).toMatchObject([{ sender_id: '0:Zoe', sender_name: 'Zoe', to: 'Notes' }]);
  });

  it('stay when their rows go out of view, up to a thousand', () => {
    const chat = aZoomChat();
    for (let from = 0; from < 1_100; from += 100) {
      chat.look(
        Array.from({ length: 100 }, (_, at) => ({ id: `${from + at}`, sender: 'Ada', to: 'Everyone', text: 'x' })),
      );
    }
    expect([chat.messages.length, chat.messages[0]?.id, chat.messages.at(-1)?.id]).toEqual([1_000, '100', '1099']);
  });

  it('are told once where more rows stay in view', () => {
    let now_ms = 1_000;
    const chat = aZoomChat(() => now_ms);
    const rows = Array.from({ length: 1_100 }, (_, at) => ({ id: `${at}`, sender: 'Ada', to: 'Everyone', text: 'x' }));
    chat.look(rows);
    now_ms = 2_000;
    chat.look(rows);
    expect(new Set(chat.messages.map(({ timestamp_ms }) => timestamp_ms))).toEqual(new Set([1_000]));
  });
});
