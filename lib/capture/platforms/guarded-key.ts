/** Presses the key that sends, where it still goes to whom it shall. */
import type { JSHandle } from 'puppeteer-core';
import type { Controls } from './controls.ts';

/**
 * Presses Enter where `isRight`, a function of the page's, says so at the key itself, in the same turn of the page: nothing can
 * have changed when the page sends. Where it fails the page does not get the key. Answers whether the page got the key.
 */
export const pressEnterWhere = async ({ frame }: Controls, isRight: JSHandle<() => boolean>): Promise<boolean> => {
  await using guard = await frame.evaluateHandle((isRight) => {
    let isKept = false;
    const isSure = (): boolean => {
      try {
        return isRight();
      } catch {
        return false;
      }
    };
    const guard = (event: KeyboardEvent): void => {
      isKept = !isSure();
      if (!isKept) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', guard, { capture: true });
    return () => {
      removeEventListener('keydown', guard, { capture: true });
      return isKept;
    };
  }, isRight);
  await frame.page().keyboard.press('Enter');
  return !(await guard.evaluate((end) => end()));
};
