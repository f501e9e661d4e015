import type { OutgoingChat } from '../../meeting/meeting.ts';

/** A message as pages send it, whose fields know one kind of line end, and no blanks around what is sent. */
export const asWritten = ({ to, text }: OutgoingChat): OutgoingChat => ({
  to,
  text: text.replaceAll('\r\n', '\n').trim(),
});
