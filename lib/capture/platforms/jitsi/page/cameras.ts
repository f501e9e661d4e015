/** Whose cameras the bot would see, and how large, as Jitsi's bridge is asked for them. */
import type { CameraSizes } from '../../../programs/protocol/people.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import type { JitsiSource } from './room.ts';
import { ask } from './store.ts';

/** In lines: the bridge sends the layer of a camera that comes nearest. */
const heights = { large: 720, small: 180, none: 0 } as const;
/** A screen that is shared is to be read, however small the page itself shows it. */
const screenHeight = 2_160;

/** How many lines are wanted of what. */
export type Wishes = Readonly<Record<string, number>>;

/** Where a person says nothing of what they send, their first picture is their camera's, as far as is known. Pure. */
export const wishesFor = (sizes: CameraSizes, sources: readonly JitsiSource[]): Wishes => {
  const telling = new Set(sources.map(({ participant_id }) => participant_id));
  const linesOf = ({ participant_id, kind, isMuted }: JitsiSource): number | undefined => {
    if (kind === 'screen') return isMuted ? undefined : screenHeight;
    const size = sizes[participant_id];
    return size && heights[size];
  };
  const told = sources.flatMap((source) => {
    const lines = linesOf(source);
    return lines === undefined ? [] : [[source.name, lines] as const];
  });
  const untold = Object.entries(sizes).flatMap(([id, size]) =>
    telling.has(id) ? [] : [[`${id}-v0`, heights[size]] as const],
  );
  return Object.fromEntries([...untold, ...told]);
};

/** What the page asks of the bridge, with the bot's wishes in place of the page's where it has any. Pure. */
export const withWishes = (asked: Fields, wishes: Wishes): Fields => {
  const wanted = Object.entries(wishes);
  if (wanted.length === 0) return asked;
  const constraints = {
    ...fieldsOf(asked.constraints),
    ...Object.fromEntries(wanted.map(([name, maxHeight]) => [name, { maxHeight }])),
  };
  // The page asks for fewer than are wanted where it shows fewer.
  const count = wanted.filter(([, lines]) => lines > 0).length;
  const { lastN } = asked;
  return { ...asked, constraints, ...(typeof lastN === 'number' && lastN >= 0 && { lastN: Math.max(lastN, count) }) };
};

export interface JitsiCameras {
  /** From now on this is the meeting that the bot is in. */
  follow(conference: unknown): void;
  /** Asked for anew at each look: who sends what changes too. */
  want(sizes: CameraSizes): void;
}

/** The page asks anew whenever it shows people in another way: then the wishes go with it. */
export const createJitsiCameras = (sources: () => readonly JitsiSource[]): JitsiCameras => {
  let conference: unknown;
  let sizes: CameraSizes = {};
  /** Nothing is asked before the page has asked, as what else it wants is not known. */
  let asked: Fields | undefined;
  let told = '';

  const wishes = (): Wishes => wishesFor(sizes, sources());

  return {
    follow(joined) {
      const { setReceiverConstraints } = fieldsOf(joined);
      if (joined === conference || typeof setReceiverConstraints !== 'function') return;
      conference = joined;
      asked = undefined;
      Reflect.set(joined as object, 'setReceiverConstraints', (constraints: unknown) => {
        asked = fieldsOf(constraints);
        const wanted = wishes();
        told = JSON.stringify(wanted);
        return setReceiverConstraints.call(joined, withWishes(asked, wanted));
      });
    },
    want(wanted) {
      sizes = wanted;
      if (asked && JSON.stringify(wishes()) !== told) ask(conference, 'setReceiverConstraints', asked);
    },
  };
};
