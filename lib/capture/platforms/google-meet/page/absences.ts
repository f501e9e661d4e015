/** Who is missing from the list of all who are in a Google Meet, and since when nothing is heard or seen of them. Pure but for its memory. */

/** About as long as the service keeps whoever has left. */
const goneAfterMs = 120_000;

export interface Absences {
  /** These are missing from the list that was told last, and only these. */
  note(ids: readonly string[]): void;
  /** There is news of them: they are not missing. */
  end(id: string): void;
  /** Whatever was told before counts no more. */
  forget(): void;
  /** Who has gone. `shown`: of whom there is something to be seen, which counts as news. */
  gone(shown: () => ReadonlySet<string>): string[];
}

export const createAbsences = (now: () => number): Absences => {
  let since_ms: ReadonlyMap<string, number> = new Map();
  return {
    note(ids) {
      since_ms = new Map(ids.map((id) => [id, since_ms.get(id) ?? now()]));
    },
    end(id) {
      if (since_ms.has(id)) since_ms = new Map([...since_ms].filter(([other]) => other !== id));
    },
    forget() {
      since_ms = new Map();
    },
    gone(shown) {
      if (since_ms.size === 0) return [];
      const seen = shown();
      since_ms = new Map([...since_ms].map(([id, since]) => [id, seen.has(id) ? now() : since]));
      return [...since_ms].flatMap(([id, since]) => (now() - since >= goneAfterMs ? id : []));
    },
  };
};
