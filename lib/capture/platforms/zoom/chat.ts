/** The chat of the meeting, by the rows of the client's list of messages. Pure but for its memory. */
import { forgetOldest } from '../../../process/bounded.ts';
import type { MessageView } from '../../meeting/view.ts';
import { all, linesOf } from './dom.ts';
import { selectors } from './selectors.ts';

/** As many as a view holds. */
const mostMessages = 1_000;

export interface MessageRow {
  readonly id: string;
  readonly sender: string;
  readonly to: string;
  readonly text: string;
}

/** A row tells its message in full where who writes stands with it: `Ada to Everyone, 10:02 AM, At noon`. */
const saidBy = (label: string): { readonly sender: string; readonly to: string; readonly text: string } | undefined => {
  const parts = /^(.+?) to (.+?)(?:(?:, ?)(?:\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?)(?:, ?|$)|: ?|, )([\s\S]*)$/i.exec(
    label,
  );
  const [, sender, to, text] = parts ?? [];
  return sender && to && text !== undefined ? { sender, to, text } : undefined;
};

const nameOf = (element: Element): string => element.getAttribute('data-name') ?? element.textContent?.trim() ?? '';

/** The client tells who writes once for messages that follow each other; of those rows that are in view only. */
export const messagesIn = (root: ParentNode): MessageRow[] => {
  const list = root.querySelector(selectors.chat.list);
  if (!list) return [];
  const { row, sender: senderPart, receiver: receiverPart, to: toPart, text: textPart } = selectors.chat;
  let [sender, to] = ['', ''];
  const rows: MessageRow[] = [];
  const open: Element[] = [];
  for (const part of all(list, selectors.chat.part)) {
    if (part.matches(row)) {
      // Rows may stand in rows.
      if (open.some((outer) => outer.contains(part))) continue;
      const own = part.querySelector(textPart);
      const said = saidBy(part.getAttribute('aria-label') ?? '');
      if (!own && !said) continue;
      open.push(part);
      const inner = part.querySelector(senderPart);
      if (inner) {
        sender = nameOf(inner);
        const reader = part.querySelector(receiverPart) ?? part.querySelector(toPart);
        if (reader) to = nameOf(reader);
      } else if (said) [sender, to] = [said.sender, said.to];
      rows.push({ id: own?.id || part.id, sender, to, text: own ? linesOf(own) : (said?.text ?? '') });
    } else if (part.matches(senderPart)) sender = nameOf(part);
    else if (part.matches(receiverPart) || !/^to$/i.test(nameOf(part))) to = nameOf(part);
  }
  return rows.filter(({ id, sender }) => id !== '' && sender !== '');
};

const isMe = (name: string): boolean => /^(?:me|you)$/i.test(name);

export interface ZoomChat {
  look(rows: readonly MessageRow[]): void;
  readonly messages: readonly MessageView[];
}

/** `idOf` answers for a name; for none at all, it answers the bot. */
export const createZoomChat = (
  idOf: (name: string | undefined) => { readonly id: string; readonly name: string } | undefined,
  now: () => number = Date.now,
): ZoomChat => {
  const messages = new Map<string, MessageView>();

  return {
    look(rows) {
      // A row that was forgotten would be new.
      for (const { id, sender, to, text } of rows.slice(-mostMessages)) {
        const before = messages.get(id);
        if (before) {
          if (before.text !== text) messages.set(id, { ...before, text, edited_at_ms: now() });
          continue;
        }
        const known = idOf(isMe(sender) ? undefined : sender);
        messages.set(id, {
          id,
          // Somebody who has left again, or is not in the list, is nobody who is there.
          sender_id: known?.id ?? `0:${sender}`,
          sender_name: known?.name ?? sender,
          to: /^everyone\b/i.test(to) ? 'everyone' : to,
          // The client tells it to the minute only.
          timestamp_ms: now(),
          edited_at_ms: null,
          text,
        });
      }
      forgetOldest(messages, mostMessages);
    },
    get messages() {
      return [...messages.values()];
    },
  };
};
