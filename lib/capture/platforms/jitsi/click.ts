import type { Controls } from '../controls.ts';

/** Presses what is there now. Found and pressed in one go. Answers whether there was anything. */
export const click = ({ frame }: Controls, selector: string): Promise<boolean> =>
  frame.evaluate((selector) => {
    const element = document.querySelector<HTMLElement>(selector);
    element?.click();
    return element !== null;
  }, selector);
