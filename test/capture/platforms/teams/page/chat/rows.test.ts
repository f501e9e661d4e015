import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { createTeamsChat } from '../../../../../../lib/capture/platforms/teams/page/chat/chat.ts';
import { rowsIn } from '../../../../../../lib/capture/platforms/teams/page/chat/rows.ts';

const own = { id: '8:teamsvisitor:notes', name: 'Notes' };
const rowsOf = (html: string, self: typeof own | undefined = own) =>
  rowsIn(new JSDOM(html).window.document, () => self).map(({ id, author, sender, text }) => [
    id,
    author,
    sender?.id,
    text.trim(),
  ]);

/** As two projects found it in real pages in 2026: who wrote it stands beside the row. */
const item = (number: number, body: string, { author = '', own = false, after = '' } = {}): string =>
  `<div data-tid="chat-pane-item"><div class="fui-Chat${own ? 'My' : ''}Message">
    ${author && `<span data-tid="message-author-name">${author}</span>`}
    <div data-tid="chat-pane-message" data-mid="${number}"><div id="content-${number}">${body}</div></div>
    </div>${after}</div>`;

it('reads who wrote a row beside it, and of the first of a series only', () => {
  const html = [
    item(1, 'One', { author: 'Ada' }),
    item(2, '<p>Two</p><p>Three<br>Four</p>'),
    item(3, 'Five', { own: true }),
  ];
  expect(rowsOf(html.join(''))).toEqual([
    ['content-1', 'Ada', undefined, 'One'],
    ['content-2', '', undefined, 'Two\nThree\nFour'],
    ['content-3', '', own.id, 'Five'],
  ]);
});

it('reads it in the row too, and the bot’s own by a class in it', () => {
  expect(
    rowsOf(`<div data-tid="chat-pane-message" data-mid="1"><span data-tid="message-author-name">Ada</span><div class="messageBodyContent">One</div></div>
      <div data-tid="chat-pane-message" data-mid="2"><div class="fui-ChatMyMessage"><div data-message-content>Two</div></div></div>`),
  ).toEqual([
    ['1', 'Ada', undefined, 'One'],
    ['2', '', own.id, 'Two'],
  ]);
});

it('leaves out the bot’s own rows while nobody knows who it is', () => {
  expect(rowsIn(new JSDOM(item(1, 'One', { own: true })).window.document, () => undefined)).toEqual([]);
});

it('reads what the writer wrote: no words that are answered, no files, no likes; and what emoji stand for', () => {
  const quote = (preview: string) =>
    `<div data-tid="quoted-reply-card"><div>Ben</div><time datetime="2020-01-01T00:00:00Z">10:30</time><div data-tid="quoted-reply-preview-content">${preview}</div></div>`;
  const html = [
    item(1, `${quote('At noon?')}<p>Yes <img itemtype="http://schema.skype.com/Emoji" alt="🙂"></p>`, {
      author: 'Ada',
    }),
    item(2, '<blockquote itemtype="http://schema.skype.com/Reply">At noon?</blockquote>Or one?'),
    item(3, 'See<div data-tid="file-attachment-grid">Q3.pdf</div>', {
      after: '<button data-tid="diverse-reaction-pill-button">2<img alt="👍"></button>',
    }),
  ];
  expect(rowsOf(html.join('')).map(([, , , text]) => text)).toEqual(['Yes 🙂', 'Or one?', 'See']);
  const [first] = rowsIn(new JSDOM(html.join('')).window.document, () => own);
  expect(first?.written_ms).toBeUndefined();
});

it('reads nothing of what was deleted, and who wrote it, as what follows is theirs', () => {
  const chat = createTeamsChat(
    () => undefined,
    () => undefined,
    () => 0,
  );
  const look = (...items: readonly string[]) =>
    chat.look(
      rowsIn(new JSDOM(items.join('')).window.document, () => own),
      -60_000,
    );
  const tombstone = { author: 'Ada', after: '<div data-tid="message-tombstone">This message has been deleted.</div>' };
  look(item(1, 'One', { author: 'Ada' }), item(2, 'Two'));
  look(item(1, 'This message has been deleted', tombstone), item(2, 'Two'));
  expect(chat.messages.map(({ sender_name, text, edited_at_ms }) => [sender_name, text, edited_at_ms])).toEqual([
    ['Ada', 'One', null],
    ['Ada', 'Two', null],
  ]);
});

it('reads who wrote a row by their id, where it is of their name, and not by whom it mentions', () => {
  const people = [
    { id: '8:orgid:1', name: 'Ada' },
    { id: '8:orgid:2', name: 'Ada' },
  ];
  const avatar = (id: string) => `<div data-tid="message-avatar"><span data-person-mri="${id}"></span></div>`;
  const row = (number: number, id: string, author: string, body = 'Hello') =>
    item(number, body, { author, after: avatar(id) });
  const html = [
    row(1, '8:orgid:2', 'Ada', '<span data-person-mri="8:orgid:1">Ada</span> look'),
    item(2, 'More'),
    row(3, '8:orgid:1', 'Ada'),
    row(4, '8:orgid:1', 'Ben'),
    row(5, '8:orgid:9', 'Ada'),
  ].join('');
  const read = rowsIn(
    new JSDOM(html).window.document,
    () => own,
    (id, name) => people.find((one) => one.id === id && one.name === name),
  );
  expect(read.map(({ sender }) => sender?.id)).toEqual(['8:orgid:2', undefined, '8:orgid:1', undefined, undefined]);
  const chat = createTeamsChat(
    () => undefined,
    () => undefined,
    () => 0,
  );
  chat.look(read, -60_000);
  expect(chat.messages.map(({ sender_id }) => sender_id)).toEqual([
    '8:orgid:2',
    '8:orgid:2',
    '8:orgid:1',
    'name:Ben',
    'name:Ada',
  ]);
});

it('reads the address of a link behind its words, as what is pushed has it', () => {
  const body =
    'See <a href="https://example.com/x"><b>Budget.xlsx</b></a> on <a href="https://example.com/">example.com</a>';
  expect(rowsOf(item(1, body, { author: 'Ada' }))).toEqual([
    ['content-1', 'Ada', undefined, 'See Budget.xlsx (https://example.com/x) on example.com'],
  ]);
});
