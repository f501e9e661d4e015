/** Listens to WebSockets. Runs in the page. */
import { asked, createTap, type Tap, type TapListener } from './tap.ts';

/** Who has closed a socket: the page, or whoever is at the other end. Told after all that came before. */
export type SocketClosed = (by: 'page' | 'other') => void;

/** By the whole address of a socket. Whoever wants to know when it is closed says so with `whenClosed`. */
export type SocketTaps = (url: string, whenClosed: (listener: SocketClosed) => void) => TapListener | undefined;

/** Replaces WebSocket by a subclass; page scripts see the same prototype chain, name and static members. */
export const tapSockets = (wanted: SocketTaps): void => {
  const Native = globalThis.WebSocket;

  class Tapped extends Native {
    readonly #tap: Tap | undefined;
    #closedBy: 'page' | 'other' = 'other';

    constructor(...input: ConstructorParameters<typeof WebSocket>) {
      super(...input);
      const whenClosed = (told: SocketClosed): void =>
        this.addEventListener('close', () => told(this.#closedBy), { once: true });
      const listener = asked((url: string) => wanted(url, whenClosed), this.url);
      if (!listener) return;
      const tap = createTap(listener);
      this.#tap = tap;
      this.addEventListener('message', ({ data }) => tap('other', data));
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      this.#tap?.('page', data);
    }

    override close(...how: Parameters<WebSocket['close']>): void {
      super.close(...how);
      if (this.readyState === Native.CLOSING) this.#closedBy = 'page';
    }
  }
  Object.defineProperty(Tapped, 'name', { value: 'WebSocket' });
  Object.defineProperty(globalThis, 'WebSocket', { value: Tapped, configurable: true, writable: true });
};
