/**
 * Collects what is known of a page at one look. Works on any DOM: in the page itself, and on HTML that was parsed in
 * Node. Pages may be large, and hostile: everything is bounded.
 */
import type { PageFacts } from './facts.ts';
import { longestText, mostTexts } from './limits.ts';
import { normalText } from './normal-text.ts';
import type { ElementSign, Shell, SignTable } from './signs.ts';

const mostRoots = 50;
const mostElements = 20_000;
const mostNodes = 6_000;
const mostOfOneSelector = 20;
const longestRaw = 2_000;

/** How a document is seen: laid out by a browser, or not at all. */
export interface Eyes {
  /** Whether people see it. */
  isSeen(element: Element): boolean;
  sizeOf(element: Element): { readonly width: number; readonly height: number };
}

export interface LookOptions {
  readonly eyes: Eyes;
  /** Answers false when there is no time left for this look. */
  readonly hasTime?: () => boolean;
}

export type Collected = Pick<PageFacts, 'texts' | 'shown' | 'is_whole' | 'lacked_time'>;
type Said = PageFacts['texts'][number];
type Place = Said['place'];

const elements = 1;
const elementsAndTexts = 1 | 4;
const accept = 1;
const reject = 2;

const without =
  'script, style, noscript, template, svg, canvas, video, audio, iframe, object, textarea, input, select, option, [contenteditable=""], [contenteditable="true"]';
const ofRole = (role: string): string => `[role="${role}"]`;
/** Where people's words stand, whatever the platform. */
const people = ['log', 'feed', 'tree', 'grid', 'article'].map(ofRole);
const wordsForPeople = ['chat', 'caption', 'subtitle', 'transcript', 'participant', 'roster', 'message-list'];
/** What may be called after what stands in it; a dialog may be after what it says. */
const parts = ['aside', 'section', 'ul', 'ol', ...['region', 'complementary', 'tabpanel', 'list'].map(ofRole)];
const namedAfterPeople = wordsForPeople.flatMap((word) => [
  ...['class', 'id', 'data-tid', 'data-testid'].map((name) => `[${name}*="${word}" i]`),
  `:is(${parts.join(', ')})[aria-label*="${word}" i]:not([role$="dialog"])`,
]);
const headings = 'h1, h2, h3, [role="heading"]';
const dialogs = ['[role="dialog"]', '[role="alertdialog"]', 'dialog', '[aria-modal="true"]'];
const passing = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], ul, ol, table, [role="list"]';
const inline = new Set(
  'A ABBR B BDI BDO CITE CODE EM FONT I INS KBD LABEL MARK Q S SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(' '),
);
/** A page that says no more than this is about what it says. */
const fewTexts = 8;

