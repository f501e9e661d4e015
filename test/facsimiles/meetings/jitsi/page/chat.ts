/** The page's chat: what its store keeps of a message, and its conference says of it. */
import type { Written } from '../protocol.ts';
import { emit } from './conference.ts';
import { known } from './known.ts';

const storedMessage = ({ id, from, name, to, text, at_ms, is_edited }: Written) => ({
  displayName: name,
  isEdited: is_edited,
  isReaction: false,
  lobbyChat: false,
  message: text,
  messageId: id,
  messageType: from === known.self?.id ? 'local' : 'remote',
  participantId: from,
  privateMessage: to !== 'everyone',
  reactions: new Map(),
  recipient: to === 'everyone' ? '' : (known.others.find((one) => one.id === to)?.name ?? known.self?.name ?? ''),
  recipientId: to === 'everyone' ? undefined : to,
  timestamp: at_ms,
});

/** As `_handleChatError` of features/chat/middleware.ts. */
export const hearRefusal = (): void => {
  const message = 'not-allowed';
  const refusal = { messageType: 'error', message, privateMessage: false, timestamp: Date.now() };
  known.messages = [...known.messages, refusal];
  emit('conference.error', 'conference.chatError', message);
};

/** Written, or changed afterwards. */
export const hearMessage = (message: Written): void => {
  const stored = storedMessage(message);
  const isKnown = known.messages.some((one) => one.messageId === stored.messageId);
  known.messages = isKnown
    ? known.messages.map((one) => (one.messageId === stored.messageId ? stored : one))
    : [...known.messages, stored];
  const { from, text, name, id, to } = message;
  emit(
    to === 'everyone' ? 'conference.messageReceived' : 'conference.privateMessageReceived',
    from,
    text,
    // Only what is replayed has a moment.
    null,
    name,
    false,
    id,
  );
};
