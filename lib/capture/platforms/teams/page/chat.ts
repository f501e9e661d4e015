/** The chat of a Teams meeting: what its servers push, or else the rows that the page shows while its panel is open. */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';
import type { MessageView } from '../../../meeting/view.ts';
import { createKeptMessages } from '../../page/kept-messages.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { type Fields, fieldsOf, objectOf, textOf } from '../../page/told-json.ts';
import { idOf } from './channel.ts';
import { findIn } from './socket.ts';

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
  /** Where the row itself tells who it is: the bot's own rows do, which may have no author's name, and those with an id. */
  readonly sender?: ChatPerson | undefined;
  readonly text: string;
}

const shownIn = ({ text }: ChatRow): string => shortText(text.trim(), longestMessage);
/** Of rows that the page gives no id. */
const unnamed = 'unnamed ';
/** Rows and what is pushed part the lines of one message in ways of their own. */
const isSame = (one: string, other: string): boolean => one.replaceAll(/\s+/g, '') === other.replaceAll(/\s+/g, '');

/** What people wrote; other types tell of calls, of files and of who came. */
const types = ['Text', 'RichText', 'RichText/Html', 'RichText/Sms'];

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entity = (name: string): string => {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : Number.NaN;
  if (point > 0 && point <= 0x10ffff) return String.fromCodePoint(point);
  return entities[name.toLowerCase()] ?? `&${name};`;
};

/** Without the words of others that a message answers, which it holds in whole. */
const withoutQuotes = (content: string): string => {
  let depth = 0;
  return content.replaceAll(/<(\/?)blockquote\b[^>]*>|[^<]+|</gi, (part, closes: string | undefined) => {
    const isInside = depth > 0;
    if (closes === '/' && isInside) depth -= 1;
    else if (closes === '' && (isInside || part.includes('schema.skype.com/Reply'))) depth += 1;
    return isInside || depth > 0 ? '' : part;
  });
};

/** What an emoji stands for is told beside its picture. */
const emojiIn = (picture: string): string =>
  picture.includes('schema.skype.com/Emoji') ? (/\balt="([^"]*)"/i.exec(picture)?.[1] ?? '') : '';

/** The words of a message, which may come as HTML. Pages that forbid making elements of text forbid it here too. */
export const wordsOf = (content: string): string =>
  withoutQuotes(content)
    .replaceAll(/<img\b[^>]*>/gi, emojiIn)
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|blockquote)>(?=\s*<)/gi, '\n')
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

/** A classic push of the chat service, in the names that its batches have (names as recorded and publicly described). */
const inBatch = (event: unknown): unknown => {
  const { type, resourceType, resource } = fieldsOf(event);
  const told = objectOf(resource);
  if (type !== 'EventMessage' || !told || !/^(?:NewMessage|MessageUpdate)$/.test(textOf(resourceType)))
    return undefined;
  const { clientmessageid, messagetype, imdisplayname, originalarrivaltime } = told;
  const named = { messageType: messagetype, imDisplayName: imdisplayname, originalArrivalTime: originalarrivaltime };
  return { message: { ...told, ...named, clientMessageId: clientmessageid } };
};

const eventsIn = (content: unknown): readonly unknown[] => {
  const whole = objectOf(content);
  const batch = whole?.chatServiceBatchEvent ?? objectOf(whole?.data)?.chatServiceBatchEvent;
  if (Array.isArray(batch)) return batch.slice(0, mostMessages);
  const pushed = Array.isArray(whole?.eventMessages) ? whole.eventMessages : [content];
  return pushed.slice(0, mostMessages).map(inBatch);
};

/** Of which thread a message is told to be, as in `19:meeting_…@thread.v2`; messages and replies may add their own number. */
const threadOf = (message: Fields): string | undefined => {
  const names = ['threadId', 'threadid', 'conversationId', 'conversationid', 'conversationLink'];
  const told = names.map((name) => idIn(textOf(message[name]))).find((thread) => thread.startsWith('19:'));
  return told?.replace(/;.*$/, '');
};

/** The thread of a meeting, where what the page is told of its conversation names it. */
export const threadIn = (content: unknown): string | undefined =>
  findIn(content, ({ activeModalities }) => {
    const { threadId } = fieldsOf(objectOf(activeModalities)?.groupChat);
    return textOf(threadId) || undefined;
  });

