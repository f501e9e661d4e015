import type { Controls } from './controls.ts';

const memories: WeakMap<object, unknown>[] = [];

/** What an adapter remembers of a page, until it comes to its form anew. `make`: what it knows at first. */
export const pageMemory = <Memory extends object>(make: () => Memory): ((controls: Controls) => Memory) => {
  const known = new WeakMap<object, Memory>();
  memories.push(known);
  return ({ frame }) => {
    const page = frame.page();
    const memory = known.get(page) ?? make();
    known.set(page, memory);
    return memory;
  };
};

/** The bot is about to join, or joins anew, in the page: nothing that was remembered of it holds any more. */
export const forgetPage = (page: object): void => {
  for (const known of memories) known.delete(page);
};
