/** Notices that a page hangs while something is done in it. */
import type { Frame } from 'puppeteer-core';
import { afterOwnTime } from '../../process/deadline.ts';

const askEveryMs = 1_000;

/**
 * Asks a frame every second whether it answers, until disposed of. `onSilence` hears, once, that it has not for so long as this
 * process has had: a machine that holds it back has no time for the page either. To refuse is to answer: what a frame shows may
 * change at any time.
 */
export const watchAnswers = (
  frame: Pick<Frame, 'evaluate'>,
  silent_for_ms: number,
  onSilence: () => void,
): Disposable => {
  let isOver = false;
  let silence: Disposable | undefined;
  const ask = async (): Promise<void> => {
    silence = afterOwnTime(silent_for_ms, () => {
      isOver = true;
      onSilence();
    });
    await frame.evaluate('0').catch(() => undefined);
    silence[Symbol.dispose]();
    if (!isOver) timer = setTimeout(ask, askEveryMs);
  };
  let timer = setTimeout(ask, askEveryMs);
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
      silence?.[Symbol.dispose]();
    },
  };
};
