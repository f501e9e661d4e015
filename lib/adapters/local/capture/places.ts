/** How many bots one machine captures at a time, and who comes next. Pure. */
import { workerOf } from '../../../domain/bot/capture-task.ts';
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

/** One that only finishes a recording takes none, and nor does an app session: it is small, and its stream does not wait. */
const isFree = (order: CaptureOrder): boolean => order.mode === 'finish' || workerOf(order) === 'stream';

/** How many places are taken. */
export const placesTaken = (occupants: readonly Occupant[]): number =>
  occupants.filter(({ order, isThrough }) => !isFree(order) && !isThrough).length;

/** Whether an order can be carried out now. One that takes the place of another's task has it already. */
export const hasRoomFor = (order: CaptureOrder, occupants: readonly Occupant[], { places, starts }: Room): boolean => {
  if (isFree(order)) return true;
  const bots = occupants.filter((one) => !isFree(one.order));
  const starting = bots.filter((one) => one.isStarting && isAgain(one.order) === isAgain(order));
  return starting.length < starts && (isAgain(order) || placesTaken(occupants) < places);
};

/** Orders in the order of their turns: those that replace lost tasks, then who is to join first. */
export const inTurn = <T extends { readonly order: DatedOrder }>(waiting: readonly T[]): T[] =>
  waiting.toSorted(
    (one, other) =>
      Number(isAgain(other.order)) - Number(isAgain(one.order)) ||
      Date.parse(one.order.join_at) - Date.parse(other.order.join_at),
  );
