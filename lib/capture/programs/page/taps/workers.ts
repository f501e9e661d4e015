/** Listens to what a page's workers tell it. Runs in the page. */

/** Hears what is told itself, and not a copy: it is the page's, and to be read only. It comes as often as the page is told. */
export type WorkerTaps = (told: unknown) => void;

/** Replaces Worker by a subclass; page scripts see the same prototype chain, name and static members. */
export const tapWorkers = (hear: WorkerTaps): void => {
  const Native = globalThis.Worker;

  class Tapped extends Native {
    constructor(...input: ConstructorParameters<typeof Worker>) {
      super(...input);
      this.addEventListener('message', ({ data }) => {
        try {
          hear(data);
        } catch {
          // Nothing that a page shall notice.
        }
      });
    }
  }
  Object.defineProperty(Tapped, 'name', { value: 'Worker' });
  Object.defineProperty(globalThis, 'Worker', { value: Tapped, configurable: true, writable: true });
};
