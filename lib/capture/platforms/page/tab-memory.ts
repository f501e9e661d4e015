/** What the page of a tab leaves to those that take its place in it. The page's own scripts may read it and write it. */
export interface TabMemory {
  /** Undefined where no page has kept anything. */
  read(): string | undefined;
  keep(value: string): void;
}

/** Beside what the page itself keeps there. */
const prefix = 'meeting-bots.';

/** `storage` is the tab's; pages that have none, such as one that has nowhere come from, know nothing of those before them. */
export const createTabMemory = (
  name: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
): TabMemory => {
  const key = prefix + name;
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(value) {
      try {
        storage().setItem(key, value);
      } catch {
        // It is known to this page all the same.
      }
    },
  };
};
