/** The chat of a Teams meeting: what its servers push, or else the rows that the page shows while its panel is open. */
import { BoundedMap, BoundedSet, forgetOldest } from '../../../process/bounded.ts';
import type { MessageView } from '../../meeting/view.ts';
import { longestMessage, shortText } from '../short-text.ts';
import { objectOf, textOf } from './socket.ts';

const mostMessages = 300;
/** The servers' clock and the bot's may be so far apart. */
const clocksApartMs = 5_000;
/** Rows that tell no moment are from before the bot came if the panel shows them as soon as it is opened. */
const panelOpensWithinMs = 5_000;

export interface ChatPerson {
  readonly id: string;
  readonly name: string;
}

/** A row of the page's panel, as it is read from it. */
export interface ChatRow {
  /** Empty where the page tells none. */
  readonly id: string;
  /** Unix time by the servers' clock, where the page tells it. */
  readonly written_ms?: number | undefined;
  /** Empty where the row belongs to the one before. */
  readonly author: string;
  /** Where the row itself tells who it is: the bot's own rows do, which may have no author's name. */
  readonly sender?: ChatPerson | undefined;
  readonly text: string;
}

const shownIn = ({ text }: ChatRow): string => shortText(text.trim(), longestMessage);

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
const idIn = (from: string): string => {
  const last = from.slice(from.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/** When a row was written: as its time says, or else its id, where that is such a moment; undefined where neither does. */
export const momentOf = (time: string, id: string): number | undefined => {
  const told_ms = Date.parse(time);
  if (Number.isFinite(told_ms)) return told_ms;
  const [, digits] = /^(?:content-)?(1\d{12})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export interface TeamsChat {
  /** The content of what was pushed. */
  hear(content: unknown): void;
  /** The rows that are shown, in order. `came_ms`: since when the bot is there; what was written before is not its chat. */
  look(rows: readonly ChatRow[], came_ms: number): void;
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
  /** Those that were read from rows, until they are pushed too; then, by what they are called there. */
  const rowIds = new BoundedSet<string>(mostMessages);
  const idsOfPushed = new BoundedMap<string, string>(mostMessages);
  /** Rows from before the bot came, of those that tell no moment. */
  let earlier: ReadonlySet<string> | undefined;
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

  /** The row that shows what was pushed, where it was read before that. */
  const rowOf = (sender: ChatPerson, text: string): MessageView | undefined =>
    [...messages.values()].find(
      (one) => rowIds.has(one.id) && one.sender_name === sender.name && one.text === shortText(text, longestMessage),
    );

  const hearOne = (event: unknown): void => {
    const { clientMessageId, from, content, messageType, imDisplayName } = objectOf(objectOf(event)?.message) ?? {};
    const [id, text] = [shortText(textOf(clientMessageId)), textOf(content)];
    if (id === '' || !types.includes(textOf(messageType))) return;
    const sender_id = shortText(idIn(textOf(from)));
    if (sender_id === '') return;
    isPushed = true;
    const sender = personOf(sender_id) ?? { id: sender_id, name: shortText(textOf(imDisplayName)) };
    const row = idsOfPushed.has(id) ? messages.get(idsOfPushed.get(id) ?? '') : rowOf(sender, wordsOf(text));
    if (!row) {
      keep(id, sender, wordsOf(text));
      return;
    }
    rowIds.delete(row.id);
    idsOfPushed.set(id, row.id);
    // Rows name who wrote them, and that may be several people's name.
    if (row.sender_name === sender.name) keep(row.id, { id: row.sender_id, name: row.sender_name }, wordsOf(text));
  };

  const isFromBefore = (id: string, { written_ms }: ChatRow, came_ms: number): boolean =>
    written_ms === undefined ? earlier?.has(id) === true : written_ms < came_ms - clocksApartMs;

  return {
    hear(content) {
      const whole = objectOf(content);
      const events = whole?.chatServiceBatchEvent ?? objectOf(whole?.data)?.chatServiceBatchEvent;
      if (Array.isArray(events)) for (const event of events.slice(0, mostMessages)) hearOne(event);
    },
    look(rows, came_ms) {
      // What comes both ways would be told twice.
      if (isPushed || rows.length === 0) return;
      let author = '';
      const signed = rows.slice(-mostMessages).map((row) => {
        author = row.sender?.name ?? (shortText(row.author) || author);
        // Where a row stands changes as the list moves on.
        return { row, author, id: shortText(row.id) || `unnamed ${author} ${row.written_ms ?? ''} ${shownIn(row)}` };
      });
      const isOpening = now() - came_ms < panelOpensWithinMs;
      earlier ??= new Set(isOpening ? signed.map(({ id }) => id) : []);
      for (const { row, author, id } of signed) {
        if (author === '' || isFromBefore(id, row, came_ms)) continue;
        rowIds.add(id);
        keep(id, row.sender ?? named(author) ?? { id: `name:${author}`, name: author }, shownIn(row));
      }
    },
    get messages() {
      return [...messages.values()];
    },
  };
};
