/**
 * Watches the processes that a browser is made of. Chromium starts most of them again when they end, without a word to the
 * page; what the page had of them does not come back.
 */
import type { Browser } from 'puppeteer-core';
import type { SessionLog } from '../../meeting/log.ts';

const lookEveryMs = 500;

/** The watched processes, by DevTools' names for them. `isNeeded`: without it the page goes on, and gets nothing any more. */
const roles: ReadonlyMap<string, { readonly name: string; readonly isNeeded: boolean }> = new Map([
  // It plays the remote tracks, and an unplayed track gives no sound: after its end each of them is silent.
  ['audio.mojom.AudioService', { name: 'audio service', isNeeded: true }],
  // It holds all sockets, also those of WebRTC.
  ['network.mojom.NetworkService', { name: 'network service', isNeeded: true }],
  // Measured in headless_shell 153: neither a recording of tracks nor one of the page has a gap when it ends.
  ['GPU', { name: 'GPU process', isNeeded: false }],
]);

/** The processes of a browser at one moment, by role. Of each role there is one at most. */
type Processes = ReadonlyMap<string, number>;

/** Which roles have lost the process that they had. Pure. */
export const endedBetween = (before: Processes, now: Processes): string[] =>
  [...before].flatMap(([role, id]) => (now.get(role) === id ? [] : [role]));

/**
 * Looks twice a second, which takes the browser 0.2 ms. `onLoss` hears, once, that the browser is no good any more, and why.
 * Ends with the browser. A page's own process is not among them: its end is a crash of the page.
 */
export const watchProcesses = async (
  browser: Browser,
  { onLoss, log }: { readonly onLoss: (reason: string) => void; readonly log: SessionLog },
): Promise<void> => {
  const session = await browser.target().createCDPSession();
  let known: Processes = new Map();
  let isLost = false;

  const look = async (): Promise<void> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const now = new Map(processInfo.filter(({ type }) => roles.has(type)).map(({ type, id }) => [type, id]));
    for (const role of endedBetween(known, now)) {
      const { name, isNeeded } = roles.get(role) ?? { name: role, isNeeded: false };
      log('a process of the browser has ended', { process: name });
      if (isNeeded && !isLost) onLoss(`the browser lost its ${name}`);
      isLost ||= isNeeded;
    }
    known = now;
  };

  await look();
  const watch = async (): Promise<void> => {
    while (browser.connected && !isLost) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs).unref());
      // A browser that does not answer any more is noticed by those who ask it for more than this.
      await look().catch(() => undefined);
    }
  };
  void watch();
};
