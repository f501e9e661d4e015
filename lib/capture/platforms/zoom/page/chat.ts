/** The chat of the meeting, by the rows of the client's list of messages. Pure but for its memory. */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { MessageView } from '../../../meeting/view.ts';
import { mostMessages } from '../../../meeting/view-limits.ts';
import { createKeptMessages } from '../../page/kept-messages.ts';
import { linesOf } from '../../page/lines-of.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { labels, selectors } from '../selectors.ts';
import { all, isCalled } from './client/dom.ts';
import { listedName } from './people/people.ts';
import type { Sender, Senders } from './people/senders.ts';

/** As the client numbers it. Where messages stay after the meeting, it does not say that they are to everyone. */
const everyone = { name: 'Everyone', user: '0' };

export interface MessageRow {
  readonly id: string;
  readonly from: Sender;
  /** `user`: the client's own number of who reads; empty where it tells none. */
  readonly to: Pick<Sender, 'name' | 'user'>;
  readonly text: string;
}

interface Said {
  readonly sender: string;
  readonly to: string;
  readonly text: string;
}

/** A row tells its message in full where who writes stands with it: `Ada to Everyone, 10:02 AM, At noon`. */
const saidBy = (label: string, known = ''): Said | undefined => {
  // Names may hold a “to” too.
  const isKnown = known !== '' && label.startsWith(`${known} to `);
  const parts = /^(.+?) to (.+?)(?:(?:, ?)(?:\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?)(?:, ?|$)|: ?|, )([\s\S]*)$/i.exec(
    isKnown ? `?${label.slice(known.length)}` : label,
  );
  const [, found, to, text] = parts ?? [];
  const sender = isKnown ? known : found;
  return sender && to && text !== undefined ? { sender, to, text } : undefined;
};

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The label of a row that follows another of the same sender is the text alone, which may read as if it named somebody. */
const saidBeside = (text: Element, said: Said | undefined): Said | undefined =>
  said && onOneLine(linesOf(text)).startsWith(onOneLine(`${said.sender} to `)) ? undefined : said;

const nameOf = (element: Element): string =>
  listedName(element.getAttribute('data-name') ?? element.textContent?.trim() ?? '');

const senderIn = (element: Element): Sender => ({
  name: nameOf(element),
  user: shortText(element.getAttribute('data-userid') ?? ''),
  isAnswerable: element.matches(selectors.chat.answerable),
});
const bare = (name: string): Sender => ({ name: listedName(name), user: '', isAnswerable: false });
const readerCalled = (name: string): MessageRow['to'] => (isCalled(name, labels.everyone) ? everyone : bare(name));

type Course = Pick<MessageRow, 'from' | 'to'>;

/**
 * The client tells who writes to whom once for messages of one course that follow each other, however many; of those rows that are
 * in view only. `courseOf`: that of a row that was read before.
 */
export const messagesIn = (
  root: ParentNode,
  courseOf: (id: string) => Course | undefined = () => undefined,
): MessageRow[] => {
  const list = root.querySelector(selectors.chat.list);
  if (!list) return [];
  const { row, sender: senderPart, receiver: receiverPart, to: toPart, text: textPart } = selectors.chat;
  let from = bare('');
  let to: MessageRow['to'] = everyone;
  let isReaderTold = true;
  const rows: MessageRow[] = [];
  const open: Element[] = [];
  for (const part of all(list, selectors.chat.part)) {
    if (part.matches(row)) {
      // Rows may stand in rows.
      if (open.some((outer) => outer.contains(part))) continue;
      const own = part.querySelector(textPart);
      const label = part.getAttribute('aria-label') ?? '';
      // What stands for a message that was deleted, or written before the bot came, is nobody's.
      if (own?.matches(selectors.chat.placeholder)) continue;
      const inner = part.querySelector(senderPart);
      if (inner) from = senderIn(inner);
      const course = from.name === '' && own ? courseOf(shortText(own.id)) : undefined;
      if (course) {
        ({ from, to } = course);
        isReaderTold = true;
      }
      const told = saidBy(label, from.name);
      const said = own ? saidBeside(own, told) : told;
      if (!own && !said) continue;
      open.push(part);
      if (inner) {
        const reader = part.querySelector(receiverPart) ?? part.querySelector(toPart);
        to = reader ? senderIn(reader) : everyone;
        isReaderTold = reader !== null;
      } else if (said && said.sender !== from.name) {
        [from, to] = [bare(said.sender), bare(said.to)];
        isReaderTold = true;
      }
      // Above an answer in a thread stands who writes, and not to whom.
      if (said && !isReaderTold) to = readerCalled(said.to);
      const text = shortText(own ? linesOf(own) : (said?.text ?? ''), longestMessage);
      rows.push({ id: shortText(own?.id || part.id), from, to, text });
    } else if (part.matches(senderPart)) {
      from = senderIn(part);
      to = everyone;
      isReaderTold = false;
    } else if (part.matches(receiverPart) || !/^to$/i.test(nameOf(part))) {
      to = senderIn(part);
      isReaderTold = true;
    }
  }
  return rows.filter(({ id, from }) => id !== '' && from.name !== '');
};

/** What rows say at each look, also those whose header is out of view by now. */
export const createMessageLook = () => {
  const courses = new BoundedMap<string, Course>(mostMessages);
  return (root: ParentNode): MessageRow[] => {
    const rows = messagesIn(root, (id) => courses.get(id));
    for (const { id, from, to } of rows) courses.set(id, { from, to });
    return rows;
  };
};

const isToEveryone = ({ name, user }: MessageRow['to']): boolean =>
  user === '' ? /^everyone\b/i.test(name) : user === everyone.user;

export interface ZoomChat {
  look(rows: readonly MessageRow[]): void;
  readonly messages: readonly MessageView[];
}

export const createZoomChat = (senders: Pick<Senders, 'of'>, now: () => number = Date.now): ZoomChat => {
  const messages = createKeptMessages(now, { most: mostMessages });

  return {
    look(rows) {
      // A row that was forgotten would be new.
      for (const { id, from, to, text } of rows.slice(-mostMessages)) {
        const before = messages.find(id);
        if (before) {
          messages.keep({ ...before, text });
          continue;
        }
        const { id: sender_id, name: sender_name } = senders.of(from, text);
        // When it was written the client tells to the minute only.
        messages.keep({ id, sender_id, sender_name, to: isToEveryone(to) ? 'everyone' : to.name, text });
      }
    },
    get messages() {
      return messages.all;
    },
  };
};
