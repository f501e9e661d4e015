/** The chat of a LiveKit meeting, as it goes over the page's data channels. Runs in the page. */
import { BoundedMap, forgetOldest } from '../../../../process/bounded.ts';
import type { MessageView } from '../../../meeting/view.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import {
  chatMessage,
  compression,
  packet,
  streamChunk,
  streamHeader,
  streamTrailer,
  textHeader,
  topics,
  userPacket,
} from './wire.ts';

const mostMessages = 300;
const mostStreams = 50;
const mostBytes = 60_000;
/** Of the operation that a text is sent with: those that make no message. */
const takenBack = 2;
const reaction = 3;

export interface ChatSender {
  readonly identity: string;
  readonly name: string;
}

interface Said {
  readonly id: string;
  readonly text: string;
}

/** A text on its way, which comes in parts. Its id is its sender's own, who alone adds to it. */
interface TextStream {
  readonly id: string;
  readonly sender: string;
  readonly isPacked: boolean;
  readonly parts: Uint8Array[];
  size: number;
}

const keyOf = (sender: string, id: string): string => `${sender} ${id}`;

const joined = (parts: readonly Uint8Array[]): Blob => new Blob(parts as Uint8Array<ArrayBuffer>[]);

/** As much of a text as is kept; one that is packed may be much larger than it came. */
const textOf = async (parts: readonly Uint8Array[], isPacked: boolean): Promise<string> => {
  if (!isPacked) return joined(parts).text();
  const reader = joined(parts).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const unpacked: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done && size < mostBytes; next = await reader.read()) {
    unpacked.push(next.value);
    size += next.value.length;
  }
  reader.cancel().catch(() => undefined);
  return joined(unpacked).text();
};

/** Older pages write JSON; newer ones send it as well, for older ones, and say that it may be ignored. */
const olderMessage = (payload: Uint8Array): Said | undefined => {
  const { id, message, ignoreLegacy } = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
  if (typeof message !== 'string' || ignoreLegacy === true) return undefined;
  return { id: typeof id === 'string' ? id : crypto.randomUUID(), text: message };
};

export interface LiveKitChat {
  /** A packet of a data channel. Packets are heard in their order. */
  hear(from: 'page' | 'other', bytes: Uint8Array): Promise<void>;
  /** The newest, in order; what was changed keeps its place. */
  readonly messages: readonly MessageView[];
  /** Somebody encrypts what they send this way: what they write is not among the messages. */
  readonly isEncrypted: boolean;
}

/** `senderOf` answers for an identity; for none at all, it answers the bot. */
export const createLiveKitChat = (
  senderOf: (identity: string | undefined) => ChatSender | undefined,
  now: () => number = Date.now,
): LiveKitChat => {
  const messages = new Map<string, MessageView>();
  const streams = new BoundedMap<string, TextStream>(mostStreams);
  let isEncrypted = false;

  const keep = ({ id, text }: Said, identity: string | undefined): void => {
    const sender = senderOf(identity);
    if (!sender) return;
    // Ids are the senders' own: nobody changes what another one wrote.
    const key = `${sender.identity} ${id}`;
    const before = messages.get(key);
    if (before?.text === shortText(text, longestMessage)) return;
    messages.set(key, {
      id: key,
      sender_id: sender.identity,
      sender_name: sender.name,
      to: 'everyone',
      // Senders tell a time of their own clock.
      timestamp_ms: before?.timestamp_ms ?? now(),
      edited_at_ms: before ? now() : null,
      text: shortText(text, longestMessage),
    });
    forgetOldest(messages, mostMessages);
  };

  const finish = async ({ id, sender, parts, isPacked }: TextStream): Promise<void> => {
    streams.delete(keyOf(sender, id));
    keep({ id, text: await textOf(parts, isPacked) }, sender === '' ? undefined : sender);
  };

  const hearHeader = async (header: ProtoMessage, sender: string): Promise<void> => {
    const operation = header.message(streamHeader.textHeader)?.number(textHeader.operation);
    if (header.text(streamHeader.topic) !== topics.chat || operation === undefined) return;
    if (operation === takenBack || operation === reaction) return;
    const packing = header.number(streamHeader.compression);
    if (packing !== compression.none && packing !== compression.deflateRaw) return;
    const whole = header.bytes(streamHeader.inlineContent);
    const stream: TextStream = {
      id: header.text(streamHeader.id),
      sender,
      isPacked: packing === compression.deflateRaw,
      parts: whole ? [whole] : [],
      size: whole?.length ?? 0,
    };
    if (whole) await finish(stream);
    else streams.set(keyOf(sender, stream.id), stream);
  };

  const hearChunk = (chunk: ProtoMessage, sender: string): void => {
    const stream = streams.get(keyOf(sender, chunk.text(streamChunk.id)));
    const content = chunk.bytes(streamChunk.content);
    if (!stream || !content?.length || stream.size > mostBytes) return;
    stream.parts.push(content);
    stream.size += content.length;
  };

  return {
    async hear(from, bytes) {
      const message = ProtoMessage.read(bytes);
      if (!message) return;
      const user = message.message(packet.user);
      // The server writes who sent a packet, older ones (1.5) only into what is in it; what the page sends is the bot's.
      const written = message.text(packet.senderIdentity) || (user?.text(userPacket.senderIdentity) ?? '');
      const sender = from === 'page' ? '' : written;
      if (from === 'other' && sender === '') return;
      if (from === 'other' && message.message(packet.encrypted)) isEncrypted = true;
      const header = message.message(packet.streamHeader);
      if (header) await hearHeader(header, sender);
      const chunk = message.message(packet.streamChunk);
      if (chunk) hearChunk(chunk, sender);
      const trailer = message.message(packet.streamTrailer);
      const ended = trailer && streams.get(keyOf(sender, trailer.text(streamTrailer.id)));
      if (ended) await finish(ended);
      const isOlder = user !== undefined && topics.olderChat.includes(user.text(userPacket.topic));
      const payload = isOlder ? user.bytes(userPacket.payload) : undefined;
      const older = payload && olderMessage(payload);
      if (older) keep(older, sender || undefined);
      const plain = message.message(packet.chatMessage);
      if (plain) keep({ id: plain.text(chatMessage.id), text: plain.text(chatMessage.text) }, sender || undefined);
    },
    get messages() {
      return [...messages.values()];
    },
    get isEncrypted() {
      return isEncrypted;
    },
  };
};
