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
  want(sizes: CameraSizes, conference: unknown): void;
}

/** The page asks anew whenever it shows people in another way: then the wishes go with it. */
export const createJitsiCameras = (): JitsiCameras => {
  const changed = new WeakSet<object>();
  let sizes: CameraSizes = {};
  let asked: Fields = {};
  let told = '';

  const follow = (conference: object): void => {
    if (changed.has(conference)) return;
    const { setReceiverConstraints } = fieldsOf(conference);
    if (typeof setReceiverConstraints !== 'function') return;
    changed.add(conference);
    asked = {};
    told = '';
    Reflect.set(conference, 'setReceiverConstraints', (page: unknown) => {
      asked = fieldsOf(page);
      return setReceiverConstraints.call(conference, withWishes(asked, sizes));
    });
  };

  return {
    want(wanted, conference) {
      sizes = wanted;
      if (typeof conference !== 'object' || conference === null) return;
      follow(conference);
      const now = JSON.stringify(wanted);
      if (now === told) return;
      told = now;
      ask(conference, 'setReceiverConstraints', asked);
    },
  };
};
