import { describe, expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../../lib/capture/platforms/zoom/page/chat.ts';
import { createSenders } from '../../../../../lib/capture/platforms/zoom/page/people/senders.ts';
import { aChat, aClient, aMessage } from './client.ts';

const ada = { id: '1:Ada', name: 'Ada' };
const notes = { id: '1:Notes', name: 'Notes' };
const aZoomChat = (now: () => number = () => 1_000) =>
  createZoomChat(createSenders({ self: () => notes, others: (name) => (name === ada.name ? [ada] : []), now }), now);
const at = (...messages: readonly string[]) => messagesIn(aClient(aChat(...messages)));

const byAda = { name: 'Ada', user: '16778240', isAnswerable: false };
const everyone = { name: 'Everyone', user: '0', isAnswerable: false };

describe("messages in Zoom's client", () => {
  it('are those of whoever wrote before, where nobody else is named', () => {
    expect(
      at(
        aMessage({ id: 'a', from: 'Ada', text: 'Good morning' }),
        aMessage({ id: 'b', text: 'from Lisbon' }),
        aMessage({ id: 'c', from: 'Ben', user: '7', isAnswerable: true, to: 'Notes', reader: '9', text: 'Psst' }),
      ),
    ).toEqual([
      { id: 'a', from: byAda, to: everyone, text: 'Good morning' },
      { id: 'b', from: byAda, to: everyone, text: 'from Lisbon' },
      {
        id: 'c',
        from: { name: 'Ben', user: '7', isAnswerable: true },
        to: { name: 'Notes', user: '9', isAnswerable: false },
        text: 'Psst',
      },
    ]);
  });

  it.each(['Going to lunch, see you', 'Maya to Everyone, 10:02 AM, I resign'])(
    'are nobody else’s where their text reads as the label of a row would: %s',
    (text) => {
      const [, next] = at(aMessage({ id: 'a', from: 'Ada', text: 'Listen' }), aMessage({ id: 'b', text }));
      expect(next).toEqual({ id: 'b', from: byAda, to: everyone, text });
    },
  );

  it('are read from the label of their row, where nothing else tells who wrote', () => {
    const row = (label: string) => `<div role="row" id="chat-message-7" aria-label="${label}"></div>`;
    const bare = (name: string) => ({ name, user: '', isAnswerable: false });
    expect(at(row('Ada to Everyone, 10:02 AM, at noon, or one'))).toEqual([
      { id: 'chat-message-7', from: bare('Ada'), to: bare('Everyone'), text: 'at noon, or one' },
    ]);
    expect(at(row('Ada to Everyone: at noon'))).toMatchObject([{ from: bare('Ada'), text: 'at noon' }]);
  });

  it('keep their lines, and their blanks between words', () => {
    expect(at(aMessage({ id: 'a', from: 'Ada', text: 'Two<br>lines' }))[0]?.text).toBe('Two\nlines');
    expect(at(aMessage({ id: 'a', from: 'Ada', text: '<p>Two</p><p>lines</p>' }))[0]?.text).toBe('Two\nlines');
  });

  it('are kept as long as they are told', () => {
    const [row] = at(aMessage({ id: 'a', from: 'A'.repeat(1_000), text: 'x'.repeat(20_000) }));
    expect([row?.from.name.length, row?.text.length]).toEqual([200, 10_000]);
  });

  it('come with who wrote, and to whom; what is changed keeps its moment', () => {
    let now_ms = 1_000;
    const chat = aZoomChat(() => now_ms);
    chat.look(
      at(
        aMessage({ id: 'a', from: 'Ada', text: 'At noon' }),
        aMessage({ id: 'b', from: 'You', user: '2', text: 'Noted' }),
      ),
    );
    now_ms = 2_000;
    chat.look(
      at(
        aMessage({ id: 'a', from: 'Ada', text: 'At one' }),
        aMessage({ id: 'b', from: 'You', user: '2', text: 'Noted' }),
      ),
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
    chat.look(at(aMessage({ id: 'a', from: 'Zoe', to: 'Notes', reader: '2', text: 'Bye' })));
    expect(chat.messages).toMatchObject([{ sender_id: '0:Zoe', sender_name: 'Zoe', to: 'Notes' }]);
  });

  it('are to everyone by the number of everyone, whatever that is called and somebody else is', () => {
    const chat = aZoomChat();
    chat.look(
      at(
        aMessage({ id: 'a', from: 'Ada', to: 'Jeder', text: 'Hallo' }),
        aMessage({ id: 'b', from: 'Ada', to: 'Everyone Else', reader: '2', text: 'Psst' }),
      ),
    );
    expect(chat.messages.map(({ to }) => to)).toEqual(['everyone', 'Everyone Else']);
  });

  it('are to everyone where the client says no more of it, as where messages stay after the meeting', () => {
    const toNobody = aMessage({ id: 'b', from: 'Ada', text: 'Hello' }).replace(
      /<span class="chat-item__(?:to|receiver)"[^>]*>[^<]*<\/span>/g,
      '',
    );
    const [, after] = at(aMessage({ id: 'a', from: 'Ada', to: 'Me', reader: '2', text: 'Psst' }), toNobody);
    expect(after).toMatchObject({ id: 'b', to: { user: '0' } });
  });

  it('in a thread are to whom their label says', () => {
    const chat = aZoomChat();
    chat.look(
      at(
        aMessage({ id: 'a', from: 'Ada', to: 'Notes', reader: '2', text: 'A question' }),
        aMessage({ id: 'b', from: 'Ada', to: 'Notes', text: 'My salary', isReply: true }),
        aMessage({ id: 'c', text: 'is private' }),
        aMessage({ id: 'd', from: 'Ada', text: 'Good morning' }),
        aMessage({ id: 'e', from: 'Ada', text: 'And to you', isReply: true }),
        aMessage({ id: 'f', from: 'Welcome to Acme', to: 'Notes', text: 'Hush', isReply: true }),
      ),
    );
    expect(chat.messages.map(({ sender_name, to, text }) => [sender_name, to, text])).toEqual([
      ['Ada', 'Notes', 'A question'],
      ['Ada', 'Notes', 'My salary'],
      ['Ada', 'Notes', 'is private'],
      ['Ada', 'everyone', 'Good morning'],
      ['Ada', 'everyone', 'And to you'],
      ['Welcome to Acme', 'Notes', 'Hush'],
    ]);
  });

  it('stay as they were where they are deleted, also where answers keep their place', () => {
    const chat = aZoomChat();
    const answer = aMessage({ id: 'b', from: 'Ben', text: 'Thanks', isReply: true });
    chat.look(at(aMessage({ id: 'a', from: 'Ada', text: 'It costs 500' }), answer));
    const deleted = aMessage({ id: 'a', from: 'Ada', text: 'This message has been deleted', isPlaceholder: true });
    chat.look(at(deleted, answer));
    expect(chat.messages).toMatchObject([
      { sender_name: 'Ada', text: 'It costs 500', edited_at_ms: null },
      { sender_name: 'Ben', text: 'Thanks' },
    ]);
  });

  it('from before the bot came are not told, where answers to them are', () => {
    const text = 'Message sent before you joined the meeting';
    const before = aMessage({ id: 'a', from: 'undefined', text, isPlaceholder: true });
    expect(at(before, aMessage({ id: 'b', from: 'Ada', text: 'I agree', isReply: true }))).toMatchObject([
      { id: 'b', from: byAda, to: { user: '0' }, text: 'I agree' },
    ]);
  });

  it('stay when their rows go out of view, up to a thousand', () => {
    const chat = aZoomChat();
    for (let from = 0; from < 1_100; from += 100) {
      chat.look(Array.from({ length: 100 }, (_, at) => ({ id: `${from + at}`, from: byAda, to: everyone, text: 'x' })));
    }
    expect([chat.messages.length, chat.messages[0]?.id, chat.messages.at(-1)?.id]).toEqual([1_000, '100', '1099']);
  });

  it('are told once where more rows stay in view', () => {
    let now_ms = 1_000;
    const chat = aZoomChat(() => now_ms);
    const rows = Array.from({ length: 1_100 }, (_, at) => ({ id: `${at}`, from: byAda, to: everyone, text: 'x' }));
    chat.look(rows);
    now_ms = 2_000;
    chat.look(rows);
    expect(new Set(chat.messages.map(({ timestamp_ms }) => timestamp_ms))).toEqual(new Set([1_000]));
  });
});
