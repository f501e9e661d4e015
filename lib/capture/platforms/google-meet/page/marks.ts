/** Whom the page of a Google Meet marks as heard, at a moment. Pure but for its memory. */

const lookEveryMs = 100;
/** A page marks people a moment after they begin to speak. */
export const markedWithinMs = 500;
const keptMs = 3 * markedWithinMs;

interface Look {
  readonly at_ms: number;
  readonly ids: ReadonlySet<string>;
}

const only = (ids: ReadonlySet<string>): string | undefined => (ids.size === 1 ? [...ids][0] : undefined);

export interface Marks {
  /** The only one who is marked now. */
  now(): string | undefined;
  /**
   * The only one who was marked then; where nobody was, whoever is soon after, alone. Nobody, where somebody else is marked soon
   * after: they may have spoken already, while the mark of whoever spoke before them was still there. Certain after
   * `markedWithinMs`.
   */
  at(at_ms: number): string | undefined;
}

/** `look`: whose tiles are marked as heard. It may be asked as often as one likes. `clock`: that of the moments. */
export const createMarks = (look: () => ReadonlySet<string>, clock: () => number = () => performance.now()): Marks => {
  let looks: readonly Look[] = [];

  const lookNow = (): void => {
    const at_ms = clock();
    const last = looks.at(-1);
    if (last && at_ms - last.at_ms < lookEveryMs) return;
    const kept = looks.filter((one) => at_ms - one.at_ms <= keptMs);
    looks = [...kept, { at_ms, ids: look() }];
  };

  return {
    now() {
      lookNow();
      return only(looks.at(-1)?.ids ?? new Set());
    },
    at(at_ms) {
      lookNow();
      const then = looks.findLast((one) => one.at_ms <= at_ms)?.ids ?? new Set();
      const after = looks.filter((one) => one.at_ms > at_ms && one.at_ms <= at_ms + markedWithinMs);
      return only(new Set([...then, ...after.flatMap(({ ids }) => [...ids])]));
    },
  };
};
