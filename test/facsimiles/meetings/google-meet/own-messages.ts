/** What a page of Google Meet sends of what is written in it. */
import type { Guest } from '../guest.ts';
import type { MediaServer } from '../media/media-server.ts';
import { sentMessage, textOfSent } from './wire.ts';

/** The page opens it with the first message. */
const channel = 'meet_messages';

/** Has the page send it, where guests may write. */
export const sendFrom = ({ meeting, visit }: Guest, text: string): void => {
  if (!meeting.chatIsOpen || text.trim() === '') return;
  const base64 = Buffer.from(sentMessage(text.trim())).toString('base64');
  visit.tell({ type: 'send', by: 'channel', to: channel, base64 });
};

/** Takes what the page sends; so many messages as its quirk says are not delivered. */
export const takeSent = (
  { meeting, member, visit }: Guest,
  media: MediaServer,
  onLost: (text: string) => void,
): void => {
  let lost = 0;
  const hear = (bytes: Buffer): void => {
    const text = textOfSent(bytes);
    if (lost < (visit.quirks.undelivered ?? 0)) {
      lost += 1;
      onLost(text);
    } else if (member) meeting.write(member.id, text);
  };
  void media.channel(channel).then(({ onMessage }) => onMessage(hear));
};
