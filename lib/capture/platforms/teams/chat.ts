/** The chat of a Teams meeting: what its servers push, or else the rows that the page shows while its panel is open. */
import { forgetOldest } from '../../../process/bounded.ts';
import type { MessageView } from '../../meeting/view.ts';
import { longestMessage, shortText } from '../short-text.ts';
import { objectOf, textOf } from './socket.ts';

const mostMessages = 300;

export interface ChatPerson {
  readonly id: string;
  readonly name: string;
}

/** A row of the page's panel, as it is read from it. */
export interface ChatRow {
  readonly id: string;
  /** Empty where the row belongs to the one before. */
  readonly author: string;
  readonly text: string;
}

/** What people wrote; other types tell of calls, of files and of who came. */
const types = ['Text', 'RichText', 'RichText/Html', 'RichText/Sms'];

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entity = (name: string): string => {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : Number.NaN;
  if (point > 0 && point <= 0x10ffff) return String.fromCodePoint(point);
  return entities[name.toLowerCase()] ?? `&${name};`;
};

/** The words of a message, which may come as HTML. Pages that forbid making elements of text forbid it here too. */
export const wordsOf = (content: string): string =>
  content
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li)>(?=\s*<)/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w{1,8});/g, (_, name: string) => entity(name))
    .trim();

/** Whose a message is comes as an id, or as an address that ends in it. */
const idIn = (from: string): string => decodeURIComponent(from.slice(from.lastIndexOf('/') + 1));

export interface TeamsChat {
  /** The content of what was pushed. */
  hear(content: unknown): void;
  /** The rows that are shown, in order. */
  look(rows: readonly ChatRow[]): void;
  /** The newest, in order; what was changed keeps its place. */
  readonly messages: readonly MessageView[];
}

/** `personOf` knows people by their id, `named` by their name, which may be several people's. */
export const createTeamsChat = (
  personOf: (id: string) => ChatPerson | undefined,
  named: (name: string) => ChatPerson | undefined,
  now: () => number = Date.now,
): TeamsChat => {
  const messages = new Map<string, MessageView>();
  let isPushed = false;

  const keep = (id: string, sender: ChatPerson, text: string): void => {
    const before = messages.get(id);
    if (text === '' || (before && (before.text === shortText(text, longestMessage) || before.sender_id !== sender.id)))
      return;
    messages.set(id, {
      id,
      sender_id: sender.id,
      sender_name: sender.name,
      to: 'everyone',
      // Servers tell a time of their own clock.
      timestamp_ms: before?.timestamp_ms ?? now(),
      edited_at_ms: before ? now() : null,
      text: shortText(text, longestMessage),
    });
    forgetOldest(messages, mostMessages);
  };

  const hearOne = (event: unknown): void => {
    const { clientMessageId, from, content, messageType, imDisplayName } = objectOf(objectOf(event)?.message) ?? {};
    const [id, text] = [shortText(textOf(clientMessageId)), textOf(content)];
    if (id === '' || !types.includes(textOf(messageType))) return;
    const sender_id = shortText(idIn(textOf(from)));
    if (sender_id === '') return;
    isPushed = true;
    keep(id, personOf(sender_id) ?? { id: sender_id, name: shortText(textOf(imDisplayName)) }, wordsOf(text));
  };

  return {
    hear(content) {
      const whole = objectOf(content);
      const events = whole?.chatServiceBatchEvent ?? objectOf(whole?.data)?.chatServiceBatchEvent;
      if (Array.isArray(events)) for (const event of events.slice(0, mostMessages)) hearOne(event);
    },
    look(rows) {
      // What comes both ways would be told twice.
      if (isPushed) return;
      let author = '';
      for (const row of rows.slice(-mostMessages)) {
        author = row.author || author;
        const sender = named(author) ?? { id: `name:${author}`, name: author };
        if (author !== '') keep(row.id, sender, row.text.trim());
      }
    },
    get messages() {
      return [...messages.values()];
    },
  };
};
