/** The chat of a LiveKit meeting, as it goes over the page's data channels. Runs in the page. */
import type { MessageView } from '../../../meeting/view.ts';
import { createKeptMessages, idBySender } from '../../page/kept-messages.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import { fieldsOf, jsonIn } from '../../page/told-json.ts';
import { createTextStreams, type Sender } from './text-streams.ts';
import { chatMessage, packet, topics, userPacket } from './wire.ts';

interface ChatSender {
  readonly identity: string;
  readonly name: string;
}

interface Said {
  readonly id: string;
  readonly text: string;
}

/** Older pages write JSON; newer ones send it as well, for older ones, and say that it may be ignored. */
const olderMessage = (payload: Uint8Array): Said | undefined => {
  const { id, message, ignoreLegacy } = fieldsOf(jsonIn(payload));
  if (typeof message !== 'string' || ignoreLegacy === true) return undefined;
  return { id: typeof id === 'string' ? id : crypto.randomUUID(), text: message };
};

export interface LiveKitChat {
  /** A packet of a data channel. Packets are heard in their order. */
  hear(sender: Sender, message: ProtoMessage): Promise<void>;
  /** The newest, in order; what was changed keeps its place. */
  readonly messages: readonly MessageView[];
  /** Somebody encrypts what they send this way: what they write is not among the messages. */
  readonly isEncrypted: boolean;
}

/** Who is in the meeting, and which of them the bot is. */
interface ChatRoom {
  readonly self: ChatSender | undefined;
  readonly members: readonly ChatSender[];
  find(sid: string): ChatSender | undefined;
}

export const createLiveKitChat = (room: ChatRoom, now: () => number = Date.now): LiveKitChat => {
  const messages = createKeptMessages(now);
  let isEncrypted = false;

  const keep = ({ id, text }: Said, { from, identity }: Pick<Sender, 'from' | 'identity'>): void => {
    const sender = from === 'page' ? room.self : room.members.find((one) => one.identity === identity);
    if (!sender) return;
    const { identity: sender_id, name: sender_name } = sender;
    // Senders tell a time of their own clock.
    messages.keep({ id: idBySender(sender_id, id), sender_id, sender_name, to: 'everyone', text });
  };

  const streams = createTextStreams(
    topics.chat,
    room.find,
    (header) => header,
    (header, { text, isWhole }) => {
      if (isWhole) keep({ id: header.id, text }, header);
    },
  );

  return {
    async hear(sender, message) {
      if (sender.from === 'other' && message.message(packet.encrypted)) isEncrypted = true;
      await streams.hear(sender, message);
      const user = message.message(packet.user);
      const isOlder = user !== undefined && topics.olderChat.includes(user.text(userPacket.topic));
      const payload = isOlder ? user.bytes(userPacket.payload) : undefined;
      const older = payload && olderMessage(payload);
      if (older) keep(older, sender);
      const plain = message.message(packet.chatMessage);
      if (plain) keep({ id: plain.text(chatMessage.id), text: plain.text(chatMessage.text) }, sender);
    },
    get messages() {
      return messages.all;
    },
    get isEncrypted() {
      return isEncrypted;
    },
  };
};
