/** Listens to WebSockets, and has a word in them where that is wanted. Runs in the page. */
import { asked, createAllowance, createTap, type Tap, type TapListener } from './tap.ts';

/** Who has closed a socket: the page, or whoever is at the other end. Told after all that came before. */
export type SocketClosed = (by: 'page' | 'other') => void;

/** Sends something as the page would, after all that it has sent; those who listen do not hear it. Nothing where the socket is not open. */
export type SendUnheard = (bytes: Uint8Array<ArrayBuffer>) => void;

/** By the whole address of a socket. Whoever wants to know when it is closed says so with `whenClosed`. */
export type SocketTaps = (
  url: string,
  whenClosed: (listener: SocketClosed) => void,
  send: SendUnheard,
) => TapListener | undefined;

/**
 * Replaces WebSocket by a subclass; page scripts see the same prototype chain, name and static members. `mostPerSecond`: how many
 * messages of a socket are listened to in a second, in both directions together.
 */
export const tapSockets = (wanted: SocketTaps, mostPerSecond?: number): void => {
  const Native = globalThis.WebSocket;

  class Tapped extends Native {
    readonly #tap: Tap | undefined;
    #closedBy: 'page' | 'other' = 'other';

    constructor(...input: ConstructorParameters<typeof WebSocket>) {
      super(...input);
      const whenClosed = (told: SocketClosed): void =>
        this.addEventListener('close', () => told(this.#closedBy), { once: true });
      const send: SendUnheard = (bytes) => {
        if (this.readyState === Native.OPEN) super.send(bytes);
      };
      const listener = asked((url: string) => wanted(url, whenClosed, send), this.url);
      if (!listener) return;
      const tap = createTap(listener, createAllowance({ mostPerSecond }));
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
