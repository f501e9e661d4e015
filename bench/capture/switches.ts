/** When a recording goes over from one speaker to the next, compared with when the next one can be heard in it. */
import { difference, type SeenPicture, stepMs, typical } from './seen-and-heard.ts';

/** Somebody speaks, in the time of the recording. */
export interface Turn {
  readonly who: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

const audibleDb = -45;
const quietSteps = 6;
const earlyMs = 120;
const lateMs = 500;

/** When the turn can be heard first, after a moment of silence. */
const heardAt = (loudness: readonly number[], { start_ms }: Turn): number | undefined => {
  const first = Math.floor((start_ms - earlyMs) / stepMs);
  for (let step = first; step * stepMs < start_ms + lateMs; step += 1) {
    const before = loudness.slice(step - quietSteps, step);
    if ((loudness[step] ?? -100) > audibleDb && before.every((level) => level < audibleDb)) return step * stepMs;
  }
  return undefined;
};

// Somebody who moves is otherwise where they mostly are in a twelfth of the picture, and somebody else all over.
const alike = 0.25;

interface Switch {
  readonly delay_ms: number;
  /** The longest time from one picture to the next around it. */
  readonly stall_ms: number;
}

export interface Switches {
  readonly switches: readonly Switch[];
  /** How often the picture went to somebody who did not begin to speak. */
  readonly others: number;
  /** Pictures that show nobody as they look. */
  readonly broken: number;
  readonly pictures: number;
}

const settledMs = 1_000;
// A recording may begin before the first camera's picture has come.
const beginningMs = 1_000;

/** Finds the moments at which a recording, in which people take turns, goes from one to the next. */
export const findSwitches = (
  all: readonly SeenPicture[],
  loudness: readonly number[],
  turns: readonly Turn[],
): Switches => {
  const pictures = all.filter(({ at_ms }) => at_ms > beginningMs);
  const looks = new Map(
    [...new Set(turns.map(({ who }) => who))].map((name) => {
      const own = turns.filter(({ who }) => who === name);
      const sure = pictures.filter(({ at_ms }) =>
        own.some(({ start_ms, end_ms }) => at_ms > start_ms + settledMs && at_ms < end_ms),
      );
      return [name, typical(sure)] as const;
    }),
  );
  const shown = pictures.map(({ at_ms, blocks }) => {
    const [nearest] = [...looks]
      .map(([who, look]) => ({ who, apart: difference(blocks, look) }))
      .toSorted((one, other) => one.apart - other.apart);
    return { at_ms, who: nearest?.who, apart: nearest?.apart ?? 1 };
  });
  const end_ms = shown.at(-1)?.at_ms ?? 0;
  const changes = shown.filter(({ who }, index) => index > 0 && who !== shown[index - 1]?.who);
  const switches = turns.flatMap((turn, index): Switch[] => {
    const heard_ms = heardAt(loudness, turn);
    const until_ms = turns[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY;
    // Neither who goes on speaking, nor whose turn was not recorded from its beginning to its end.
    if (turn.who === turns[index - 1]?.who || heard_ms === undefined || until_ms > end_ms) return [];
    if (heard_ms < beginningMs) return [];
    const change = changes.find(({ at_ms, who }) => who === turn.who && at_ms > heard_ms - lateMs && at_ms < until_ms);
    const delay_ms = (change?.at_ms ?? Number.POSITIVE_INFINITY) - heard_ms;
    const around = shown.filter(({ at_ms }) => at_ms > heard_ms - lateMs && at_ms < heard_ms + 3 * lateMs);
    const stall_ms = Math.max(...around.slice(1).map(({ at_ms }, next) => at_ms - (around[next]?.at_ms ?? at_ms)));
    return [{ delay_ms, stall_ms }];
  });
  return {
    switches,
    others: changes.filter(
      ({ at_ms, who }) =>
        !turns.some((turn) => turn.who === who && at_ms > turn.start_ms && at_ms < turn.end_ms + lateMs),
    ).length,
    broken: shown.filter(({ apart }) => apart > alike).length,
    pictures: pictures.length,
  };
};
