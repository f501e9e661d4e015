/** Notices that a page hangs while something is done in it. */
import type { Frame } from 'puppeteer-core';

const askEveryMs = 1_000;

/**
 * Asks a frame every second whether it answers, until disposed of. `onSilence` hears, once, that it has not for so long. To
 * refuse is to answer: what a frame shows may change at any time.
 */
export const watchAnswers = (
  frame: Pick<Frame, 'evaluate'>,
  silent_for_ms: number,
  onSilence: () => void,
): Disposable => {
  let isOver = false;
  let timer: NodeJS.Timeout;
  const ask = async (): Promise<void> => {
    timer = setTimeout(() => {
      isOver = true;
      onSilence();
    }, silent_for_ms);
    await frame.evaluate('0').catch(() => undefined);
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(ask, askEveryMs);
  };
  timer = setTimeout(ask, askEveryMs);
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
};
