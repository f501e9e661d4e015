import { describe, expect, it } from 'vitest';
import { createMeetChat } from '../../../../../lib/capture/platforms/google-meet/page/chat.ts';
import { changeOf, sentTextOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { collections, device, sentMessage, type TypedChange } from './meet-messages.ts';

const [ada, ben] = [device(30), device(31)];

const aChat = () => {
  let now_ms = 1_000;
  const chat = createMeetChat(() => now_ms);
  const tell = (...chats: NonNullable<TypedChange['chats']>): void => {
    now_ms += 1_000;
    for (const message of changeOf(collections({ chats }))?.chats ?? []) chat.hear(message);
  };
  return {
    tell,
    say: (id: string, of: string, text: string): void => tell({ id, of, text }),
    messages: () => chat.messages((id) => ({ [ada]: 'Ada', [ben]: 'Ben' })[id] ?? ''),
  };
};

describe('the chat of a Google Meet', () => {
  it('has who wrote what, and when it came', () => {
    const chat = aChat();
    chat.say('m1', ada, 'At noon');
    expect(chat.messages()).toEqual([
      {
        id: `${ada} m1`,
        sender_id: ada,
        sender_name: 'Ada',
        to: 'everyone',
        timestamp_ms: 2_000,
        edited_at_ms: null,
        text: 'At noon',
      },
    ]);
  });

  it('has a message once, with what was changed of it by whoever wrote it', () => {
    const chat = aChat();
    chat.say('m1', ada, 'At noon');
    chat.say('m1', ada, 'At noon');
    chat.say('m1', ada, 'At one');
    chat.say('m1', ben, 'Never');
    expect(chat.messages()).toMatchObject([
      { sender_name: 'Ada', text: 'At one', timestamp_ms: 2_000, edited_at_ms: 4_000 },
      { sender_name: 'Ben', text: 'Never', edited_at_ms: null },
    ]);
  });

  it.each([
    ['the number that it ends in is a moment since the page is there', 'spaces/kx7Qd2/messages/1773035015853231', 853],
    ['it is that number alone', '1773035015853231', 853],
    ['that is before', 'spaces/kx7Qd2/messages/1773035014999999', 60_000],
    ['that is to come', 'spaces/kx7Qd2/messages/1773035999000000', 60_000],
    ['it ends in something else', 'spaces/kx7Qd2/messages/UMxbHmzDlr4', 60_000],
  ])('has a message’s time of its id, or of when it came, where %s', (_, id, after_ms) => {
    const began_ms = 1_773_035_015_000;
    let now_ms = began_ms;
    const chat = createMeetChat(() => now_ms);
    now_ms += 60_000;
    chat.hear({ id, sender_id: ada, sender_name: '', text: 'At noon' });
    expect(chat.messages(() => '').map(({ timestamp_ms }) => timestamp_ms - began_ms)).toEqual([after_ms]);
  });

  it('has all messages that are told at once', () => {
    const chat = aChat();
    chat.tell({ id: 'm1', of: ada, text: 'At noon?' }, { id: 'm2', of: ben, text: 'At one.' });
    expect(chat.messages().map(({ sender_name, text }) => [sender_name, text])).toEqual([
      ['Ada', 'At noon?'],
      ['Ben', 'At one.'],
    ]);
  });

  it('has the name that a message tells where whoever wrote it is in no list', () => {
    const chat = aChat();
    chat.tell({ id: 'm1', of: device(32), name: 'Cy', text: 'Bye' }, { id: 'm2', of: ada, name: 'A.', text: 'Bye' });
    expect(chat.messages().map(({ sender_name }) => sender_name)).toEqual(['Cy', 'Ada']);
  });

  it('keeps the newest of very many, and no text without end', () => {
    const chat = aChat();
    for (let number = 0; number < 310; number += 1) chat.say(`m${number}`, ada, `${number}`);
    chat.say('long', ada, 'x'.repeat(11_000));
    const texts = chat.messages().map(({ text }) => text);
    expect([texts.length, texts[0], texts.at(-1)?.length]).toEqual([300, '11', 10_000]);
  });

  it('knows what the page sends apart from what the service tells to be the bot’s', () => {
    const chat = createMeetChat();
    const written = () => chat.written('I take the\nminutes', ada);
    chat.sends('I take the minutes');
    expect(written()).toEqual({ sent: 1, told: 0 });
    for (const message of changeOf(collections({ chats: [{ id: 'm1', of: ada, text: 'I take the minutes' }] }))
      ?.chats ?? [])
      chat.hear(message);
    expect(written()).toEqual({ sent: 1, told: 1 });
    expect(chat.written('I take the minutes', ben)).toEqual({ sent: 1, told: 0 });
    expect(chat.written('Something else', ada)).toEqual({ sent: 0, told: 0 });
    expect([chat.textsOf(ada), chat.textsOf(ben)]).toEqual([['Itaketheminutes'], ['Itaketheminutes']]);
  });
});

describe('what the page of a Google Meet sends over `meet_messages`', () => {
  it('is a text, of what is a message', () => {
    expect(sentTextOf(sentMessage('I take the minutes'))).toBe('I take the minutes');
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['noise', Uint8Array.of(0xff, 0xff, 0xff)],
    ['a message without words', sentMessage('')],
    ['something else', collections({ chats: [{ id: 'm1', of: ada, text: 'Hello' }] })],
  ])('is none of %s', (_, bytes) => {
    expect(sentTextOf(bytes)).toBeUndefined();
  });
});
