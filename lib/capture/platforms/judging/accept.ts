/** Accepts what a page asks for before it lets anybody go on: terms, or being recorded. Only where the operator has said so. */
import { rootsIn } from './roots.ts';
import { type Eyes, seeking } from './seek.ts';
import type { ElementMatch } from './sign-table.ts';

/**
 * Presses the first of the parts that is seen, wherever the signs of the page are looked for, in the turn of the page in which it is
 * found: what comes after it may lie in the same place. Answers false where there is none: the next look shows how things stand then.
 */
export const acceptIn = (documents: readonly Document[], parts: readonly ElementMatch[], eyes: Eyes): boolean => {
  const find = seeking(rootsIn(documents).roots, eyes);
  for (const part of parts) {
    const found = find(part);
    if (!found) continue;
    (found as HTMLElement).click();
    return true;
  }
  return false;
};
