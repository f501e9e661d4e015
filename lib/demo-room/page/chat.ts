import type { ChatMessage, Participant } from '../protocol.ts';
import { byId, element } from './dom.ts';

const MOST_MESSAGES = 500;
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

interface ChatOptions {
  send(to: string, text: string): void;
  isOpen(): boolean;
  onUnread(count: number): void;
}

/** The chat: everything said since this person came in, to everyone or to them alone. */
export const createChat = ({ send, isOpen, onUnread }: ChatOptions) => {
  const list = byId('chat-messages');
  const text = byId<HTMLTextAreaElement>('chat-text');
  const to = byId<HTMLSelectElement>('chat-to');
  const form = byId<HTMLFormElement>('chat-form');
  let self = '';
  let unread = 0;
  let names = new Map<string, string>();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = text.value.trim();
    if (written !== '') send(to.value, written);
    text.value = '';
    text.focus();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const privacy = (message: ChatMessage) => {
    if (message.to === 'everyone') return [];
    const reader = message.to === self ? 'you' : (names.get(message.to) ?? 'someone');
    const text = message.to === 'everyone_but_host' ? 'not to the host' : `only to ${reader}`;
    return [element('span', { class: 'tag', text })];
  };

  const row = (message: ChatMessage) =>
    element('li', {
      class: message.sender_id === self ? 'message own' : 'message',
      data: {
        'message-id': message.message_id,
        'sender-id': message.sender_id,
        'sender-name': message.sender_name,
        to: message.to,
        'timestamp-ms': message.timestamp_ms,
      },
      children: [
        element('div', {
          class: 'message-head',
          children: [
            element('strong', { text: message.sender_id === self ? 'You' : message.sender_name }),
            ...privacy(message),
            element('time', { text: time.format(message.timestamp_ms) }),
          ],
        }),
        element('p', { class: 'chat-text', text: message.text }),
      ],
    });

  return {
    start: (self_id: string) => {
      self = self_id;
      list.replaceChildren();
    },
    show: (message: ChatMessage) => {
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      list.append(row(message));
      if (list.childElementCount > MOST_MESSAGES) list.firstElementChild?.remove();
      if (isAtEnd || message.sender_id === self) list.scrollTop = list.scrollHeight;
      if (!isOpen()) onUnread(++unread);
    },
    opened: () => {
      unread = 0;
      onUnread(0);
      list.scrollTop = list.scrollHeight;
      text.focus();
    },
    /** Offers everybody else as a reader. */
    setPeople: (participants: Participant[]) => {
      names = new Map(participants.map(({ participant_id, name }) => [participant_id, name]));
      const chosen = to.value;
      const others = [...names].filter(([id]) => id !== self);
      to.replaceChildren(
        new Option('everyone', 'everyone'),
        new Option('everyone but the host', 'everyone_but_host'),
        ...others.map(([id, name]) => new Option(`${name} only`, id)),
      );
      to.value = chosen;
      if (to.selectedIndex < 0) to.value = 'everyone';
    },
  };
};
