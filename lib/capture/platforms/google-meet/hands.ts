/** Presses what people press in Google Meet's pages: with the mouse, where it was at the last look. */
import type { Controls } from '../controls.ts';
import { uncover } from './dialogs.ts';
import { type Found, find, isPressable, type Sought } from './seek.ts';

/** A page that is busy may show for so long what it showed before. */
const answeredWithinMs = 1_500;

export const pressAt = ({ frame }: Controls, { x, y }: Pick<Found, 'x' | 'y'>): Promise<void> =>
  frame.page().mouse.click(x, y);

/** Whether it could be pressed. */
export const press = async (controls: Controls, sought: Sought): Promise<boolean> => {
  const found = await find(controls, sought);
  if (!isPressable(found)) return false;
  await pressAt(controls, found);
  return true;
};

/** Shows the bars with what a participant has at hand, which leave the screen while the mouse rests. */
export const wake = async ({ frame }: Controls): Promise<void> => {
  const { width, height } = await frame.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const { mouse } = frame.page();
  await mouse.move(width / 2, height / 2);
  await mouse.move(width / 2, height - 40);
};

/**
 * Presses something that may come a moment later, or lie below a dialog. Answers false when it does not come. `mostLooks`: how often
 * a page that is slow is given that time.
 */
export const pressSoon = async (
  controls: Controls,
  sought: Sought,
  ms: number,
  mostLooks?: number,
): Promise<boolean> => {
  const look = async (): Promise<true | undefined> => {
    const found = await find(controls, sought);
    if (isPressable(found)) {
      await pressAt(controls, found);
      return true;
    }
    if (found?.isCovered) await uncover(controls);
    return undefined;
  };
  return (await controls.look(ms, look, mostLooks)) === true;
};

/** Turns something on or off by a button that says what it would do. Safe to repeat. */
export const toggle = async (
  controls: Controls,
  { to, done }: Readonly<Record<'to' | 'done', Pick<Sought, 'labels' | 'mark'>>>,
  within_ms: number,
): Promise<void> => {
  let pressed_ms = Number.NEGATIVE_INFINITY;
  const isDone = await controls.look(within_ms, async () => {
    if (await find(controls, { ...done, where: 'page' })) return true;
    const button = await find(controls, { ...to, where: 'page' });
    if (button && !button.isDisabled && performance.now() - pressed_ms > answeredWithinMs) {
      if (button.isCovered) {
        await uncover(controls);
        await wake(controls);
      } else {
        await pressAt(controls, button);
        pressed_ms = performance.now();
      }
    } else if (!button) await wake(controls);
    return undefined;
  });
  if (!isDone) throw controls.missing([...to.labels, ...done.labels].join(' / '));
};
