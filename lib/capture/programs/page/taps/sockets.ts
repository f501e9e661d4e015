/** Listens to WebSockets. Runs in the page. */
import { asked, createTap, type Tap, type TapListener } from './tap.ts';

/** By the whole address of a socket. */
export type SocketTaps = (url: string) => TapListener | undefined;

/** Replaces WebSocket by a subclass; page scripts see the same prototype chain, name and static members. */
export const tapSockets = (wanted: SocketTaps): void => {
  const Native = globalThis.WebSocket;

  class Tapped extends Native {
    readonly #tap: Tap | undefined;

    constructor(...input: ConstructorParameters<typeof WebSocket>) {
      super(...input);
      const listener = asked(wanted, this.url);
      if (!listener) return;
      const tap = createTap(listener);
      this.#tap = tap;
      this.addEventListener('message', ({ data }) => tap('other', data));
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      this.#tap?.('page', data);
    }
  }
  Object.defineProperty(Tapped, 'name', { value: 'WebSocket' });
  Object.defineProperty(globalThis, 'WebSocket', { value: Tapped, configurable: true, writable: true });
};
