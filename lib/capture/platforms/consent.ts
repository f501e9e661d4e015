/** Accepts what a page asks for before it lets anybody go on: terms, or being recorded. Only where the operator has said so. */
import type { Controls } from './controls.ts';
import type { ElementMatch } from './judging/sign-table.ts';

/**
 * Runs in the page. Presses the first of the elements that is seen, and answers whether there was one. It is found and pressed in one
 * turn of the page, as what comes after it may lie in the same place.
 */
const pressIn = (parts: readonly ElementMatch[]): boolean => {
  const normal = (text: string | null): string =>
    (text ?? '').replaceAll('\u2019', "'").replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const isCalled = (element: Element, labels: readonly string[]): boolean => {
    const said = [element.getAttribute('aria-label'), element.textContent].map(normal);
    return labels.some((label) => said.includes(normal(label)));
  };
  const found = parts
    .flatMap(({ selector, labels }) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => !labels || isCalled(element, labels)),
    )
    .find((element) => element.checkVisibility());
  found?.click();
  return found !== undefined;
};

/**
 * Presses what accepts it, in the frame of the client or in the page around it. Answers false when there is nothing of the
 * kind to be seen: the next look shows how things stand then.
 */
export const acceptIn = async ({ frame }: Controls, parts: readonly ElementMatch[]): Promise<boolean> => {
  for (const one of new Set([frame, frame.page().mainFrame()])) if (await one.evaluate(pressIn, parts)) return true;
  return false;
};
