/** Reads the rows of the chat's panel. */

import { linesOf } from '../../../page/lines-of.ts';
import { selectors } from '../../selectors.ts';
import type { ChatPerson, ChatRow } from './chat.ts';
import { momentOf } from './chat-wire.ts';
import { behindLink } from './link-words.ts';

const mostRows = 300;

const { item, row, author, person, body, aside, emoji, deleted, time, own } = selectors.chat;

/** What somebody wrote themselves: of emoji what they stand for, and nothing of the words that are answered. */
const spelt = (part: Element): string | undefined => {
  if (part.matches(aside)) return '';
  const behind = behindLink(part.textContent, part.getAttribute('href') ?? '');
  if (behind !== '') return linesOf(part, spelt) + behind;
  return part.matches(emoji) ? (part.getAttribute('alt') ?? '') : undefined;
};

/** Who wrote it, where the page says so by their id and by a name that is theirs, or was when they wrote it. */
const writerOf = (
  around: Element,
  name: string,
  called: (id: string, name: string) => ChatPerson | undefined,
): ChatPerson | undefined => {
  const shown = [...around.querySelectorAll(person)].find((one) => one.closest(`${body}, ${aside}`) === null);
  return shown && called(shown.getAttribute('data-person-mri') ?? '', name);
};

/** `self`: whom the bot is taken for, who has written its own rows. `called` knows people by their id and a name of theirs. */
export const rowsIn = (
  document: Document,
  self: () => ChatPerson | undefined,
  called: (id: string, name: string) => ChatPerson | undefined = () => undefined,
): ChatRow[] =>
  [...document.querySelectorAll(row)].slice(-mostRows).flatMap((one): ChatRow[] => {
    // Who wrote it, and when, may stand beside the row.
    const around = one.closest(item) ?? one;
    const content = one.querySelector(body);
    const isOwn = one.closest(own) !== null || around.querySelector(own) !== null;
    const name = around.querySelector(author)?.textContent.trim() ?? '';
    const sender = isOwn ? self() : writerOf(around, name, called);
    // Nobody else has written it, whoever the row before is of.
    if (!content || (isOwn && !sender)) return [];
    const id = content.id || one.id || one.getAttribute('data-mid') || '';
    const moment = [...around.querySelectorAll(time)].find((other) => other.closest(aside) === null);
    return [
      {
        id,
        written_ms: momentOf(moment?.getAttribute('datetime') ?? '', id),
        author: name,
        sender,
        // The page says of it that it was deleted.
        text: around.querySelector(deleted) ? '' : linesOf(content, spelt),
      },
    ];
  });
