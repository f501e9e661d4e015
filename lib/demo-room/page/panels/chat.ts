import type { ChatMessage, Participant } from '../../protocol.ts';
import { button, byId, element } from '../dom.ts';

const mostMessages = 500;
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

interface ChatOptions {
  send(to: string, text: string): void;
  edit(message_id: string, text: string): void;
  isOpen(): boolean;
  onUnread(count: number): void;
}

/** The chat: everything said since this person came in, to everyone or to them alone. */
export const createChat = ({ send, edit, isOpen, onUnread }: ChatOptions) => {
  const list = byId('chat-messages');
  const text = byId<HTMLTextAreaElement>('chat-text');
  const to = byId<HTMLSelectElement>('chat-to');
  const form = byId<HTMLFormElement>('chat-form');
  let self = '';
  let editing: string | undefined;
  let unread = 0;
  let names = new Map<string, string>();

  /** Begins a new message, or an old one anew. */
  const compose = (message_id: string | undefined, written = ''): void => {
    editing = message_id;
    byId('chat-editing').hidden = message_id === undefined;
    text.value = written;
    text.focus();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = text.value.trim();
    if (written !== '' && editing !== undefined) edit(editing, written);
    else if (written !== '') send(to.value, written);
    compose(undefined);
  });
  byId('chat-edit-cancel').addEventListener('click', () => compose(undefined));
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && editing !== undefined) {
      event.stopPropagation();
      return compose(undefined);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const privacy = (message: ChatMessage): HTMLSpanElement[] => {
    if (message.to === 'everyone') return [];
    const reader = message.to === self ? 'you' : (names.get(message.to) ?? 'someone');
    const text = message.to === 'everyone_but_host' ? 'not to the host' : `only to ${reader}`;
    return [element('span', { class: 'tag', text })];
  };

  const find = (message_id: string): HTMLElement | null =>
    list.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(message_id)}"]`);
  const textOf = (row: HTMLElement | null): Element | null => row?.querySelector('.chat-text') ?? null;

  const editButton = ({ message_id }: ChatMessage): HTMLButtonElement =>
    button('Edit', () => compose(message_id, textOf(find(message_id))?.textContent ?? ''), {
      class: 'edit',
      data: { action: 'edit' },
    });

  const change = (row: HTMLElement, message: ChatMessage): void => {
    const [said, mark] = [textOf(row), row.querySelector('.edited')];
    if (said) said.textContent = message.text;
    if (mark) mark.textContent = 'edited';
    row.dataset.editedAtMs = String(message.edited_at_ms);
  };

  const row = (message: ChatMessage): HTMLDivElement =>
    element('div', {
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
            ...(message.sender_id === self ? [editButton(message)] : []),
            element('span', { class: 'edited quiet' }),
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
    /** Says where one is now. */
    divide: (where: string) => {
      list.append(element('div', { class: 'divider', text: where }));
      list.scrollTop = list.scrollHeight;
    },
    show: (message: ChatMessage) => {
      const known = find(message.message_id);
      if (known) return change(known, message);
      // An edit of what has scrolled out of memory.
      if (message.edited_at_ms !== null) return;
      const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      list.append(row(message));
      if (list.childElementCount > mostMessages) list.firstElementChild?.remove();
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
