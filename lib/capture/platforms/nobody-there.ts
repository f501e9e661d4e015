/** Why a message was written to nobody. */
import type { OutgoingChat } from '../meeting/meeting.ts';

export const nobodyThere = (to: OutgoingChat['to']): Error =>
  new Error(
    typeof to === 'string'
      ? 'nobody but hosts could be written to in this meeting'
      : 'nobody with this id can be written to in this meeting',
  );
