/** Why a message was not written. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import { comes } from '../controls.ts';

/** It was written to nobody. */
export const nobodyThere = (to: OutgoingChat['to']): Error =>
  new Error(
    typeof to === 'string'
      ? 'nobody but hosts could be written to in this meeting'
      : 'nobody with this id can be written to in this meeting',
  );

export const chatClosed = (options?: ErrorOptions): Error =>
  new Error('the chat of this meeting is closed to the bot', options);

/**
 * Whether the server refuses what its page has shown as sent: `refusal` is the wait for that. What was shown so is not to be sent
 * again for that its page has gone.
 */
export const isRefused = (refusal: Promise<unknown>): Promise<boolean> => comes(refusal).catch(() => false);
