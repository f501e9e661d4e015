/**
 * Texts that are sent in a LiveKit meeting, each in one packet or in parts (DataStream of livekit_models.proto). Runs in the page.
 * Pure but for its memory.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import { inflate } from '../../page/inflate.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import { longestName } from '../../page/short-text.ts';
import {
  attribute,
  compression,
  packet,
  streamChunk,
  streamHeader,
  streamTrailer,
  textHeader,
  textOperation,
  userPacket,
} from './wire.ts';

const mostStreams = 50;
const mostAttributes = 20;
const mostBytes = 60_000;

/** Who sent a packet, as the server writes it; what the page sends is the bot's. */
export interface Sender {
  readonly from: 'page' | 'other';
  /** In whose name it is: agents may write in that of another. Empty where whoever sent it is hidden. */
  readonly identity: string;
  /** Of the connection by which it came. Older servers do not tell. */
  readonly sid: string;
}

export type Attributes = Readonly<Record<string, string>>;

export interface TextHeader extends Sender {
  /** Its sender's own. */
  readonly id: string;
  /** Made by a program of what somebody said. Senders may say so of what they please. */
  readonly isGenerated: boolean;
  readonly attributes: Attributes;
}

/** What has come of a text: of one that is packed, nothing before all of it. */
export interface SentText {
  readonly text: string;
  readonly isWhole: boolean;
  /** In how many parts it came. */
  readonly parts: number;
  /** As they are by now. */
  readonly attributes: Attributes;
}

interface Stream<Kept> {
  /** In whose name it was begun. */
  readonly identity: string;
  readonly kept: Kept;
  readonly isPacked: boolean;
  readonly decoder: TextDecoder;
  readonly packed: Uint8Array[];
  readonly attributes: Attributes;
  text: string;
  size: number;
  /** The number of the next part. */
  next: number;
  /** How many had anything in them. */
  parts: number;
  /** One is missing: none of those after it is taken. */
  isTorn: boolean;
}

const attributesIn = (message: ProtoMessage, field: number): Attributes =>
  Object.fromEntries(
    message
      .messages(field, mostAttributes)
      .map((entry) => [entry.text(attribute.key, longestName), entry.text(attribute.value, longestName)]),
  );

/** Servers write it, older ones (1.5) only into what is in the packet. */
export const senderIn = (from: Sender['from'], message: ProtoMessage): Sender => {
  if (from === 'page') return { from, identity: '', sid: '' };
  const identity =
    message.text(packet.senderIdentity, longestName) ||
    (message.message(packet.user)?.text(userPacket.senderIdentity, longestName) ?? '');
  return { from, identity, sid: message.text(packet.senderSid, longestName) };
};

/** One connection, or where the server names none, whoever is named: what one of them calls itself is never taken for the other. */
export const writerOf = ({ sid, identity }: Sender): string => (sid === '' ? `id:${identity}` : `sid:${sid}`);

/** Of what is too large, as much as is kept; undefined where it is broken. */
const unpacked = async (packed: readonly Uint8Array[]): Promise<string | undefined> => {
  const { bytes, end } = await inflate(packed, 'deflate-raw', mostBytes);
  return end === 'broken' ? undefined : new TextDecoder().decode(bytes);
};

export interface TextStreams {
  /** A packet of a data channel. Packets are heard in their order. */
  hear(sender: Sender, message: ProtoMessage): Promise<void>;
}

/**
 * Hears the texts of a topic: those of which `open` answers what is kept of them. `tell` hears each as it comes. `find`: who is in
 * the meeting by a connection.
 */
