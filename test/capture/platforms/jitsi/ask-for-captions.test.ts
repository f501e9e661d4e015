import { afterEach, describe, expect, it, vi } from 'vitest';
import { ElementMissingError, NotAllowedError, UnavailableError } from '../../../../lib/capture/meeting/errors.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import type { Transcriber } from '../../../../lib/capture/platforms/jitsi/page/captions.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

const longestLooks = 100;

/** A page that shows one after the other, each for one look, and from the ask on what comes of that. */
const aPage = (shown: readonly Transcriber[], ...ofAsks: readonly (readonly Transcriber[])[]) => {
  let shows = [...shown];
  let asks = 0;
  const handle = {
    transcriber: () => shows[0],
    askForCaptions() {
      shows = [...(ofAsks[asks] ?? [])];
      asks += 1;
    },
  };
  vi.stubGlobal('document', { [Symbol.for(handleName)]: handle });
  const run = async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given);
  const controls = someControls({
    frame: { evaluate: run },
    async until(element: string, condition: (...given: unknown[]) => boolean, _within_ms: number, ...given: unknown[]) {
      for (let looks = 0; looks < longestLooks; looks += 1) {
        if (condition(...given)) return;
        if (shows.length > 1) shows.shift();
      }
      throw new ElementMissingError('ask for captions', element);
    },
  });
  return { asks: () => asks, settle: async (goesByCaptions?: boolean) => jitsi.settle?.(controls, goesByCaptions) };
};

afterEach(() => vi.unstubAllGlobals());

describe('a transcriber, of which a Jitsi meeting tells everybody', () => {
  it('is asked for by a bot that goes by captions only', async () => {
    const page = aPage(['untold'], ['untold']);
    await page.settle();
    await page.settle(false);
    expect(page.asks()).toBe(0);
    await page.settle(true);
    expect(page.asks()).toBe(1);
  });

  it('is asked for once the bot is told that it may, and is not missing then', async () => {
    const page = aPage(['not_allowed', 'not_allowed', 'awaited'], ['awaited', 'there']);
    await page.settle(true);
    expect(page.asks()).toBe(1);
  });

  it('is missing with its reason where only others may ask for it', async () => {
    const page = aPage(['not_allowed'], ['not_allowed']);
    await expect(page.settle(true)).rejects.toThrow(NotAllowedError);
  });

  it('is missing with its reason where it does not come', async () => {
    const page = aPage(['awaited'], ['awaited', 'failed']);
    await expect(page.settle(true)).rejects.toThrow(UnavailableError);
  });

  it('is missing where the page says later that it does not come, until it comes', async () => {
    const page = aPage(['failed'], ['awaited'], ['awaited', 'there']);
    await expect(page.settle(true)).rejects.toThrow('did not come');
    await page.settle(true);
  });

  it('that comes when it is asked for again has not failed', async () => {
    const page = aPage(['failed'], ['awaited', 'there']);
    await page.settle(true);
  });
});
