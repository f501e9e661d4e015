/** In which ways a facsimile is as bad as the pages of platforms were seen to be (F1 to F28 of the README). */
import type { Chance } from '../../lab/pages/mutations.ts';
import type { Decoding } from './stage/protocol.ts';

export interface Quirks {
  /** All that is random follows from it. */
  readonly seed: number;
  /** F1: how long the page takes from one state to the next. */
  readonly pause_ms: readonly [least: number, most: number];
  /** F2: dialogs over the form and after the press of join, by name, in random order; the first of them comes back once. */
  readonly dialogs: readonly string[];
  readonly dialogsAfter: readonly string[];
  readonly comesBack: boolean;
  /** F3: nobody can press before a name was typed by keys; the first press comes too early, and is lost. */
  readonly lateButton: boolean;
  /** F4: how often all elements are replaced by new ones that look the same. */
  readonly redraws_ms: number | undefined;
  /** F5: what becomes of toolbars after a while without a pointer. */
  readonly toolbar: 'stays' | 'out_of_sight' | 'out_of_dom';
  readonly toolbarAfter_ms: number;
  /** F5: how long after a pointer has moved they are back; absent where they are at once. */
  readonly toolbarBack_ms?: number;
  /** F6: class names of this load only. */
  readonly classes: 'kept' | 'random';
  /** F7: final sentences where they mean nothing. */
  readonly decoys: boolean;
  /** F8: where the client lives, where that is not the page's own document. */
  readonly place: 'page' | 'frame';
  /** F11. */
  readonly typography: readonly ('curly' | 'nbsp' | 'split')[];
  /** F13: of messages on the wire, one of so many is broken; doubled; two change places. */
  readonly wire: { readonly brokenOneOf?: number; readonly doubledOneOf?: number; readonly swappedOneOf?: number };
  /** Who the platform knows the browser as; absent for guests. */
  readonly account?: string;
  /** F16: a strict content security policy, and trusted types. */
  readonly strict: boolean;
  /** F17: how long whoever's page is gone without a word still stands in the meeting. */
  readonly lingers_ms: number;
  /** F18: how the page comes by the frames of sound that it decodes itself; absent where the browser decodes. */
  readonly decoding?: Decoding;
  /** F19: whose streams of sound are is told by a channel of its own, and in no list of outputs. */
  readonly streamsApart?: true;
  /** F20: no tile is marked as the page's own. */
  readonly unmarked?: true;
  /** F21: nothing comes of what servers tell of people and of what they say; the page knows it all the same. */
  readonly untold?: true;
  /** F22: whoever goes into a breakout room, or comes back, has the view again that the client begins with. */
  readonly forgetsView?: true;
  /** F23: nobody is told of what they write themselves. */
  readonly unechoed?: true;
  /** F24: so many messages of a page do not arrive, and it offers to send them again. */
  readonly undelivered?: number;
  /** F25: captions come by Google Meet's newer channel, and the older one is silent. */
  readonly newerCaptions?: true;
  /** F26: after so many messages of captions their channel is silent, and the page shows them all the same. */
  readonly captionsCeaseAfter?: number;
  /** F27: how long after what Jitsi's bridge sends its channel says whose that is. */
  readonly lateWord_ms?: number;
  /** F28: how many characters the field of the chat takes; as many as come where it is absent. */
  readonly longestMessage?: number;
}

/** A page that behaves. */
export const plain: Quirks = {
  seed: 1,
  pause_ms: [0, 0],
  dialogs: [],
  dialogsAfter: [],
  comesBack: false,
  lateButton: false,
  redraws_ms: undefined,
  toolbar: 'stays',
  toolbarAfter_ms: 3_000,
  classes: 'kept',
  decoys: false,
  place: 'page',
  typography: [],
  wire: {},
  strict: false,
  lingers_ms: 0,
};

/** In random order. */
export const shuffled = <T>(all: readonly T[], chance: Chance): T[] =>
  all
    .map((one) => [chance(), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one);

/** Messages as a bad line brings them, each followed by what else comes then. */
export const createBadLine = ({ brokenOneOf, doubledOneOf, swappedOneOf }: Quirks['wire'], chance: Chance) => {
  let held: Uint8Array | undefined;
  const strikes = (oneOf: number | undefined): boolean => oneOf !== undefined && chance() < 1 / oneOf;
  /** Cut in its middle, so that no reader can make sense of it. */
  const broken = (message: Uint8Array): Uint8Array => message.slice(0, Math.ceil(message.length / 2));
  return (message: Uint8Array): Uint8Array[] => {
    if (held === undefined && strikes(swappedOneOf)) {
      held = message;
      return [];
    }
    const late = held ? [held] : [];
    held = undefined;
    const doubled = strikes(doubledOneOf) ? [message] : [];
    // What is broken comes again whole, as a platform sends what was not acknowledged.
    const bad = strikes(brokenOneOf) ? [broken(message)] : [];
    return [...bad, message, ...doubled, ...late];
  };
};
