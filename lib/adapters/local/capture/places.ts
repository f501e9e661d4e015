/** How many bots one machine captures at a time, and who comes next. Pure. */
import type { CaptureOrder, DatedOrder } from '../../../ports/capture-order.ts';

export interface Room {
  /** So many bots may be in meetings at a time. */
  readonly places: number;
  /** So many may start at a time: a start takes the most of a machine. */
  readonly starts: number;
}

/** What an order that is carried out takes of the room. */
export interface Occupant {
  readonly order: CaptureOrder;
  readonly isStarting: boolean;
  /** Its browser is closed; only the recording and the transcript are being finished. */
  readonly isThrough: boolean;
}

/** Takes the place of a task that was lost: its bot was in a meeting that goes on without it. */
const isAgain = ({ attempt }: CaptureOrder): boolean => attempt > 1;

/** A task that only finishes a recording takes no place, and one that takes another's has it already. */
const takesPlace = ({ mode, attempt }: CaptureOrder): boolean => mode === 'capture' && attempt === 1;

/** Whether an order can be carried out now. */
export const hasRoomFor = (order: CaptureOrder, occupants: readonly Occupant[], { places, starts }: Room): boolean => {
  if (order.mode === 'finish') return true;
  const starting = occupants.filter((one) => one.isStarting && isAgain(one.order) === isAgain(order));
  const taken = occupants.filter((one) => one.order.mode === 'capture' && !one.isThrough);
  return starting.length < starts && (!takesPlace(order) || taken.length < places);
};

/** Orders in the order of their turns: those that replace lost tasks, then who is to join first. */
export const inTurn = <T extends { readonly order: DatedOrder }>(waiting: readonly T[]): T[] =>
  waiting.toSorted(
    (one, other) =>
      Number(isAgain(other.order)) - Number(isAgain(one.order)) ||
      Date.parse(one.order.join_at) - Date.parse(other.order.join_at),
  );
