/** Who is heard, as the client shows it. Pure but for its memory. */
import { all } from './dom.ts';
import { selectors } from './selectors.ts';

/** A view that is drawn anew shows another person for a moment. */
const steadyForMs = 250;
const lookEveryMs = 100;

const nameIn = (frame: Element): string | undefined =>
  all(frame, selectors.speaker.name)
    .map(({ textContent }) => textContent.trim())
    .find((name) => name !== '');

/** The name on the picture that is marked as heard, or on the one that shows whoever was heard last. */
export const heardIn = (root: ParentNode): string | undefined => {
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
  return undefined;
};

/** The names on all pictures that are shown, each once. */
export const namesShownIn = (root: ParentNode): string[] => [
  ...new Set(all(root, selectors.speaker.frame).flatMap((frame) => nameIn(frame) ?? [])),
];

/** Answers who has been shown as heard for long enough; it may be asked as often as one likes. */
export const createSpeakerWatch = (look: () => string | undefined, now: () => number = () => performance.now()) => {
  let looked_ms = Number.NEGATIVE_INFINITY;
  let shown: string | undefined;
  let since_ms = 0;
  let steady: string | undefined;

  return (): string | undefined => {
    const now_ms = now();
    if (now_ms - looked_ms < lookEveryMs) return steady;
    looked_ms = now_ms;
    const name = look();
    if (name !== shown) since_ms = now_ms;
    shown = name;
    if (now_ms - since_ms >= steadyForMs) steady = shown;
    return steady;
  };
};
