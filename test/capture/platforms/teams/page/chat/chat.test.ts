import { describe, expect, it } from 'vitest';
import { createTeamsChat } from '../../../../../../lib/capture/platforms/teams/page/chat/chat.ts';
import { momentOf, textOfHtml } from '../../../../../../lib/capture/platforms/teams/page/chat/chat-wire.ts';

/** Since when the bot is there. */
const longAgo = -60_000;

const people = [
  { id: '8:orgid:ada', name: 'Ada' },
  { id: '8:orgid:ben', name: 'Ben' },
];
const world = () => {
  let now = 1_000;
  const chat = createTeamsChat(
    (id) => people.find((person) => person.id === id),
    (name) => people.find((person) => person.name === name),
    () => (now += 1),
  );
  return chat;
};
const event = (clientMessageId: string, content: string, more: object = {}) => ({
  chatServiceBatchEvent: [
    {
      message: {
        clientMessageId,
        from: 'https://emea.ng.msg.teams.microsoft.com/v1/users/ME/contacts/8:orgid:ada',
        content,
        messageType: 'RichText/Html',
        originalArrivalTime: '2026-11-22T12:00:00Z',
        ...more,
      },
    },
  ],
});

describe('words of a message', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', 'Hello you'],
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['<table><tr><td>Jan</td><td>5</td></tr><tr><td>Feb</td><td>7</td></tr></table><p>Yes</p>', 'Jan 5\nFeb 7\nYes'],
    ['<h1>Plan</h1><p>First</p><pre>x\ny</pre><p>Then</p>', 'Plan\nFirst\nx\ny\nThen'],
    [
      '<p>See <a href="https://example.com/x?a=1&amp;b=2" rel="noreferrer"><b>Budget.xlsx</b></a> now</p>',
      'See Budget.xlsx (https://example.com/x?a=1&b=2) now',
    ],
    ['<a href="https://example.com/">example.com</a>, <a href="mailto:ada@example.com">Ada</a>', 'example.com, Ada'],
    ['One<br/>Two', 'One\nTwo'],
    ['1 &lt; 2 &amp;&amp; &#9731; &#x1F600; &unknown;', '1 < 2 && ☃ 😀 &unknown;'],
    ['plain', 'plain'],
    ['<b>1</b> < 2 <a 3', '1 < 2 <a 3'],
    ['<a href="https://example.com/">One</a> two</a> three</a>', 'One (https://example.com/) two three'],
    [
      '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1"><strong itemprop="mri">Ben</strong><p itemprop="preview">At noon?</p><blockquote>Lunch</blockquote></blockquote><p>Yes</p>',
      'Yes',
    ],
    ['<blockquote>As Ben said</blockquote><p>Yes</p>', 'As Ben said\nYes'],
    [
      '<p>Fine <span title="Smile"><img itemscope="" itemtype="http://schema.skype.com/Emoji" src="a.png" alt="🙂" /></span></p>',
      'Fine 🙂',
    ],
    ['<p>See <img itemtype="http://schema.skype.com/AMSImage" alt="image" /></p>', 'See'],
  ])('of %s', (content, words) => expect(textOfHtml(content)).toBe(words));

  it('that begins very many tags and ends none', () => {
    const many = '<a '.repeat(1_000_000);
    expect(textOfHtml(many) === many.trim()).toBe(true);
  });
});