/** The documents, and whatever shadow roots are open in them. */
const rootsIn = (documents: readonly Document[]): (Document | ShadowRoot)[] => {
  const roots: (Document | ShadowRoot)[] = [...documents];
  let looked = 0;
  for (let at = 0; at < roots.length && roots.length < mostRoots; at += 1) {
    const root = roots[at];
    if (!root) break;
    const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, elements);
    while (looked < mostElements && roots.length < mostRoots && walker.nextNode()) {
      looked += 1;
      const { shadowRoot } = walker.currentNode as Element;
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  return roots;
};

/** A selector that this engine does not know finds nothing. */
const allIn = (roots: readonly ParentNode[], selector: string): Element[] => {
  try {
    return roots.flatMap((root) => [...root.querySelectorAll(selector)].slice(0, mostOfOneSelector));
  } catch {
    return [];
  }
};

/** Its text without what only adorns it: icons may be written as words. */
const bareText = (element: Element): string => {
  if (!element.querySelector('[aria-hidden="true"]')) return element.textContent ?? '';
  const pieces = [...element.childNodes].map((node) => {
    if (node.nodeType !== 1) return node.nodeValue ?? '';
    return (node as Element).matches('[aria-hidden="true"]') ? '' : bareText(node as Element);
  });
  return pieces.join('');
};

const labelsOf = (element: Element): string[] =>
  [
    element.getAttribute('aria-label'),
    element.textContent?.slice(0, longestText),
    bareText(element).slice(0, longestText),
    element.getAttribute('value'),
  ].map((text) => normalText(text ?? ''));

type Sought = Pick<ElementSign, 'selector' | 'labels' | 'at_least' | 'unseen'>;

const isSign = (element: Element, { labels, at_least, unseen }: Sought, { isSeen, sizeOf }: Eyes): boolean => {
  if (labels) {
    const has = labelsOf(element);
    if (!labels.some((label) => has.includes(normalText(label)))) return false;
  }
  if (!unseen && !isSeen(element)) return false;
  if (!at_least) return true;
  const { width, height } = sizeOf(element);
  return width >= at_least.width && height >= at_least.height;
};

/** The parts of the shell first: what speaks against a state must not be missed for want of time. */
const shownIn = (roots: readonly ParentNode[], table: SignTable, { eyes, hasTime = () => true }: LookOptions) => {
  const known = new Map<string, Element[]>();
  const all = (selector: string): Element[] => {
    const found = known.get(selector) ?? allIn(roots, selector);
    known.set(selector, found);
    return found;
  };
  const shell = (Object.keys(table.shell) as (keyof Shell)[]).flatMap((part) =>
    table.shell[part]?.some((sought) => all(sought.selector).some((element) => isSign(element, sought, eyes)))
      ? `shell.${part}`
      : [],
  );
  const shown = [...shell];
  for (const sign of table.states.flatMap(({ signs }) => signs)) {
    if (sign.class !== 'S') continue;
    if (!hasTime()) return { shown, is_whole: false };
    if (all(sign.selector).some((element) => isSign(element, sign, eyes))) shown.push(sign.id);
  }
  return { shown, is_whole: true };
};

/** A line of text, in the pieces that it is written in. */
interface Block {
  readonly element: Element;
  readonly pieces: { readonly text: string; readonly of: Element }[];
  length: number;
}

/** Fields that stand in a line part what is before them from what is after. */
const field = 'input, select, textarea';
const endsWord = /[\p{Ll}\p{N}.!?]$/u;
const beginsSentence = /^\p{Lu}/u;

/** The elements of a kind, so that what they hold can be told from the rest: asking each element would take far longer. */
type Kind = (element: Element) => boolean;

const kindIn = (root: ParentNode, selector: string): Kind => {
  const all = new Set(root.querySelectorAll(selector));
  return (element) => all.has(element);
};

const stands = (element: Element, isKind: Kind): boolean => {
  for (let at: Element | null = element; at; at = at.parentElement) if (isKind(at)) return true;
  return false;
};

const lineOf = (element: Element): Element => {
  let at = element;
  while (inline.has(at.tagName) && at.parentElement) at = at.parentElement;
  return at;
};

/** Whether words that follow each other without a blank are two boxes beside each other. */
const isApart = ({ pieces }: Block, { text, of }: Block['pieces'][number]): boolean => {
  const last = pieces.at(-1);
  return last !== undefined && last.of !== of && endsWord.test(last.text) && beginsSentence.test(text);
};

/** The text of the page, by the elements that it stands in; spans and the like are part of what they stand in. */
const blocksIn = (
  root: Document | ShadowRoot,
  isLeftOut: Kind,
  hasTime: () => boolean,
): { readonly blocks: readonly Block[]; readonly isWhole: boolean } => {
  const blocks = new Map<Element, Block>();
  const all: Block[] = [];
  // What stands after a break or a field is another line.
  const endLine = ({ parentElement }: Element): void => {
    if (parentElement) blocks.delete(lineOf(parentElement));
  };
  const filter = (node: Node): number => {
    if (node.nodeType !== 1 || !isLeftOut(node as Element)) return accept;
    if ((node as Element).matches(field)) endLine(node as Element);
    return reject;
  };
  const from = 'body' in root ? root.body : root;
  if (!from) return { blocks: [], isWhole: true };
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(from, elementsAndTexts, filter);
  let nodes = 0;
  while (walker.nextNode()) {
    nodes += 1;
    if (nodes > mostNodes || (nodes % 100 === 0 && !hasTime())) return { blocks: all, isWhole: false };
    const node = walker.currentNode;
    if (node.nodeType === 1) {
      if ((node as Element).tagName === 'BR') endLine(node as Element);
      continue;
    }
    if (!node.parentElement) continue;
    const element = lineOf(node.parentElement);
    const piece = { text: (node.nodeValue ?? '').slice(0, longestRaw), of: node.parentElement };
    const block = blocks.get(element);
    if (block && !isApart(block, piece)) {
      if (block.length >= longestRaw) continue;
      block.pieces.push(piece);
      block.length += piece.text.length;
    } else if (piece.text.trim() !== '') {
      const begun = { element, pieces: [piece], length: piece.text.length };
      blocks.set(element, begun);
      all.push(begun);
    }
  }
  return { blocks: all, isWhole: true };
};

/** Where in its root an element stands; undefined where people's words do. */
const placesIn = (root: ParentNode, table: SignTable): ((element: Element) => Place | undefined) => {
  const [isPeople, isDialog, isHeading, isPassing] = [
    kindIn(root, `:is(${namedAfterPeople.join(', ')}):not(html, body)`),
    kindIn(root, [...dialogs, ...table.dialogs].join(', ')),
    kindIn(root, headings),
    kindIn(root, passing),
  ];
  return (element) => {
    if (stands(element, isPeople)) return undefined;
    if (stands(element, isDialog)) return 'dialog';
    // A page that has changed may tell so in a region that is read out, with a heading in it.
    if (stands(element, isHeading)) return 'prominent';
    return stands(element, isPassing) ? 'passing' : 'main';
  };
};

/** A page without a heading is about what it says first, and a short one about all that it says. */
const withProminence = (texts: readonly Said[]): Said[] => {
  const isShort = texts.length <= fewTexts;
  const first = texts.some(({ place }) => place === 'prominent')
    ? -1
    : texts.findIndex(({ place }) => place === 'main');
  return texts.map((said, at) =>
    said.place === 'main' && (isShort || at === first) ? { ...said, place: 'prominent' } : said,
  );
};

const textsIn = (
  roots: readonly (Document | ShadowRoot)[],
  table: SignTable,
  { eyes, hasTime = () => true }: LookOptions,
) => {
  const left = [without, ...people, ...table.people].join(', ');
  const texts: Said[] = [];
  let isWhole = true;
  for (const root of roots) {
    const { blocks, isWhole: isAll } = blocksIn(root, kindIn(root, left), hasTime);
    isWhole &&= isAll;
    if (blocks.length === 0) continue;
    const placeOf = placesIn(root, table);
    for (const { element, pieces } of blocks) {
      if (texts.length >= mostTexts || !hasTime()) {
        isWhole = false;
        break;
      }
      const place = placeOf(element);
      if (!place || !eyes.isSeen(element)) continue;
      const seen = pieces.filter(({ text, of }) => of === element || text.trim() === '' || eyes.isSeen(of));
      const said = seen
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim();
      // What is longer is what somebody wrote.
      if (said !== '' && said.length <= longestText) texts.push({ text: said, place });
    }
  }
  return { is_whole: isWhole, texts: withProminence(texts) };
};

/** Of the page and of whatever frames of it can be read. */
export const collect = (documents: readonly Document[], table: SignTable, given: LookOptions): Collected => {
  const time = { isOver: false };
  const hasTime = (): boolean => {
    time.isOver ||= given.hasTime?.() === false;
    return !time.isOver;
  };
  const options = { ...given, hasTime };
  const roots = rootsIn(documents);
  const { shown, is_whole } = shownIn(roots, table, options);
  const { texts, is_whole: isRead } = textsIn(roots, table, options);
  return {
    texts,
    shown: [...new Set(shown)],
    is_whole: is_whole && isRead,
    ...(time.isOver && { lacked_time: true }),
  };
};
