/** Who is heard, as the client shows it. Pure but for its memory. */

import { selectors } from '../selectors.ts';
import { all } from './dom.ts';

/** A view that is drawn anew shows another person for a moment. */
const steadyForMs = 250;
const lookEveryMs = 100;
/** By then it is certain who was heard. */
export const certainAfterMs = steadyForMs + 1.5 * lookEveryMs;
/** Of those who were shown, for as long as anybody asks. */
const mostShown = 20;

/** While the sound of somebody begins, their picture says so as an alert, behind the name or in its place. */
const aboutSound =
  /(?:^Connecting to audio| (?:is connecting to audio(?: and cannot hear you yet)?|did not connect to audio|connected to audio))$/;

const nameOn = (shown: Element): string => {
  const text = shown.textContent.trim();
  return shown.getAttribute('role') === 'alert' ? text.replace(aboutSound, '') : text;
};

const nameIn = (frame: Element): string | undefined =>
  all(frame, selectors.speaker.name)
    .map(nameOn)
    .find((name) => name !== '');

/** In a gallery of two the client marks nobody: it is the one who is not the bot. */
const otherOfTwo = (root: ParentNode, own_name: string): string | undefined => {
  const names = all(root, selectors.speaker.tile).map(nameIn);
  const [other, ...more] = names.filter((name) => name !== own_name);
  return names.length === 2 && more.length === 0 ? other : undefined;
};

/**
 * The name on the picture that is marked as heard, or on the one that shows whoever was heard last. `own_name`: the bot's, where
 * there is nobody in the meeting but it and somebody else.
 */
export const heardIn = (root: ParentNode, own_name?: string): string | undefined => {
  const { heard, large } = selectors.speaker;
  for (const selector of heard) {
    const frames = all(root, selector);
    const name = frames.length === 1 && frames[0] ? nameIn(frames[0]) : undefined;
    if (name !== undefined) return name;
  }
  for (const selector of large) {
    const frames = all(root, selector);
    // Several large pictures are of people who were pinned.
    if (frames.length === 1 && frames[0]) return nameIn(frames[0]);
  }
  return own_name === undefined ? undefined : otherOfTwo(root, own_name);
};

/** The names on all pictures that are shown, each once. */
export const namesShownIn = (root: ParentNode): string[] => [
  ...new Set(all(root, selectors.speaker.frame).flatMap((frame) => nameIn(frame) ?? [])),
];

interface Shown {
  readonly name: string | undefined;
  readonly since_ms: number;
}

/**
 * Answers who is heard, or who was so many ms ago: whoever was shown at that moment, and for long enough before or after it. So
 * of a moment that is `certainAfterMs` ago even the beginning of somebody's turn has its name. It may be asked as often as one likes.
 */
export const createSpeakerWatch = (look: () => string | undefined, now: () => number = () => performance.now()) => {
  let looked_ms = Number.NEGATIVE_INFINITY;
  /** The last ones, the newest first. */
  let shown: readonly Shown[] = [];

  return (ago_ms = 0): string | undefined => {
    const now_ms = now();
    if (now_ms - looked_ms >= lookEveryMs) {
      looked_ms = now_ms;
      const name = look();
      if (shown.length === 0 || shown[0]?.name !== name)
        shown = [{ name, since_ms: now_ms }, ...shown].slice(0, mostShown);
    }
    const lasted = (at: number): number => (shown[at - 1]?.since_ms ?? now_ms) - (shown[at]?.since_ms ?? now_ms);
    return shown.find(({ since_ms }, at) => since_ms <= now_ms - ago_ms && lasted(at) >= steadyForMs)?.name;
  };
};
