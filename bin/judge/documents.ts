/** The pages of a corpus as documents, and how they are seen without a browser. */
import { JSDOM } from 'jsdom';
import type { Eyes } from '../../lib/capture/platforms/judging/seek.ts';
import type { Entry } from './entry.ts';
import { inSmallLetters, possibleIn } from './possible.ts';

const outOfSight = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|left\s*:\s*-\d{4}/i;

const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') || outOfSight.test(element.getAttribute('style') ?? '');

const isSetAside = (element: Element): boolean => element.getAttribute('aria-hidden') === 'true';

const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.parentElement ?? ('host' in root ? (root.host as Element) : null);
};

const isIn = (element: Element, isOne: (element: Element) => boolean): boolean => {
  for (let at: Element | null = element; at; at = parentOf(at)) if (isOne(at)) return true;
  return false;
};

/** What a still page says of its own. */
export const stillEyes: Eyes = {
  isSeen: (element) => !isIn(element, (one) => isHidden(one) || isSetAside(one)),
  isDrawn: (element) => !isIn(element, isHidden),
  sizeOf(element) {
    const pixels = (name: string): number => {
      const styled = new RegExp(`${name}\\s*:\\s*(\\d+)px`).exec(element.getAttribute('style') ?? '')?.[1];
      return Number(element.getAttribute(name) ?? styled ?? 0);
    };
    return { width: pixels('width'), height: pixels('height') };
  },
};

const { window } = new JSDOM('');
const parser = new window.DOMParser();

/** Shadow roots that are written down become what they stand for. */
const withShadows = (document: Document): Document => {
  // By name and not by a selector, which jsdom would parse anew for each document.
  for (const template of [...document.getElementsByTagName('template')]) {
    if (template.getAttribute('shadowrootmode') !== 'open') continue;
    template.parentElement?.attachShadow({ mode: 'open' }).append(template.content);
    template.remove();
  }
  return document;
};

export const documentOf = (html: string): Document => withShadows(parser.parseFromString(html, 'text/html'));

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

/** The page, and the frames in it that are of its origin: nobody sees into others. */
export const documentsOf = ({ frames }: Pick<Entry, 'frames'>): readonly Document[] => {
  const [page] = frames;
  return frames
    .filter(({ address }) => originOf(address) === originOf(page.address))
    .map(({ html }) => documentOf(html));
};

const kept = new Map<string, Document>();

/** A document without anything in it, of which there is one of a kind for as long as the program runs. */
const standIn = ({ compatMode }: Document, at: number): Document => {
  const kind = `${compatMode} ${at}`;
  const document = kept.get(kind) ?? documentOf(compatMode === 'CSS1Compat' ? '<!doctype html>' : '');
  kept.set(kind, document);
  // Its doctype stays: in a document without one, names of classes and ids are the same in capitals.
  document.documentElement?.remove();
  return document;
};

const nothing = window.document.querySelectorAll('nothing');

/** Until it is let go, a document that does not change is asked only for what its markup may hold. */
const asksLess = (document: Document): (() => void) => {
  const markup = inSmallLetters(document.documentElement.outerHTML);
  document.querySelectorAll = (selector: string) => {
    const possible = possibleIn(selector, markup);
    return possible === undefined ? nothing : window.Document.prototype.querySelectorAll.call(document, possible);
  };
  return () => Reflect.deleteProperty(document, 'querySelectorAll');
};

/**
 * Looks at pages in the place of others that stay, and puts them back. jsdom parses selectors anew for each document, and
 * those of a table of signs are half of what it takes to look at a page with it.
 */
export const lookedAt = <Found>(
  documents: readonly Document[],
  look: (documents: readonly Document[]) => Found,
): Found => {
  const places = documents.map((document, at) => {
    const place = standIn(document, at);
    place.append(document.documentElement);
    return place;
  });
  const letGo = places.map(asksLess);
  try {
    return look(places);
  } finally {
    for (const go of letGo) go();
    for (const [at, document] of documents.entries()) document.append(places[at]?.documentElement ?? '');
  }
};
