/** Finds the elements on a page that a table speaks of. Works on any DOM, as what collects the rest of the page does. */
import { longestText } from './limits.ts';
import { normalText } from './normal-text.ts';
import type { ElementSign } from './sign-table.ts';

/** A meeting's page has dozens of buttons. */
export const mostOfOneSelector = 300;
/** Of one element's text, where it has to be put together. */
const mostNodes = 2_000;
/** Of a `NodeFilter`. */
export const elementsAndTexts = 1 | 4;
export const accept = 1;
export const reject = 2;

/** How a document is seen: laid out by a browser, or not at all. */
export interface Eyes {
  /** Whether people see it. */
  isSeen(element: Element): boolean;
  /** The same, also of what a dialog over it keeps from those who have pages read out. */
  isDrawn(element: Element): boolean;
  sizeOf(element: Element): { readonly width: number; readonly height: number };
}

export interface LookOptions {
  readonly eyes: Eyes;
  /** Answers false when there is no time left for this look. */
  readonly hasTime?: () => boolean;
}

/** Of very many the first and the last: what lies over a page comes last. */
const someOf = (all: NodeListOf<Element>): Element[] => {
  if (all.length <= mostOfOneSelector) return [...all];
  const half = mostOfOneSelector / 2;
  return [...Array.prototype.slice.call(all, 0, half), ...Array.prototype.slice.call(all, -half)];
};

/** A selector that this engine does not know finds nothing. */
export const allIn = (roots: readonly ParentNode[], selector: string): Element[] => {
  try {
    return roots.flatMap((root) => someOf(root.querySelectorAll(selector)));
  } catch {
    return [];
  }
};

/** The first of them; likewise nothing for a selector that is not known. */
const anyIn = (roots: readonly ParentNode[], selector: string): Element | undefined => {
  try {
    for (const root of roots) {
      const found = root.querySelector(selector);
      if (found) return found;
    }
    return undefined;
  } catch {
    return undefined;
  }
};

const adorns = '[aria-hidden="true"]';

/** Its text without what only adorns it: icons may be written as words. */
export const textWithoutIcons = (element: Element): string => {
  if (!element.querySelector(adorns)) return element.textContent ?? '';
  const filter = (node: Node): number => (node.nodeType === 1 && (node as Element).matches(adorns) ? reject : accept);
  const walker = element.ownerDocument.createTreeWalker(element, elementsAndTexts, filter);
  let text = '';
  for (let nodes = 0; nodes < mostNodes && walker.nextNode(); nodes += 1) text += walker.currentNode.nodeValue ?? '';
  return text;
};

const labelsOf = (element: Element): string[] =>
  [
    element.getAttribute('aria-label'),
    element.textContent?.slice(0, longestText),
    textWithoutIcons(element).slice(0, longestText),
    element.getAttribute('value'),
  ].map((text) => normalText(text ?? ''));

type Sought = Pick<ElementSign, 'selector' | 'labels' | 'at_least' | 'counts_hidden' | 'unlike'>;

/** Elements by what each is called. */
const namesOf = (elements: readonly Element[], hasTime: () => boolean): ReadonlyMap<string, readonly Element[]> => {
  const names = new Map<string, Element[]>();
  for (const element of elements) {
    if (!hasTime()) break;
    for (const name of new Set(labelsOf(element))) {
      const same = names.get(name);
      if (same) same.push(element);
      else names.set(name, [element]);
    }
  }
  return names;
};

const isSign = (element: Element, { at_least, counts_hidden, unlike }: Sought, { isSeen, sizeOf }: Eyes): boolean => {
  if (!counts_hidden && !isSeen(element)) return false;
  if (unlike?.map(normalText).includes(normalText(textWithoutIcons(element)))) return false;
  if (!at_least) return true;
  const { width, height } = sizeOf(element);
  return width >= at_least.width && height >= at_least.height;
};

/** Whatever is found first will do, in sight or not. */
const isAnyOne = ({ labels, at_least, counts_hidden, unlike }: Sought): boolean =>
  counts_hidden === true && !labels && !at_least && !unlike;

/**
 * Finds the first of something on the page; `hasTime` bounds how many are asked what they are called. What a selector finds, and
 * how that is called, is asked once at a look.
 */
export const seeking = (
  roots: readonly ParentNode[],
  eyes: Eyes,
): ((sought: Sought, hasTime?: () => boolean) => Element | undefined) => {
  const known = new Map<string, readonly Element[]>();
  const named = new Map<string, ReadonlyMap<string, readonly Element[]>>();
  const any = new Map<string, Element | undefined>();
  const all = (selector: string): readonly Element[] => {
    const found = known.get(selector) ?? allIn(roots, selector);
    known.set(selector, found);
    return found;
  };
  const anyOf = (selector: string): Element | undefined => {
    if (!any.has(selector)) any.set(selector, anyIn(roots, selector));
    return any.get(selector);
  };
  const called = (selector: string, labels: readonly string[], hasTime: () => boolean): readonly Element[] => {
    const names = named.get(selector) ?? namesOf(all(selector), hasTime);
    if (hasTime()) named.set(selector, names);
    return labels.flatMap((label) => names.get(normalText(label)) ?? []);
  };
  return (sought, hasTime = () => true) => {
    const { selector, labels } = sought;
    // In a crowd the first of them is found long before all are.
    if (isAnyOne(sought)) return anyOf(selector);
    return (labels ? called(selector, labels, hasTime) : all(selector)).find((element) =>
      isSign(element, sought, eyes),
    );
  };
};
