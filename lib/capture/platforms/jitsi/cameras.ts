/** Whose cameras the bot would see, and how large, as Jitsi's bridge is asked for them. */
import type { CameraSizes } from '../../programs/protocol/people.ts';
import { ask, type Fields, fieldsOf } from './store.ts';

/** In lines: the bridge sends the layer of a camera that comes nearest. */
const heights = { large: 720, small: 180, none: 0 } as const;

/** A person's camera, as the bridge calls it; `-v1` is their screen. */
const cameraOf = (participant_id: string): string => `${participant_id}-v0`;

/** What the page asks of the bridge, with the bot's wishes in place of the page's where it has any. Pure. */
export const withWishes = (asked: Fields, sizes: CameraSizes): Fields => {
  const wishes = Object.entries(sizes).map(([id, size]) => [cameraOf(id), { maxHeight: heights[size] }] as const);
  if (wishes.length === 0) return asked;
  const constraints = { ...fieldsOf(asked.constraints), ...Object.fromEntries(wishes) };
  // The page asks for fewer than are wanted where it shows fewer.
  const wanted = Object.entries(sizes).filter(([, size]) => size !== 'none').length;
  const { lastN } = asked;
  return { ...asked, constraints, ...(typeof lastN === 'number' && lastN >= 0 && { lastN: Math.max(lastN, wanted) }) };
};

export interface JitsiCameras {
  /** From now on this is the meeting that the bot is in. */
  follow(conference: unknown): void;
  want(sizes: CameraSizes): void;
}

/** The page asks anew whenever it shows people in another way: then the wishes go with it. */
export const createJitsiCameras = (): JitsiCameras => {
  let conference: unknown;
  let sizes: CameraSizes = {};
  /** Nothing is asked before the page has asked, as what else it wants is not known. */
  let asked: Fields | undefined;
  let told = '';

  return {
    follow(joined) {
      const { setReceiverConstraints } = fieldsOf(joined);
      if (joined === conference || typeof setReceiverConstraints !== 'function') return;
      conference = joined;
      asked = undefined;
      Reflect.set(joined as object, 'setReceiverConstraints', (constraints: unknown) => {
        asked = fieldsOf(constraints);
        told = JSON.stringify(sizes);
        return setReceiverConstraints.call(joined, withWishes(asked, sizes));
      });
    },
    want(wanted) {
      sizes = wanted;
      if (asked && JSON.stringify(wanted) !== told) ask(conference, 'setReceiverConstraints', asked);
    },
  };
};
