/** The way into Jitsi Meet without a browser: a page in which nothing happens but by the bot's looks, trips and presses. */
import { JSDOM } from 'jsdom';
import type { Frame } from 'puppeteer-core';
import { vi } from 'vitest';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { isAwayFrom } from '../../../../lib/capture/platforms/jitsi/page/away.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';

const lookEveryMs = 50;
export const link = 'https://meet.example.com/planning';

export const form =
  '<input id="premeeting-name-input"><div role="button" data-testid="prejoin.joinMeeting">Join meeting</div>';
export const lobbyForm =
  '<input data-testid="lobby.nameField"><button type="button" data-testid="lobby.knockButton">Ask to join</button>';
export const dialog = `<div role="dialog"><input type="password" name="lockKey" id="required-password-input">
  <button type="button" id="modal-dialog-ok-button">OK</button></div>`;
export const lobby =
  '<p>Asking to join meeting</p><button type="button" data-testid="lobby.enterPasswordButton">Enter password</button>';
export const lobbyDialog = `<input type="password" data-testid="lobby.password">
  <button type="button" data-testid="lobby.passwordJoinButton">Join</button>`;
export const meeting = '<div role="button" aria-label="Leave the meeting"></div>';

/** What happens in the page. */
export interface Happenings {
  /** The bot looks at the page for the so manieth time, while it waits for something. */
  looked?(looks: number): void;
  /** It has come to what it waited for, and is on its way to do something about it. */
  found?(): void;
  /** It has an element in hand, and is on its way to do something with it. */
  held?(): void;
  /** A part of a text is on its way to the page. */
  typing?(): void;
  pressed?(button: string, presses: number): void;
}

export const aDoor = (shown = form, opened = link) => {
  const { document } = new JSDOM('<body></body>').window;
  vi.useFakeTimers();
  const is = {
    connecting: false,
    answered: false,
    asking: false,
    in: false,
    pastTheDoor: true,
    given: false,
    hasStore: true,
  };
  let address = opened;
  let called = '';
  const happens: Happenings = {};
  /** What was pressed, with what the fields held then. */
  const presses: { readonly button: string; readonly held: readonly string[] }[] = [];
  /** Keys that no field took, which the client takes for shortcuts. */
  const keys: string[] = [];
  let looks = 0;

  const draw = (html: string): void => {
    const focused = document.activeElement?.id;
    document.body.innerHTML = html;
    for (const element of document.querySelectorAll('*')) Object.assign(element, { checkVisibility: () => true });
    if (focused) document.getElementById(focused)?.focus();
  };
  draw(shown);
  document.addEventListener('click', ({ target }) => {
    const { id, dataset } = target as HTMLElement;
    const button = id || (dataset.testid ?? '');
    presses.push({ button, held: [...document.querySelectorAll('input')].map(({ value }) => value) });
    happens.pressed?.(button, presses.filter((one) => one.button === button).length);
  });
  const handle = {
    isAway: (from: string) => isAwayFrom(from, is.hasStore),
    isPastTheDoor: () => is.pastTheDoor,
    isConnecting: () => is.connecting,
    isAnswered: () => is.answered || is.asking || is.in,
    asksPasscode: () => is.asking,
    isIn: () => is.in,
    gavePasscode() {
      is.given = true;
    },
    hasGivenPasscode: () => is.given,
  };
  Object.assign(document, { [Symbol.for(handleName)]: handle });
  vi.stubGlobal('document', document);
  const goTo = (to: string): void => {
    address = to;
    vi.stubGlobal('location', new URL(to));
  };
  goTo(opened);

  const field = (): HTMLInputElement | undefined =>
    document.activeElement?.localName === 'input' ? (document.activeElement as HTMLInputElement) : undefined;
  const put = (text: string): void => {
    const focused = field();
    if (focused) focused.setRangeText(text, focused.selectionStart ?? 0, focused.selectionEnd ?? 0, 'end');
  };
  const keyboard = {
    async sendCharacter(text: string) {
      happens.typing?.();
      put(text);
    },
    async type(text: string) {
      for (const key of text) {
        happens.typing?.();
        if (field()) put(key);
        else keys.push(key);
      }
    },
  };

  const inPage = (one: unknown): unknown => (one as { readonly element?: unknown } | null)?.element ?? one;
  const run = async (asked: unknown, ...input: unknown[]): Promise<unknown> =>
    typeof asked === 'function' ? asked(...input.map(inPage)) : true;
  const handleOf = (element: Element | null) => ({
    element,
    asElement: () => element && handleOf(element),
    evaluate: (see: unknown, ...input: unknown[]) => run(see, element, ...input),
    click: async () => (element as HTMLElement).click(),
    async [Symbol.asyncDispose]() {},
  });
  const wait = async (isMet: () => unknown, signal: AbortSignal): Promise<void> => {
    for (;;) {
      if (isMet()) return happens.found?.();
      signal.throwIfAborted();
      looks += 1;
      happens.looked?.(looks);
      await vi.advanceTimersByTimeAsync(lookEveryMs);
    }
  };
  const find = (selector: string): Element | null => document.querySelector(selector);
  const frame = {
    url: () => address,
    page: () => ({ keyboard }),
    evaluate: run,
    evaluateHandle: async (see: unknown, ...input: unknown[]) => handleOf((await run(see, ...input)) as Element | null),
    async $(selector: string) {
      const element = find(selector);
      if (element) happens.held?.();
      return element && handleOf(element);
    },
    async waitForSelector(selector: string, { signal }: { readonly signal: AbortSignal }) {
      await wait(() => find(selector), signal);
      return handleOf(find(selector));
    },
    waitForFunction: (
      condition: (...input: unknown[]) => unknown,
      { signal }: { readonly signal: AbortSignal },
      ...input: unknown[]
    ) => wait(() => condition(...input.map(inPage)), signal),
  } as unknown as Frame;

  return {
    document,
    is,
    happens,
    presses,
    keys,
    draw,
    goTo,
    pressed: (): readonly string[] => presses.map(({ button }) => button),
    prepare(name: string, meeting_url = link): Promise<void> {
      called = name;
      return Controls.doing(frame, 'prepare to join', (controls) =>
        jitsi.prepare(controls, anEntry({ name, meeting_url })),
      );
    },
    givePasscode: (meeting_url = link): Promise<void> =>
      Controls.doing(frame, 'give the passcode', async (controls) => jitsi.givePasscode?.(controls, meeting_url)),
    join: (meeting_url = link): Promise<void> =>
      Controls.doing(frame, 'join', (controls) => jitsi.pressJoin(controls, anEntry({ name: called, meeting_url }))),
  };
};
