/**
 * Collects what is known of a page at one look. Works on any DOM: in the page itself, and on HTML that was parsed in
 * Node. Pages may be large, and hostile: everything is bounded.
 */
import type { PageFacts } from './facts.ts';
import { longestText, mostTexts } from './limits.ts';
import { type Eyes, seeking } from './seek.ts';
import type { Shell, SignTable } from './signs.ts';
import { isUnfinished } from './unfinished.ts';

const mostRoots = 50;
const mostElements = 20_000;
const mostNodes = 6_000;
const longestRaw = 2_000;

export interface LookOptions {
  readonly eyes: Eyes;
  /** Answers false when there is no time left for this look. */
  readonly hasTime?: () => boolean;
}

export type Collected = Pick<PageFacts, 'texts' | 'shown' | 'is_whole' | 'is_unfinished' | 'lacked_time'>;
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
/** One of what somebody asks others to choose from, as a poll does. What is ticked by itself may be the page's own. */
const choices = ['label:has(input[type="radio"])', ...['radio', 'option'].map(ofRole)];
const wordsForPeople = ['chat', 'caption', 'subtitle', 'transcript', 'participant', 'roster', 'message-list'];
/** What may be called after what stands in it; a dialog may be after what it says. */
const parts = ['aside', 'section', 'ul', 'ol', ...['region', 'complementary', 'tabpanel', 'list'].map(ofRole)];
/** A selector for each word: the DOM of the tests would parse one for all of them anew at each look. */
const namedAfterPeople = wordsForPeople.map((word) => {
  const named = ['class', 'id', 'data-tid', 'data-testid'].map((name) => `[${name}*="${word}" i]`);
  const called = `:is(${parts.join(', ')})[aria-label*="${word}" i]:not([role$="dialog"])`;
  return `:is(${[...named, called].join(', ')}):not(html, body)`;
});
const headings = 'h1, h2, h3, [role="heading"]';
const dialogs = ['[role="dialog"]', '[role="alertdialog"]', 'dialog', '[aria-modal="true"]'];
/** A poll or a quiz: what it asks is somebody's words as well. */
const asking = dialogs.map((dialog) => `${dialog}:has(input[type="radio"], [role="radio"])`);
const passing = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], ul, ol, table, [role="list"]';
const inline = new Set(
  'A ABBR B BDI BDO CITE CODE EM FONT I INS KBD LABEL MARK Q S SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(' '),
);
/** Where these are, nothing ends by a heading. */
const goesOn = (['form', 'toolbar', 'scene'] as const).map((part) => `shell.${part}`);
/** A page without a heading that says no more than this is about what it says. */
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

/** The parts of the shell first: what speaks against a state must not be missed for want of time. */
const shownIn = (roots: readonly ParentNode[], table: SignTable, { eyes, hasTime = () => true }: LookOptions) => {
  const isThere = seeking(roots, eyes, hasTime);
  const shell = (Object.keys(table.shell) as (keyof Shell)[]).flatMap((part) =>
    table.shell[part]?.some(isThere) ? `shell.${part}` : [],
  );
  const shown = [...shell];
  for (const sign of table.states.flatMap(({ signs }) => signs)) {
    if (sign.class !== 'S') continue;
    if (!hasTime()) return { shown, is_whole: false };
    if (isThere(sign)) shown.push(sign.id);
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
const endsWord = /[\p{Ll}\p{N}.!?…]$/u;
const beginsSentence = /^\p{Lu}/u;

/** The elements of a kind, so that what they hold can be told from the rest: asking each element would take far longer. */
type Kind = (element: Element) => boolean;

const kindIn = (root: ParentNode, ...selectors: readonly string[]): Kind => {
  const all = new Set(selectors.flatMap((selector) => [...root.querySelectorAll(selector)]));
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
    kindIn(root, ...namedAfterPeople),
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
const withProminence = (texts: Said[]): Said[] => {
  if (texts.some(({ place }) => place === 'prominent')) return texts;
  const first = texts.findIndex(({ place }) => place === 'main');
  const isShort = texts.length <= fewTexts;
  return texts.map((said, at) =>
    said.place === 'main' && (isShort || at === first) ? { ...said, place: 'prominent' } : said,
  );
};

const textsIn = (
  roots: readonly (Document | ShadowRoot)[],
  table: SignTable,
  { eyes, hasTime = () => true }: LookOptions,
) => {
  const left = [without, ...people, ...choices, ...asking, ...table.people].join(', ');
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
  const mayEnd = texts.some(({ place }) => place === 'prominent') && !goesOn.some((part) => shown.includes(part));
  return {
    texts,
    shown: [...new Set(shown)],
    is_whole: is_whole && isRead,
    ...(mayEnd && isUnfinished(roots, given.eyes, hasTime) && { is_unfinished: true }),
    ...(time.isOver && { lacked_time: true }),
  };
};
