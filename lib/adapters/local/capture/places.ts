/** How many bots one machine captures at a time, and who comes next. Pure. */
import { workerOf } from '../../../domain/bot/capture-task.ts';
import { urgencies } from '../../../domain/bot/launch-shares.ts';
import type { CaptureOrder, DatedOrder } from '../../../ports/capture-order.ts';

export interface Room {
  /** So many bots may be in meetings at a time. */
  readonly places: number;
  /** So many may start at a time: a start takes the most of a machine. */
  readonly starts: number;
}

export type PlacedOrder = CaptureOrder & Pick<DatedOrder, 'is_anew'>;

/** What an order that is carried out takes of the room. */
export interface Occupant {
  readonly order: PlacedOrder;
  readonly isStarting: boolean;
  /** Its browser is closed; only the recording and the transcript are being finished. */
  readonly isThrough: boolean;
}

/** Takes the place of a task that was lost: its bot was in a meeting that goes on without it. */
const isAgain = ({ attempt, is_anew }: PlacedOrder): boolean => attempt > 1 && !is_anew;

/** One that only finishes a recording takes none, and nor does an app session: it is small, and its stream does not wait. */
const isFree = (order: CaptureOrder): boolean => order.mode === 'finish' || workerOf(order) === 'stream';

const takesPlace = ({ order, isThrough }: Occupant): boolean => !isFree(order) && !isThrough;

/** How many places are taken. */
export const placesTaken = (occupants: readonly Occupant[]): number => occupants.filter(takesPlace).length;

/**
 * Why an order has to wait, and what whoever runs the machine can do about it; undefined where it can be carried out now. One
 * that takes the place of another's task has it already.
 */
export const whyItWaits = (
  order: PlacedOrder,
  occupants: readonly Occupant[],
  { places, starts }: Room,
): string | undefined => {
  if (isFree(order)) return undefined;
  const taken = placesTaken(occupants);
  if (!isAgain(order) && taken >= places)
    return `${taken} of ${places} places are taken: start the service with --bots N to have N of them`;
  const starting = occupants.filter(
    (one) => !isFree(one.order) && one.isStarting && isAgain(one.order) === isAgain(order),
  );
  return starting.length < starts
    ? undefined
    : `as many bots are starting as may at a time, which is ${starts}: its turn comes when one has arrived`;
};

const compareUrgency = (one: DatedOrder, other: DatedOrder): number => urgencyRank(one) - urgencyRank(other);
const urgencyRank = ({ urgency = 'scheduled' }: DatedOrder): number => urgencies.indexOf(urgency);
const compareJoinAt = (one: DatedOrder, other: DatedOrder): number =>
  Date.parse(one.join_at) - Date.parse(other.join_at);

interface Waiting {
  readonly order: DatedOrder;
}

/** Each order with how many places its project has, or will have, when it has had its turn: those it has and those before it. */
const ranked = <T extends Waiting>(waiting: readonly T[], occupants: readonly Occupant[]) => {
  const held = Map.groupBy(occupants.filter(takesPlace), ({ order }) => order.project_id);
  return [...Map.groupBy(waiting, ({ order }) => order.project_id)].flatMap(([project, ofProject]) =>
    ofProject
      .toSorted((one, other) => compareUrgency(one.order, other.order) || compareJoinAt(one.order, other.order))
      .map((one, i) => ({ one, rank: (held.get(project)?.length ?? 0) + i })),
  );
};

/**
 * Orders in the order of their turns: first those that replace lost tasks. Then the project with the fewest places has the
 * next one, so that nobody waits for all bots of somebody else. Of one project, and of projects that have the same, bots that
 * somebody waits for come before scheduled ones, and of these who is to join first.
 */
export const inTurn = <T extends Waiting>(waiting: readonly T[], occupants: readonly Occupant[] = []): T[] => {
  const { true: again = [], false: others = [] } = Object.groupBy(waiting, ({ order }) => `${isAgain(order)}`);
  return [
    ...again.toSorted((one, other) => compareJoinAt(one.order, other.order)),
    ...ranked(others, occupants)
      .toSorted(
        (a, b) =>
          a.rank - b.rank || compareUrgency(a.one.order, b.one.order) || compareJoinAt(a.one.order, b.one.order),
      )
      .map(({ one }) => one),
  ];
};
