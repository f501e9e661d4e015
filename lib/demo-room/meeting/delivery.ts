import type { HeldFor, Outcome, ServerMessage } from '../protocol.ts';

/** One message to one person. After `over` that person is gone. */
export interface Delivery {
  readonly to: string;
  readonly message: ServerMessage;
}

export const tell = (people: Iterable<{ participant_id: string }>, message: ServerMessage): Delivery[] =>
  [...people].map(({ participant_id }) => ({ to: participant_id, message }));

export const over = (to: string, outcome: Outcome): Delivery => ({ to, message: { type: 'over', outcome } });
export const notice = (to: string, text: string): Delivery => ({ to, message: { type: 'notice', text } });
export const held = (to: string, reason: HeldFor): Delivery => ({ to, message: { type: 'held', reason } });
