/** What agents have begun to write of somebody, and not finished. Runs in the page. Pure but for its memory. */
import { BoundedMap, BoundedSet, forgetOldest } from '../../../../process/bounded.ts';
import { countHeld, isHeldBy } from '../../page/words-of.ts';

/** Of one writer and one whose words they are. */
const mostOpen = 3;
/** Of all pairs: of one that was ended long ago nothing comes any more. */
const mostFinished = 500;
/** A final text that comes so soon after another one is of the same words, however they are corrected. */
const samePieceWithinMs = 2_000;

export interface SegmentText {
  /** Of its stream. */
  readonly id: string;
  /** When that began. */
  readonly begun_ms: number;
  /** As the agent names it: some name it in all texts but the final one. */
  readonly segment: string | undefined;
  /** The agent says that it is the final one. */
  readonly isLast: boolean;
  readonly text: string;
  /** Nothing more of it comes. */
  readonly isOver: boolean;
}

interface Open {
  readonly segment: string;
  readonly text: string;
  readonly changed_ms: number;
}

/** Which of them a final text ends that names none: agents finish them in their order. */
const endedBy = (text: string, begun_ms: number, before: readonly Open[]): Open | undefined => {
  const [held] = before
    .filter((one) => isHeldBy(one.text, text))
    .toSorted((one, other) => countHeld(other.text, text) - countHeld(one.text, text));
  return held ?? before.find(({ changed_ms }) => begun_ms - changed_ms < samePieceWithinMs);
};

export interface OpenSegments {
  /** Which piece a text is of. `pair`: who writes it, and of whom. */
  pieceOf(pair: string, text: SegmentText): string;
}

/** Of so many pairs. */
export const createOpenSegments = (mostPairs: number, now: () => number): OpenSegments => {
  const openOf = new BoundedMap<string, Map<string, Open>>(mostPairs);
  /** Nothing more is written of them, however late it comes. */
  const finished = new BoundedSet<string>(mostFinished);

  const finish = (pair: string, open: Map<string, Open>, segment: string): void => {
    open.delete(segment);
    finished.add(`${pair} ${segment}`);
  };

  return {
    pieceOf(pair, { id, begun_ms, segment, isLast, text, isOver }) {
      const open = openOf.get(pair) ?? new Map<string, Open>();
      openOf.set(pair, open);
      if (segment !== undefined) {
        if (isOver) finish(pair, open, segment);
        else if (!finished.has(`${pair} ${segment}`)) open.set(segment, { segment, text, changed_ms: now() });
        forgetOldest(open, mostOpen);
        return segment;
      }
      if (!isLast) return id;
      const before = [...open.values()].filter(({ changed_ms }) => changed_ms <= begun_ms);
      const ended = endedBy(text, begun_ms, before);
      const done = ended ? before.slice(0, before.indexOf(ended) + 1) : before;
      if (!isOver) return ended?.segment ?? id;
      for (const one of done) open.delete(one.segment);
      if (ended) finish(pair, open, ended.segment);
      return ended?.segment ?? id;
    },
  };
};
