/** The chat of a Jitsi meeting, as the page's store keeps it. Pure but for its memory. */
import { BoundedSet } from '../../../../process/bounded.ts';
import type { MessageView } from '../../../meeting/view.ts';
import { createKeptMessages, idBySender } from '../../page/kept-messages.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { type Fields, fieldsOf, textOf } from '../../page/told-json.ts';
import { ask, conferenceIn, memberOf, wordOf } from './store.ts';

const mostMessages = 300;

const messageTextOf = (value: unknown): string => textOf(value, longestMessage);
const momentOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;

/** By the address of a picture. Newer pages keep such as reactions (`_onConferenceMessageReceived` in features/chat). */
const isGif = (text: string): boolean => text.trim().toLowerCase().startsWith('gif[');

/** What people wrote, and not what the page says to the bot, nor what is said in front of the door. */
const isWritten = ({ messageType, isReaction, lobbyChat, error, message }: Fields): boolean =>
  (messageType === 'local' || messageType === 'remote') &&
  (isReaction !== true || isGif(messageTextOf(message))) &&
  lobbyChat !== true &&
  !error;

/** Of visitors the page may know nothing but the name, and keeps it in place of an id: it may be the id of somebody else. */
const senderOf = ({ participantId, displayName, isFromVisitor, messageType }: Fields, own_id: string): string => {
  const id = wordOf(participantId);
  if (id !== '') return isFromVisitor === true && id === wordOf(displayName) ? wordOf(`visitor ${id}`) : id;
  return messageType === 'local' ? own_id : '';
};

const messagesIn = (state: Fields): readonly unknown[] => {
  const { messages } = fieldsOf(state['features/chat']);
  return Array.isArray(messages) ? messages : [];
};

/** How many messages of the bot the server has refused. Which ones, it does not say. */
export const refusalsIn = (state: Fields): number =>
  messagesIn(state).filter((one) => fieldsOf(one).messageType === 'error').length;

/** How many messages of the bot's own with this text there are. */
export const ownMessagesIn = (state: Fields, text: string): number =>
  messagesIn(state).filter((one) => {
    const message = fieldsOf(one);
    return message.messageType === 'local' && isWritten(message) && messageTextOf(message.message) === text;
  }).length;

/**
 * Whether whoever serves the page lets the bot write to somebody, by their id, or to `everyone`: config.js of jitsi-meet,
 * `isChatDisabled` and `isPrivateChatEnabled`. What a token forbids is seen only by the field that is not there.
 */
export const mayWriteTo = (state: Fields, reader: string): boolean => {
  const { disableChat, remoteVideoMenu } = fieldsOf(state['features/base/config']);
  if (disableChat === true) return false;
  const { disablePrivateChat } = fieldsOf(remoteVideoMenu);
  if (reader === 'everyone' || disablePrivateChat === undefined || disablePrivateChat === 'disable-visitor-chat')
    return true;
  const { local, remote } = fieldsOf(state['features/base/participants']);
  const isModerator = (person: unknown): boolean => fieldsOf(person).role === 'moderator';
  if (disablePrivateChat === 'allow-moderator-chat') return isModerator(local) || isModerator(memberOf(remote, reader));
  return !disablePrivateChat;
};

export interface JitsiChat {
  /** From now on this is the meeting that the bot is in: what its server replays was written before. */
  follow(conference: unknown): void;
  /** Takes what is new in the store. `joined_ms`: since when the bot is in the room that this is the chat of. */
  look(state: Fields, own_id: string, joined_ms: number): void;
  /** The newest, in order; what was changed keeps its place. */
  readonly messages: readonly MessageView[];
}

export const createJitsiChat = (now: () => number = Date.now): JitsiChat => {
  const messages = createKeptMessages(now);
  /** By its moment, which is that of the server's clock, and its text; and by its name, where it has one, as it may be changed. */
  const replayed = {
    moments: new BoundedSet<string>(mostMessages),
    names: new BoundedSet<string>(mostMessages),
  };
  const momentKey = (timestamp_ms: number, text: string): string => `${timestamp_ms} ${text}`;
  const nameKey = (from: unknown, id: unknown): string | undefined =>
    wordOf(id) === '' ? undefined : `${wordOf(from)} ${wordOf(id)}`;
  const isReplayed = ({ participantId, messageId }: Fields, timestamp_ms: number, text: string): boolean => {
    const name = nameKey(participantId, messageId);
    const isNamed = name !== undefined && replayed.names.has(name);
    return isNamed || replayed.moments.has(momentKey(timestamp_ms, text));
  };
  let looked: readonly unknown[] | undefined;
  const hidden = new BoundedSet<string>(mostMessages);
  /** Whether nobody sees who wrote it: what a transcriber hears, it may write into the chat. One that has left is still hidden. */
  const isOfHidden = (state: Fields, { participantId }: Fields): boolean => {
    const id = wordOf(participantId);
    const { conference } = conferenceIn(state);
    if (ask(ask(conference, 'getParticipantById', id), 'isHidden') === true) hidden.add(id);
    return hidden.has(id);
  };

  const take = (message: Fields, own_id: string, joined_ms: number): void => {
    const timestamp_ms = momentOf(message.timestamp) ?? now();
    const sender_id = senderOf(message, own_id);
    const text = messageTextOf(message.message);
    // The server replays what was written before the bot came, each with the time when that was.
    if (timestamp_ms < joined_ms || isReplayed(message, timestamp_ms, text)) return;
    if (sender_id === '' || text === '') return;
    // Older pages name no messages.
    const named = wordOf(message.messageId) || `${timestamp_ms} ${shortText(text, 100)}`;
    const reader = message.messageType === 'local' ? wordOf(message.recipientId) || wordOf(message.recipient) : own_id;
    messages.keep({
      id: idBySender(sender_id, named),
      sender_id,
      sender_name: wordOf(message.displayName),
      to: message.privateMessage === true ? reader : 'everyone',
      written_ms: timestamp_ms,
      changed_ms: momentOf(message.editedAt),
      text,
    });
  };

  return {
    // A room sends to whoever comes its people, what was written, and its subject last (XEP-0045, 7.2); what is written now comes
    // without a moment.
    follow(conference) {
      let isReplaying = true;
      const ends = (): void => {
        isReplaying = false;
      };
      ask(conference, 'on', 'conference.subjectChanged', ends);
      const hear = (...[from, text, stamp, , , id]: readonly unknown[]): void => {
        if (!stamp) ends();
        if (!stamp || !isReplaying) return;
        replayed.moments.add(momentKey(Date.parse(String(stamp)), messageTextOf(text)));
        const name = nameKey(from, id);
        if (name !== undefined) replayed.names.add(name);
      };
      ask(conference, 'on', 'conference.messageReceived', hear);
    },
    look(state, own_id, joined_ms) {
      const shown = messagesIn(state);
      if (shown === looked) return;
      looked = shown;
      for (const one of shown.slice(-mostMessages)) {
        const message = fieldsOf(one);
        if (isWritten(message) && !isOfHidden(state, message)) take(message, own_id, joined_ms);
      }
    },
    get messages() {
      return messages.all;
    },
  };
};