export const createTextStreams = <Kept>(
  topic: string,
  find: (sid: string) => { readonly identity: string } | undefined,
  open: (header: TextHeader) => Kept | undefined,
  tell: (kept: Kept, sent: SentText) => void,
): TextStreams => {
  const streams = new BoundedMap<string, Stream<Kept>>(mostStreams);
  // All of a text comes by one connection; agents begin in the name of another what goes on in their own.
  const keyOf = (sender: Sender, id: string): string => `${writerOf(sender)} ${id}`;
  // Servers that write no connection, as older ones, pass on whatever connection somebody names; who it is they write themselves.
  const isOf = ({ identity }: Stream<Kept>, sender: Sender): boolean =>
    sender.identity === identity || sender.identity === (find(sender.sid)?.identity ?? '');
  const streamOf = (sender: Sender, id: string): Stream<Kept> | undefined => {
    const stream = streams.get(keyOf(sender, id));
    return stream && isOf(stream, sender) ? stream : undefined;
  };

  const add = (stream: Stream<Kept>, content: Uint8Array): void => {
    if (stream.size > mostBytes) return;
    stream.size += content.length;
    if (stream.isPacked) stream.packed.push(content);
    else stream.text += stream.decoder.decode(content, { stream: true });
  };

  const finish = async (stream: Stream<Kept>, attributes: Attributes = {}): Promise<void> => {
    const text = stream.isPacked ? await unpacked(stream.packed) : stream.text + stream.decoder.decode();
    if (text === undefined) return;
    tell(stream.kept, {
      text,
      isWhole: true,
      parts: stream.parts,
      attributes: { ...stream.attributes, ...attributes },
    });
  };

  const hearHeader = async (header: ProtoMessage, sender: Sender): Promise<void> => {
    const ofText = header.message(streamHeader.textHeader);
    if (header.text(streamHeader.topic, longestName) !== topic || !ofText) return;
    const operation = ofText.number(textHeader.operation);
    if (operation === textOperation.takenBack || operation === textOperation.reaction) return;
    const packing = header.number(streamHeader.compression);
    if (packing !== compression.none && packing !== compression.deflateRaw) return;
    const id = header.text(streamHeader.id, longestName);
    if (streams.has(keyOf(sender, id)) && !streamOf(sender, id)) return;
    const attributes = attributesIn(header, streamHeader.attributes);
    const kept = open({ ...sender, id, attributes, isGenerated: ofText.number(textHeader.generated) === 1 });
    if (kept === undefined) return;
    const isPacked = packing === compression.deflateRaw;
    const stream: Stream<Kept> = {
      ...{ identity: sender.identity, kept, isPacked, attributes, decoder: new TextDecoder(), packed: [] },
      ...{ text: '', size: 0, next: 0, parts: 0, isTorn: false },
    };
    const whole = header.bytes(streamHeader.inlineContent);
    if (whole) {
      add(stream, whole);
      await finish(stream);
    } else streams.set(keyOf(sender, id), stream);
  };

  const hearChunk = (chunk: ProtoMessage, sender: Sender): void => {
    const stream = streamOf(sender, chunk.text(streamChunk.id, longestName));
    const number = chunk.number(streamChunk.number);
    if (!stream || stream.isTorn || number < stream.next) return;
    stream.isTorn = number > stream.next;
    if (stream.isTorn) return;
    stream.next += 1;
    // What is empty, the encoding leaves out.
    const content = chunk.bytes(streamChunk.content);
    if (!content || content.length === 0) return;
    stream.parts += 1;
    add(stream, content);
    const { kept, text, attributes } = stream;
    if (!stream.isPacked) tell(kept, { text, attributes, isWhole: false, parts: stream.parts });
  };

  const hearTrailer = async (trailer: ProtoMessage, sender: Sender): Promise<void> => {
    const id = trailer.text(streamTrailer.id, longestName);
    const stream = streamOf(sender, id);
    if (!stream) return;
    streams.delete(keyOf(sender, id));
    await finish(stream, attributesIn(trailer, streamTrailer.attributes));
  };

  return {
    async hear(sender, message) {
      const header = message.message(packet.streamHeader);
      if (header) await hearHeader(header, sender);
      const chunk = message.message(packet.streamChunk);
      if (chunk) hearChunk(chunk, sender);
      const trailer = message.message(packet.streamTrailer);
      if (trailer) await hearTrailer(trailer, sender);
    },
  };
};
