/** The chat of a Teams meeting: what its servers push, or else the rows that the page shows while its panel is open. */
import { BoundedMap, BoundedSet } from '../../../../../process/bounded.ts';
import type { MessageView } from '../../../../meeting/view.ts';
import { createKeptMessages } from '../../../page/kept-messages.ts';
import { longestMessage, shortText } from '../../../page/short-text.ts';
import { messagesIn, type PushedMessage } from './chat-wire.ts';

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

  const hearOne = (message: PushedMessage, since_ms: number): void => {
    const { id, number, sender_id, sender_name, thread = meeting, written_ms = since_ms, text } = message;
    if ((meeting !== undefined && thread !== meeting) || written_ms < since_ms) return;
    const sender = personOf(sender_id) ?? { id: sender_id, name: sender_name };
    const known = idsOfPushed.get(id);
    const row = known === undefined ? rowOf(number, sender, text) : messages.find(known);
    if (number === '') isPushed = true;
    else pushed.add(number);
    if (!row) {
      keep(id, sender, text);
      return;
    }
    rowIds.delete(row.id);
    idsOfPushed.set(id, row.id);
    // Rows name who wrote them, and that may be several people's name, or one that its writer had.
    if (row.sender_id === sender.id || row.sender_name === sender.name)
      keep(row.id, { id: row.sender_id, name: row.sender_name }, text);
  };

  const isFromBefore = (id: string, { written_ms }: ChatRow, came_ms: number): boolean =>
    written_ms === undefined ? earlier?.has(id) === true : written_ms < came_ms - clocksApartMs;

  /** It was pushed, which tells more of it. A row without a number may have been. */
  const isKnownBy = ({ id }: ChatRow): boolean =>
    pushed.size > 0 && (id === '' || pushed.has(id.replace(/^content-/, '')));

  return {
    hear(content, came_ms) {
      const since_ms = (came_ms ?? now()) - clocksApartMs;
      for (const message of messagesIn(content)) hearOne(message, since_ms);
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
