/** Decides whose pictures set the pace at which the whole is made. Pure. */

const livelyMs = 400;
const windowMs = 2_000;

/**
 * A whole picture is made whenever one tile, the leader, has a new picture; the others wait for it. The main tile leads
 * while it is lively; else the tile that changes most often does, so that a gallery is not made anew for each of its tiles.
 */
export const createPacemaker = () => {
  let seen = new Map<string, number[]>();

  return {
    /** A tile has a new picture. Answers whether the whole is to be made now. */
    leads(key: string, main: string | undefined, now_ms: number): boolean {
      const times = seen.get(key) ?? [];
      seen.set(key, [...times.filter((at_ms) => now_ms - at_ms < windowMs), now_ms]);
      const lively = [...seen].filter(([, times]) => now_ms - (times.at(-1) ?? 0) < livelyMs);
      if (lively.some(([other]) => other === main)) return key === main;
      const most = Math.max(...lively.map(([, times]) => times.length));
      return lively.find(([, times]) => times.length >= most * 0.8)?.[0] === key;
    },
    /** Forgets all but these tiles. */
    keep(keys: ReadonlySet<string>): void {
      seen = new Map([...seen].filter(([key]) => keys.has(key)));
    },
  };
};
