/** Accepts what a page asks for before it lets anybody go on: terms, or being recorded. Only where the operator has said so. */
import type { ElementHandle } from 'puppeteer-core';
import type { Controls } from './controls.ts';
import type { ShellPart } from './judging/signs.ts';

/** Runs in the page. The first of the parts that is seen, with one of its labels where it has any. */
const findIn = (parts: readonly ShellPart[]): Element | undefined => {
  const normal = (text: string | null): string =>
    (text ?? '').replaceAll('\u2019', "'").replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const isCalled = (element: Element, labels: readonly string[]): boolean => {
    const said = [element.getAttribute('aria-label'), element.textContent].map(normal);
    return labels.some((label) => said.includes(normal(label)));
  };
  return parts
    .flatMap(({ selector, labels }) =>
      [...document.querySelectorAll(selector)].filter((element) => !labels || isCalled(element, labels)),
    )
    .find((element) => element.checkVisibility());
};

/**
 * Presses what accepts it, in the frame of the client or in the page around it. Answers false when there is nothing of the
 * kind to be seen, or what was found is gone again: the next look shows how things stand then.
 */
export const acceptIn = async ({ frame }: Controls, parts: readonly ShellPart[]): Promise<boolean> => {
  for (const one of new Set([frame, frame.page().mainFrame()])) {
    await using found = await one.evaluateHandle(findIn, parts);
    const pressed = (found.asElement() as ElementHandle<Element> | null)?.click();
    const isPressed = await pressed?.then(
      () => true,
      () => false,
    );
    if (isPressed) return true;
  }
  return false;
};
