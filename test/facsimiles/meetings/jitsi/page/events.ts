/** Listeners by the names of events, under each of the names by which libraries of JavaScript add and remove them. */
type Listener = (...params: unknown[]) => void;

export const createEvents = () => {
  const listeners = new Map<string, Set<Listener>>();
  const on = (name: string, listener: Listener): void => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
  };
  const off = (name: string, listener: Listener): void => void listeners.get(name)?.delete(listener);
  const emit = (name: string, ...params: unknown[]): void => {
    for (const listener of listeners.get(name) ?? []) listener(...params);
  };
  return { on, off, emit, addEventListener: on, removeEventListener: off, addListener: on, removeListener: off };
};
