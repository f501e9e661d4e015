/** Reads what Teams' servers push to its page of a meeting's chat. Pure. */
import { longestName, shortText } from '../../../page/short-text.ts';
import { type Fields, fieldsOf, objectOf, textOf } from '../../../page/told-json.ts';
import { idOf } from '../call/channel.ts';
import { findIn } from '../call/socket.ts';
import { behindLink } from './link-words.ts';

const mostRead = 300;

/** What somebody wrote. */
export interface PushedMessage {
  readonly id: string;
  /** The servers' own, by which rows may be known; empty where it is not told. */
  readonly number: string;
  readonly sender_id: string;
  /** Empty where it is not told. */
  readonly sender_name: string;
  readonly thread: string | undefined;
  /** Unix time by the servers' clock. */
  readonly written_ms: number | undefined;
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

const withoutTags = (content: string): string => content.replaceAll(/<[^>]*>/g, '');
const withoutEntities = (content: string): string =>
  content.replaceAll(/&(#?\w{1,8});/g, (_, name: string) => entity(name));

const withAddresses = (content: string): string => {
  let address = '';
  let words = '';
  return content.replaceAll(/<a\b[^>]*>|<\/a>|[^<]+|</gi, (part) => {
    if (/^<a\b/i.test(part)) {
      address = /\shref="([^"]*)"/i.exec(part)?.[1] ?? '';
      words = '';
    } else if (/^<\/a>/i.test(part)) {
      const behind = behindLink(withoutTags(words), address);
      // A link ends once, however often that is said.
      address = '';
      words = '';
      return part + behind;
    } else words += part;
    return part;
  });
};

const withoutMarkup = (html: string): string =>
  withoutTags(
    withAddresses(withoutQuotes(html))
      .replaceAll(/<img\b[^>]*>/gi, emojiIn)
      // Between cells of a row a blank, between rows a line.
      .replaceAll(/<\/t[dh]>(?=\s*<t[dh]\b)/gi, ' ')
      .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|blockquote|tr|h[1-6]|pre)>(?=\s*<)/gi, '\n'),
  );

/** The words of a message, which may come as HTML. Pages that forbid making elements of text forbid it here too. */
export const textOfHtml = (content: string): string => {
  // Behind the last `>` is no tag: there the end of one would be looked for from every `<`, and a message may be full of them.
  const behind = content.lastIndexOf('>') + 1;
  return withoutEntities(withoutMarkup(content.slice(0, behind)) + content.slice(behind)).trim();
};

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
  if (Array.isArray(batch)) return batch.slice(0, mostRead);
  const pushed = Array.isArray(whole?.eventMessages) ? whole.eventMessages : [content];
  return pushed.slice(0, mostRead).map(inBatch);
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

const messageOf = (event: unknown): PushedMessage | undefined => {
  const told = fieldsOf(fieldsOf(event).message);
  const { clientMessageId, from, content, messageType, imDisplayName, originalArrivalTime } = told;
  const [id, sender_id] = [textOf(clientMessageId, longestName), shortText(idIn(textOf(from)))];
  if (id === '' || sender_id === '' || !types.includes(textOf(messageType))) return undefined;
  const number = idOf(told.id) ?? '';
  return {
    ...{ id, number, sender_id },
    sender_name: textOf(imDisplayName, longestName),
    thread: threadOf(told),
    written_ms: momentOf(textOf(originalArrivalTime), number),
    text: textOfHtml(textOf(content)),
  };
};

/** The messages in what was pushed. */
export const messagesIn = (content: unknown): PushedMessage[] =>
  eventsIn(content).flatMap((event) => messageOf(event) ?? []);
