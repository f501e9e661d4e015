/** A message as a row of the chat, and a line of the field taken apart that is a command. */
import type { Told } from './connection.ts';

/** `own`: the id of whoever looks on. */
export const messageRow = ({ id, source, dest, username, time, value }: Told, own: string | undefined): HTMLElement => {
  const row = document.createElement('div');
  row.className = 'message-row';
  const message = document.createElement('div');
  message.className = 'message';
  if (!source) message.classList.add('message-system');
  if (source === own) message.classList.add('message-sender');
  if (dest) message.classList.add('message-private');
  Object.assign(message.dataset, { ...(source && { peerId: source, username: username ?? '' }), ...(id && { id }) });
  const header = document.createElement('p');
  header.className = 'message-header';
  const user = Object.assign(document.createElement('span'), {
    className: 'message-user',
    textContent: username || '(anon)',
  });
  const at = Object.assign(document.createElement('span'), {
    className: 'message-time',
    textContent: new Date(time ?? Date.now()).toLocaleTimeString(),
  });
  header.append(user, at);
  const content = document.createElement('p');
  content.className = 'message-content';
  // Addresses become links, and lines are broken.
  String(value)
    .split('\n')
    .forEach((line, index) => {
      if (index > 0) content.append(document.createElement('br'));
      for (const part of line.split(/(https?:\/\/\S+)/)) {
        const isLink = /^https?:/.test(part);
        content.append(isLink ? Object.assign(document.createElement('a'), { href: part, textContent: part }) : part);
      }
    });
  message.append(header, content);
  row.append(message);
  return row;
};

/** The words of a command: the first, which may be quoted, and the rest. */
export const parseCommand = (line: string): [string, string] => {
  let [at, first, quote] = [0, '', ''];
  while (at < line.length && line[at] === ' ') at += 1;
  if (line[at] === '"' || line[at] === "'") {
    quote = line[at] ?? '';
    at += 1;
  }
  for (; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (quote !== '' ? letter === quote : /\s/.test(letter)) {
      at += 1;
      break;
    }
    if (letter === '\\') at += 1;
    first += line[at] ?? '';
  }
  while (at < line.length && line[at] === ' ') at += 1;
  return [first, line.slice(at)];
};
