/** One load of a facsimile's page, as its server sees it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { type Chance, chanceOf } from '../../lab/pages/mutations.ts';
import { type MediaServer, type MediaWishes, startMediaServer } from './media/media-server.ts';
import { createPrinter } from './pages.ts';
import { type Quirks, shuffled } from './quirks.ts';
import type { FromStage, OwnDevice, Screen, ToStage, Wire } from './stage/protocol.ts';

/** Lies over a page until it is closed. */
export interface Dialog {
  readonly html: string;
  /** A selector of what closes it. */
  readonly closes: string;
  /** After a press of join: whoever was asked this has to press again. */
  readonly pressAgain?: true;
}

/** What a platform makes of what happens in its page. All may be absent. */
export interface PageHandler {
  /** The page has begun, and shows nothing yet. */
  ready?(): void;
  /** Something that a wire of the screen names. `by_hand`: not by a script of the page. */
  did?(does: string, value: string, by_hand: boolean): void;
  /** Whether the page has found a camera and a microphone, after it was told to look for them. */
  devices?(found: boolean): void;
  /** The page was told to turn a device, and could, or could not. */
  turned?(device: OwnDevice, on: boolean, done: boolean): void;
  /** What the platform's own part of the page tells. */
  told?(value: unknown): void;
  /** The page is gone: closed, or on another address. */
  gone?(): void;
}

export interface Visit {
  /** As it was loaded. */
  readonly url: URL;
  readonly quirks: Quirks;
  readonly chance: Chance;
  readonly isGone: boolean;
  /** Shows a page, under the dialogs that are open. */
  show(screen: Screen): void;
  /** Lays dialogs over the page, one after the other in random order; resolves when the last is closed. */
  ask(dialogs: readonly Dialog[]): Promise<void>;
  /** Takes all dialogs away. */
  clear(): void;
  /** Waits as the page's quirks have it. */
  pause(): Promise<void>;
  /** Connects the page to a media server, in place of the one before. `opens`: channels that the page opens. */
  connect(wishes: MediaWishes, opens?: readonly string[]): Promise<MediaServer>;
  /** How loud its microphone was at its loudest, by this connection: from 0 to 127, which is silence. */
  ownLevel(): number | undefined;
  /** The last key picture of its camera that has come, of this connection. */
  ownPicture(): Uint8Array | undefined;
  /** Closes the connection. `by`: the side that does. */
  disconnect(by: 'page' | 'server'): Promise<void>;
  /** Has the page do something. */
  tell(told: Exclude<ToStage, { type: 'show' | 'offer' }>): void;
}

const closing = '_close';

export const createVisit = (
  line: WebSocket,
  { url, quirks, drawn }: Pick<Visit, 'url' | 'quirks'> & { readonly drawn: () => void },
  visited: (visit: Visit) => PageHandler,
): void => {
  const chance = chanceOf(quirks.seed);
  const print = createPrinter(quirks, chance);
  let screen: Screen | undefined;
  let dialogs: Dialog[] = [];
  let allClosed: (() => void) | undefined;
  let media: MediaServer | undefined;
  let answered: ((sdp: string) => void) | undefined;
  let redraw: ReturnType<typeof setInterval> | undefined;

  const send = (told: ToStage): void => {
    if (line.readyState === line.OPEN) line.send(JSON.stringify(told));
  };

  const draw = (): void => {
    if (!screen) return;
    const [dialog] = dialogs;
    // It covers all of the page, so that whoever presses what lies under it presses the dialog.
    const over = dialog ? `<div style="position:fixed;inset:0;z-index:9">${dialog.html}</div>` : '';
    const wires: readonly Wire[] = dialog ? [{ selector: dialog.closes, on: 'click', does: closing }] : [];
    send({ type: 'show', ...screen, html: print(screen.html + over), wires: [...wires, ...screen.wires] });
  };

  const close = (): void => {
    dialogs = dialogs.slice(1);
    draw();
    if (dialogs.length === 0) allClosed?.();
  };

  const stopMedia = async (): Promise<void> => {
    const stopped = media;
    media = undefined;
    await stopped?.[Symbol.asyncDispose]();
  };

  const visit: Visit = {
    url,
    quirks,
    chance,
    get isGone() {
      return line.readyState !== line.OPEN;
    },
    show(next) {
      screen = next;
      draw();
    },
    async ask(more) {
      if (more.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const [first] = more;
      dialogs = [...dialogs, ...shuffled(more, chance), ...(quirks.comesBack && first ? [first] : [])];
      allClosed = resolve;
      draw();
      await promise;
    },
    clear() {
      dialogs = [];
      draw();
    },
    async pause() {
      const [least, most] = quirks.pause_ms;
      if (most > 0) await pause(least + chance() * (most - least));
    },
    async connect(wishes, opens = []) {
      await stopMedia();
      const server = startMediaServer(wishes);
      media = server;
      const { sdp, own } = await server.offer();
      const { promise, resolve } = Promise.withResolvers<string>();
      answered = resolve;
      send({ type: 'offer', sdp, opens, own, decoding: quirks.decoding });
      const answer = await promise;
      // Whoever has gone meanwhile needs no connection any more.
      if (media === server) await server.accept(answer);
      return server;
    },
    ownLevel: () => media?.ownLevel(),
    ownPicture: () => media?.ownPicture(),
    async disconnect(by) {
      if (by === 'page') send({ type: 'close_connection' });
      await stopMedia();
    },
    tell: send,
  };

  const handler = visited(visit);
  const hear = (told: FromStage): void => {
    if (told.type === 'answer') answered?.(told.sdp);
    else if (told.type === 'ready') handler.ready?.();
    else if (told.type === 'drawn') drawn();
    else if (told.type === 'devices') handler.devices?.(told.found);
    else if (told.type === 'turned') handler.turned?.(told.device, told.on, told.done);
    else if (told.type === 'told') handler.told?.(told.value);
    else if (told.does === closing) close();
    else handler.did?.(told.does, told.value, told.by_hand);
  };
  line.on('message', (data) => hear(JSON.parse(String(data)) as FromStage));
  if (quirks.redraws_ms !== undefined) redraw = setInterval(() => send({ type: 'again' }), quirks.redraws_ms);
  line.on('close', () => {
    clearInterval(redraw);
    void stopMedia();
    handler.gone?.();
  });
};
