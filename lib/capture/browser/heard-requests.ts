/**
 * What a page asks of servers, heard for a while. The bots' browsers tell nothing of it by themselves (chromium.ts): the sound of
 * a meeting may come over a WebSocket, and each of its messages would come through this process too.
 */
import type { Page, Protocol } from 'puppeteer-core';
import { pause } from '../../process/pause.ts';

const quietForMs = 500;
const lookEveryMs = 100;

export interface HeardRequests extends AsyncDisposable {
  /** What was answered to the page itself, last; undefined where no server was asked. */
  readonly status: number | undefined;
  /** Waits until nothing has been asked, nor awaited, for half a second; but no longer than so long. */
  quiet(most_ms: number): Promise<void>;
}

export interface HearingOptions {
  /** Hears each answer. */
  readonly onAnswer?: (answer: Pick<Protocol.Network.Response, 'url' | 'status'>) => void;
  /** What is sent along with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const hearRequests = async (
  page: Page,
  { onAnswer = () => undefined, headers }: HearingOptions = {},
): Promise<HeardRequests> => {
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const awaited = new Set<string>();
  let status: number | undefined;
  let changed_ms = performance.now();

  const over = ({ requestId }: { readonly requestId: string }): void => {
    if (awaited.delete(requestId)) changed_ms = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    awaited.add(requestId);
    changed_ms = performance.now();
  });
  session.on('Network.loadingFinished', over);
  session.on('Network.loadingFailed', over);
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    // A page's own frame goes by the name of its target.
    if (type === 'Document' && frameId === targetInfo.targetId) ({ status } = response);
    onAnswer(response);
  });
  // Not waited for: the browser hears what comes after it in any case, and a page that hangs would not answer.
  session.send('Network.enable').catch(() => undefined);
  if (headers) await session.send('Network.setExtraHTTPHeaders', { headers: { ...headers } });

  return {
    get status() {
      return status;
    },
    async quiet(most_ms) {
      const until_ms = performance.now() + most_ms;
      const isQuiet = (): boolean => awaited.size === 0 && performance.now() - changed_ms >= quietForMs;
      while (!isQuiet() && performance.now() < until_ms) await pause(lookEveryMs);
    },
    [Symbol.asyncDispose]: () => session.detach().catch(() => undefined),
  };
};

/**
 * Loads a page until its document is there; answers what its server said, if one was asked.
 * @throws when no answer comes in time, or none at all
 */
export const loadPage = async (page: Page, url: string, timeout_ms: number): Promise<number | undefined> => {
  await using requests = await hearRequests(page);
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeout_ms });
  return requests.status;
};
