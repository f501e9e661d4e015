/**
 * What the chat service pushes over the call socket: by names that public clients read there, and recorded traffic shows. Bodies come
 * as they are, packed, or packed in what names them so.
 */
import { gzipSync } from 'node:zlib';
import type { Message } from '../meeting.ts';
import { conversationFrame, type FrameOf, htmlOf } from './wire.ts';

const service = 'https://notifications.skype.net/v1/users/ME';

/** The thread of a meeting. */
export const threadOf = (code: string): string => `19:meeting_${Buffer.from(code).toString('base64url')}@thread.v2`;
/** Of somebody's other chat, which their pages are told of too. */
const otherThread = '19:8f0a5de9_4b7a@unq.gbl.spaces';

/** That the meeting's messages are of a thread. */
export const threadFrame = (of: FrameOf, threadId: string): string =>
  conversationFrame(of, 'conversationUpdate', {
    roster: null,
    activeModalities: { call: {}, groupChat: { threadId } },
  });

const packed = (value: object): string => gzipSync(JSON.stringify(value)).toString('base64');

const bodies: readonly ((event: object) => { readonly headers?: object; readonly body: string })[] = [
  (event) => ({ body: JSON.stringify(event) }),
  (event) => ({ headers: { 'X-Microsoft-Skype-Content-Encoding': 'gzip' }, body: packed(event) }),
  (event) => ({ body: JSON.stringify({ cp: packed(event) }) }),
];

const pushOf = ({ id }: FrameOf, resourceType: string, resource: object): string => {
  const { headers, body } =
    bodies[Math.floor(id / bodies.length) % bodies.length]?.({ type: 'EventMessage', resourceType, resource }) ?? {};
  return `3:::${JSON.stringify({
    id,
    method: 'POST',
    url: '/v4/f/fzM_P6_9OkKhaTfnkJKf1g/messaging',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Trouter-Timeout': '12298', ...headers },
    body,
  })}`;
};

export interface InThread {
  readonly thread: string;
  readonly number: number;
  readonly name: string;
}

/** Somebody has written, or changed what they wrote. */
export const messageFrame = (of: FrameOf, message: Message, { thread, number, name }: InThread): string =>
  pushOf(of, message.isEdited ? 'MessageUpdate' : 'NewMessage', {
    id: String(number),
    clientmessageid: message.id,
    type: 'Message',
    messagetype: 'RichText/Html',
    from: `${service}/contacts/${message.from}`,
    imdisplayname: name,
    content: htmlOf(message.text),
    originalarrivaltime: new Date(message.at_ms).toISOString(),
    conversationLink: `${service}/conversations/${thread}`,
  });

/** Somebody types, which is called a message too. */
export const typingFrame = (of: FrameOf, from: string, { thread, name }: InThread): string =>
  pushOf(of, 'NewMessage', {
    messagetype: 'Control/Typing',
    from: `${service}/contacts/${from}`,
    imdisplayname: name,
    conversationLink: `${service}/conversations/${thread}`,
  });

/** The same words, in another chat. */
export const elsewhereFrame = (of: FrameOf, message: Message, told: InThread): string =>
  messageFrame(
    of,
    { ...message, id: `${message.id}-elsewhere` },
    { ...told, number: told.number - 1, thread: otherThread },
  );
