/** What is known of a platform's page, collected in it, and what it asks for accepted. */
import { acceptIn } from '../accept.ts';
import { collect } from '../collect.ts';
import type { PageFacts, WireFact } from '../facts.ts';
import { mostWire } from '../limits.ts';
import type { Eyes } from '../seek.ts';
import type { ElementMatch, SignTable } from '../sign-table.ts';
import { createLookTime } from './look-time.ts';

const mostFrames = 20;

const isOnPage = (element: Element): boolean => {
  const { width, height, right, bottom } = element.getBoundingClientRect();
  return width > 1 && height > 1 && right > 0 && bottom > 0;
};

const isDrawn = (element: Element): boolean =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isOnPage(element);

const eyes: Eyes = {
  isSeen: (element) => element.closest('[aria-hidden="true"], [inert]') === null && isDrawn(element),
  isDrawn,
  sizeOf: (element) => element.getBoundingClientRect(),
};

/** The page that this frame is in, where that may be read. */
const pageOf = (frame: Window): Window => {
  try {
    return frame.top?.document ? frame.top : frame;
  } catch {
    return frame;
  }
};

/** A page and the frames in it that may be read. */
const documentsIn = (page: Window): readonly Document[] => {
  const documents = [page.document];
  for (const document of documents)
    for (const frame of document.querySelectorAll('iframe')) {
      const { contentDocument } = frame;
      if (contentDocument && documents.length < mostFrames) documents.push(contentDocument);
    }
  return documents;
};

const time = createLookTime();

/** `wire`: what the adapter read from the wire and still holds, the newest last. */
export const pageFacts = (table: SignTable, wire: readonly WireFact[] = []): PageFacts => {
  const page = pageOf(globalThis.window);
  const until_ms = performance.now() + time.most_ms;
  const hasTime = (): boolean => performance.now() < until_ms;
  const collected = collect(documentsIn(page), table, { eyes, hasTime });
  time.looked(collected);
  const [navigation] = page.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    address: page.location.href,
    title: page.document.title,
    status: navigation?.responseStatus || null,
    wire: wire.slice(-mostWire),
    ...collected,
  };
};

/** Presses the first of the parts that is seen, in the page or in one of its frames that may be read. Answers whether one was. */
export const accept = (parts: readonly ElementMatch[]): boolean =>
  acceptIn(documentsIn(pageOf(globalThis.window)), parts, eyes);
