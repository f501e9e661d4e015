/** A browser that is there before its meeting is known. */
import type { Browser } from 'puppeteer-core';
import { closeChromium, launchChromium } from './chromium.ts';

export interface ReadyBrowser extends AsyncDisposable {
  /** Answers the browser that is there, once, if it is of that size and still lives; starts one otherwise. */
  readonly launch: typeof launchChromium;
}

/** Starts a browser with pages of a size. @throws ChromiumUnavailableError */
export const browserReady = async (
  size: { readonly width: number; readonly height: number },
  launch: typeof launchChromium = launchChromium,
): Promise<ReadyBrowser> => {
  let ready: Browser | undefined = await launch(size);
  return {
    async launch(options) {
      const browser = ready;
      ready = undefined;
      if (!browser) return launch(options);
      const isFit =
        options.width === size.width &&
        options.height === size.height &&
        !options.args &&
        !options.has_window &&
        !options.tells_requests;
      if (isFit && browser.connected) return browser;
      await closeChromium(browser);
      return launch(options);
    },
    async [Symbol.asyncDispose]() {
      const browser = ready;
      ready = undefined;
      if (browser) await closeChromium(browser);
    },
  };
};