describe('the chat of a Teams meeting', () => {
  it('is what the servers push, each message once, and what is changed keeps its place', () => {
    const chat = world();
    chat.hear(event('1', '<p>At noon</p>'));
    chat.hear(event('1', '<p>At noon</p>'));
    chat.hear({ data: event('2', 'Yes', { from: '8:orgid:ben', messageType: 'Text' }) });
    chat.hear(event('1', '<p>At one</p>'));
    expect(chat.messages).toMatchObject([
      {
        id: '1',
        sender_id: '8:orgid:ada',
        sender_name: 'Ada',
        text: 'At one',
        to: 'everyone',
        edited_at_ms: expect.any(Number),
      },
      { id: '2', sender_id: '8:orgid:ben', sender_name: 'Ben', text: 'Yes', edited_at_ms: null },
    ]);
  });

  it('is nothing of calls and of files, and nobody changes what another wrote', () => {
    const chat = world();
    chat.hear(event('1', 'Hello'));
    chat.hear(event('1', 'Bye', { from: '8:orgid:ben' }));
    chat.hear(event('2', '<ended/>', { messageType: 'Event/Call' }));
    for (const odd of [undefined, [], { chatServiceBatchEvent: [null, {}, { message: 4 }] }]) chat.hear(odd);
    expect(chat.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('is all of what is pushed at once, also where one of it is from an address with half an escape', () => {
    const chat = world();
    const [odd] = event('1', 'Hello', { from: '8:guest:50%' }).chatServiceBatchEvent;
    const [next] = event('2', 'Yes').chatServiceBatchEvent;
    chat.hear({ chatServiceBatchEvent: [odd, next] });
    expect(chat.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([
      ['8:guest:50%', 'Hello'],
      ['8:orgid:ada', 'Yes'],
    ]);
  });

  it('is what the panel shows where nothing is pushed, and a row without a name is of the one before', () => {
    const chat = world();
    const rows = [
      { id: 'content-1', author: 'Ada', text: 'One' },
      { id: 'content-2', author: '', text: 'Two' },
      { id: 'content-3', author: 'Zoe', text: 'Three' },
    ];
    chat.look(rows, longAgo);
    chat.look(rows, longAgo);
    expect(chat.messages.map(({ sender_id, sender_name, text }) => [sender_id, sender_name, text])).toEqual([
      ['8:orgid:ada', 'Ada', 'One'],
      ['8:orgid:ada', 'Ada', 'Two'],
      ['name:Zoe', 'Zoe', 'Three'],
    ]);
    chat.hear(event('9', 'Pushed'));
    chat.look([{ id: 'content-9', author: 'Ada', text: 'Pushed' }], longAgo);
    expect(chat.messages.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Pushed']);
  });

  it('is nothing that was there before the bot came, which the panel shows first', () => {
    const chat = world();
    const before = [
      { id: 'a', author: 'Ada', text: 'Yesterday' },
      { id: 'b', author: '', text: 'Also yesterday' },
    ];
    chat.look([], 1_000);
    chat.look(before, 1_000);
    chat.look([...before, { id: 'c', author: '', text: 'Today' }], 1_000);
    chat.look([{ id: 'b', author: 'Ada', text: 'Also yesterday (edited)' }], 1_000);
    expect(chat.messages.map(({ sender_name, text }) => [sender_name, text])).toEqual([['Ada', 'Today']]);
  });

  it('is what was written since the bot came, where rows tell when that was', () => {
    const chat = world();
    const came_ms = 100_000;
    chat.look(
      [
        { id: 'a', author: 'Ada', text: 'An hour ago', written_ms: came_ms - 3_600_000 },
        { id: 'b', author: 'Ada', text: 'By a clock that is late', written_ms: came_ms - 2_000 },
        { id: 'c', author: 'Ben', text: 'Before the panel was open', written_ms: came_ms + 500 },
      ],
      came_ms,
    );
    expect(chat.messages.map(({ text }) => text)).toEqual(['By a clock that is late', 'Before the panel was open']);
    expect(momentOf('2026-11-22T12:00:00Z', 'x')).toBe(Date.UTC(2026, 10, 22, 12));
    expect(momentOf('10:01', 'content-1795348800000')).toBe(1_795_348_800_000);
    expect(momentOf('', 'content-17')).toBeUndefined();
  });

  it('is told once where its row was read before it was pushed, and what is changed then is changed there', () => {
    const chat = world();
    chat.look([{ id: 'content-1', author: 'Ada', text: 'Hello' }], longAgo);
    chat.hear(event('p', '<p>Hello</p>'));
    chat.hear(event('q', '<p>Hello</p>'));
    chat.hear(event('p', '<p>Hello all</p>'));
    expect(chat.messages.map(({ id, text }) => [id, text])).toEqual([
      ['content-1', 'Hello all'],
      ['q', 'Hello'],
    ]);
  });

  it('is told once whether it is pushed or shown first, by the servers’ own number, and by rows alone once nothing is pushed', () => {
    const chat = world();
    const row = (number: number, text: string) => ({ id: `content-${number}`, author: 'Ada', text });
    chat.look([row(1, 'OneTwo')], longAgo);
    chat.hear(event('p', '<p>One</p><p>Two</p>', { id: '1' }));
    chat.hear(event('q', 'Yes', { id: '2' }));
    chat.hear(event('r', 'Yes', { id: 3 }));
    chat.look([row(1, 'OneTwo'), row(2, 'Yes'), row(3, 'Yes'), { id: '', author: 'Ada', text: 'Yes' }], longAgo);
    chat.look([row(2, 'Yes'), row(3, 'Yes'), row(4, 'Last')], longAgo);
    expect(chat.messages.map(({ id, text, edited_at_ms }) => [id, text, edited_at_ms])).toEqual([
      ['content-1', 'OneTwo', null],
      ['q', 'Yes', null],
      ['r', 'Yes', null],
      ['content-4', 'Last', null],
    ]);
  });

  it('is changed where its writer is called otherwise by now than in the row that was read first', () => {
    let name = 'Ada';
    const chat = createTeamsChat(
      (id) => ({ id, name }),
      () => ({ id: '8:orgid:ada', name: 'Ada' }),
    );
    chat.look([{ id: 'content-7', author: 'Ada', text: 'At noon' }], longAgo);
    name = 'Ada Lovelace';
    chat.hear(event('1', 'At one', { id: '7' }), longAgo);
    expect(chat.messages.map(({ sender_name, text }) => [sender_name, text])).toEqual([['Ada', 'At one']]);
  });

  it('is nothing of before the bot came that is pushed again, as somebody likes it now', () => {
    const chat = world();
    const came_ms = Date.UTC(2026, 10, 22, 12);
    const pushed = (id: string, originalArrivalTime: string) => event(id, id, { originalArrivalTime });
    chat.hear(pushed('An hour ago', '2026-11-22T11:00:00Z'), came_ms);
    chat.hear(pushed('By a clock that is late', '2026-11-22T11:59:57Z'), came_ms);
    chat.hear(event('Yesterday', 'Yesterday', { originalArrivalTime: '', id: '1763726400000' }), came_ms);
    expect(chat.messages.map(({ text }) => text)).toEqual(['By a clock that is late']);
  });

  it('is the same where rows without an id stand elsewhere in the list', () => {
    const chat = world();
    const [one, two, three] = ['One', 'Two', 'Three'].map((text) => ({ id: '', author: 'Ada', text })) as [
      { id: string; author: string; text: string },
      { id: string; author: string; text: string },
      { id: string; author: string; text: string },
    ];
    chat.look([one, two], longAgo);
    chat.look([two, three], longAgo);
    expect(chat.messages.map(({ text, edited_at_ms }) => [text, edited_at_ms])).toEqual([
      ['One', null],
      ['Two', null],
      ['Three', null],
    ]);
  });

  it('is the bot’s own where its row says so, whoever wrote before, and whoever else has its name', () => {
    const chat = world();
    const notes = { id: '8:teamsvisitor:notes', name: 'Ada' };
    chat.look(
      [
        { id: '1', author: 'Ben', text: 'Are you there?' },
        { id: '2', author: '', text: 'I am.', sender: notes },
        { id: '3', author: 'Ada', text: 'So am I.' },
      ],
      longAgo,
    );
    expect(chat.messages.map(({ sender_id }) => sender_id)).toEqual(['8:orgid:ben', notes.id, '8:orgid:ada']);
  });

  it('is kept within bounds', () => {
    const chat = world();
    for (let index = 0; index < 400; index += 1) chat.hear(event(`${index}`, `${index}`));
    expect([chat.messages.length, chat.messages.at(-1)?.text]).toEqual([300, '399']);
  });
});