/** When a row was written: as its time says, or else its id, where that is such a moment; undefined where neither does. */
export const momentOf = (time: string, id: string): number | undefined => {
  const told_ms = Date.parse(time);
  if (Number.isFinite(told_ms)) return told_ms;
  const [, digits] = /^(?:content-)?(1\d{12})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export interface TeamsChat {
  /** Of which thread the meeting's messages are: from then on, those of another one are somebody else's. */
  isOf(thread: string): void;
  /**
   * The content of what was pushed. `came_ms`: since when the bot is there, where it is. What was written before is pushed again
   * as soon as anything of it changes, and is not its chat.
   */
  hear(content: unknown, came_ms?: number): void;
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
  const messages = createKeptMessages(now, { isSame });
  /** Those that were read from rows, until they are pushed too; then, by what they are called there. */
  const rowIds = new BoundedSet<string>(mostMessages);
  const idsOfPushed = new BoundedMap<string, string>(mostMessages);
  /** The servers' own numbers of what was pushed. */
  const pushed = new BoundedSet<string>(mostMessages);
  /** Rows from before the bot came, of those that tell no moment. */
  let earlier: ReadonlySet<string> | undefined;
  /** Something was pushed that rows cannot be known by. */
  let isPushed = false;
  let meeting: string | undefined;

  const keep = (id: string, sender: ChatPerson, text: string): void => {
    const isOthers = (messages.find(id)?.sender_id ?? sender.id) !== sender.id;
    // Servers tell a time of their own clock.
    if (text !== '' && !isOthers)
      messages.keep({ id, sender_id: sender.id, sender_name: sender.name, to: 'everyone', text });
  };

  /** The row that shows what was pushed, where it was read before that: by the servers' own number, where both have it. */
  const rowOf = (number: string, sender: ChatPerson, text: string): MessageView | undefined => {
    const numbered = [number, `content-${number}`].find((id) => number !== '' && rowIds.has(id));
    if (numbered !== undefined) return messages.find(numbered);
    return messages.all.find(
      ({ id, sender_name, text: shown }) =>
        rowIds.has(id) &&
        (number === '' || id.startsWith(unnamed)) &&
        sender_name === sender.name &&
        isSame(shown, shortText(text, longestMessage)),
    );
  };

  const hearOne = (event: unknown, since_ms: number): void => {
    const told = fieldsOf(objectOf(event)?.message);
    const { clientMessageId, from, content, messageType, imDisplayName, originalArrivalTime } = told;
    const [id, text] = [shortText(textOf(clientMessageId)), textOf(content)];
    if (id === '' || !types.includes(textOf(messageType))) return;
    if (meeting !== undefined && (threadOf(told) ?? meeting) !== meeting) return;
    const sender_id = shortText(idIn(textOf(from)));
    const number = idOf(told.id) ?? '';
    if (sender_id === '' || (momentOf(textOf(originalArrivalTime), number) ?? since_ms) < since_ms) return;
    const sender = personOf(sender_id) ?? { id: sender_id, name: shortText(textOf(imDisplayName)) };
    const known = idsOfPushed.get(id);
    const row = known === undefined ? rowOf(number, sender, wordsOf(text)) : messages.find(known);
    if (number === '') isPushed = true;
    else pushed.add(number);
    if (!row) {
      keep(id, sender, wordsOf(text));
      return;
    }
    rowIds.delete(row.id);
    idsOfPushed.set(id, row.id);
    // Rows name who wrote them, and that may be several people's name, or one that its writer had.
    if (row.sender_id === sender.id || row.sender_name === sender.name)
      keep(row.id, { id: row.sender_id, name: row.sender_name }, wordsOf(text));
  };

  const isFromBefore = (id: string, { written_ms }: ChatRow, came_ms: number): boolean =>
    written_ms === undefined ? earlier?.has(id) === true : written_ms < came_ms - clocksApartMs;

  /** It was pushed, which tells more of it. A row without a number may have been. */
  const isKnownBy = ({ id }: ChatRow): boolean =>
    pushed.size > 0 && (id === '' || pushed.has(id.replace(/^content-/, '')));

  return {
    hear(content, came_ms) {
      const since_ms = (came_ms ?? now()) - clocksApartMs;
      for (const event of eventsIn(content)) hearOne(event, since_ms);
    },
    isOf(thread) {
      meeting = thread;
    },
    look(rows, came_ms) {
      // What comes both ways would be told twice.
      if (isPushed || rows.length === 0) return;
      let author = '';
      let writer: ChatPerson | undefined;
      const signed = rows.slice(-mostMessages).map((row) => {
        if (row.sender || row.author) writer = row.sender;
        author = row.sender?.name ?? (shortText(row.author) || author);
        // Where a row stands changes as the list moves on.
        const id = shortText(row.id) || `${unnamed}${author} ${row.written_ms ?? ''} ${shownIn(row)}`;
        return { row, author, writer, id };
      });
      const isOpening = now() - came_ms < panelOpensWithinMs;
      earlier ??= new Set(isOpening ? signed.map(({ id }) => id) : []);
      for (const { row, author, writer, id } of signed) {
        if (author === '' || isFromBefore(id, row, came_ms) || isKnownBy(row)) continue;
        rowIds.add(id);
        keep(id, writer ?? named(author) ?? { id: `name:${author}`, name: author }, shownIn(row));
      }
    },
    get messages() {
      return messages.all;
    },
  };
};
