/** What a page says, and where: line by line, and without people's own words. */
import type { PageFacts } from './facts.ts';
import { longestText, mostTexts } from './limits.ts';
import type { Roots } from './roots.ts';
import { accept, allIn, type Eyes, elementsAndTexts, type LookOptions, reject } from './seek.ts';
import type { SignTable } from './sign-table.ts';

const mostNodes = 6_000;
const longestRaw = 2_000;
/** Of a page that is cut, what stands out is read all the same: so many dialogs and headings, and so many nodes of each. */
const mostStandingOut = 20;
const mostNodesStandingOut = 200;

export type Said = PageFacts['texts'][number];
type Place = Said['place'];

const without =
  'script, style, noscript, template, svg, canvas, video, audio, iframe, object, textarea, input, select, option, [contenteditable=""], [contenteditable="true"]';
const ofRole = (role: string): string => `[role="${role}"]`;
/** Where people's words stand, whatever the platform. */
const people = ['log', 'feed', 'tree', 'grid', 'article'].map(ofRole);
/** One of what somebody asks others to choose from, as a poll does. What is ticked by itself may be the page's own. */
const choices = ['label:has(input[type="radio"])', ...['radio', 'option'].map(ofRole)];
const wordsForPeople = ['chat', 'caption', 'subtitle', 'transcript', 'participant', 'roster', 'message-list'];
/** Parts of a page that may be called after the people in them. A dialog is none: it may be called what it says. */
const parts = ['aside', 'section', 'ul', 'ol', ...['region', 'complementary', 'tabpanel', 'list'].map(ofRole)];
/** A selector for each word: the DOM of the tests would parse one for all of them anew at each look. */
const namedAfterPeople = wordsForPeople.map((word) => {
  const named = ['class', 'id', 'data-tid', 'data-testid'].map((name) => `[${name}*="${word}" i]`);
  const called = `:is(${parts.join(', ')})[aria-label*="${word}" i]:not([role$="dialog"])`;
  return `:is(${[...named, called].join(', ')}):not(html, body)`;
});
const headings = 'h1, h2, h3, [role="heading"]';
const dialogs = ['[role="dialog"]', '[role="alertdialog"]', 'dialog', '[aria-modal="true"]'];
const dialogsOf = (table: SignTable): string => [...dialogs, ...table.dialogs].join(', ');
/** A poll or a quiz: what it asks is somebody's words as well. */
const asking = dialogs.map((dialog) => `${dialog}:has(input[type="radio"], [role="radio"])`);
const passing = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], ul, ol, table, [role="list"]';
const inline = new Set(
  'A ABBR B BDI BDO CITE CODE EM FONT I INS KBD LABEL MARK Q S SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(' '),
);
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

/** Whether an element is of a kind. */
type Kind = (element: Element) => boolean;
/** How the kinds of element are told apart: of a whole root, or of few elements in it. */
type Telling = (...selectors: readonly string[]) => Kind;

/** The elements of a kind, so that what they hold can be told from the rest: asking each element would take far longer. */
const kindIn =
  (root: ParentNode): Telling =>
  (...selectors) => {
    const all = new Set(selectors.flatMap((selector) => [...root.querySelectorAll(selector)]));
    return (element) => all.has(element);
  };

/** The same, of few elements in a crowd. */
const kindOf: Telling =
  (...selectors) =>
  (element) =>
    selectors.some((selector) => element.matches(selector));

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

/** The text in something, by the elements that it stands in; spans and the like are part of what they stand in. */
const blocksIn = (
  from: Node,
  isLeftOut: Kind,
  hasTime: () => boolean,
  most_nodes = mostNodes,
): { readonly blocks: readonly Block[]; readonly isWhole: boolean } => {
  const blocks = new Map<Element, Block>();
  const all: Block[] = [];
  // What stands after a break or a field is another line.
  const endLine = ({ parentElement }: Element): void => {
    if (parentElement) blocks.delete(lineOf(parentElement));
  };
  let visited = 0;
  let isOver = false;
  const filter = (node: Node): number => {
    visited += 1;
    isOver ||= visited % 100 === 0 && !hasTime();
    if (isOver) return reject;
    if (node.nodeType !== 1 || !isLeftOut(node as Element)) return accept;
    if ((node as Element).matches(field)) endLine(node as Element);
    return reject;
  };
  const walker = from.ownerDocument?.createTreeWalker(from, elementsAndTexts, filter);
  let nodes = 0;
  while (walker?.nextNode()) {
    nodes += 1;
    if (nodes > most_nodes) return { blocks: all, isWhole: false };
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
  return { blocks: all, isWhole: !isOver };
};

/** Where an element stands; undefined where people's words do. */
const placesBy = (kind: Telling, table: SignTable): ((element: Element) => Place | undefined) => {
  const [isPeople, isDialog, isHeading, isPassing] = [
    kind(...namedAfterPeople),
    kind(dialogsOf(table)),
    kind(headings),
    kind(passing),
  ];
  return (element) => {
    if (stands(element, isPeople)) return undefined;
    if (stands(element, isDialog)) return 'dialog';
    // A page that has changed may tell so in a region that is read out, with a heading in it.
    if (stands(element, isHeading)) return 'prominent';
    return stands(element, isPassing) ? 'passing' : 'main';
  };
};

/** What people see of a text; undefined where that is nothing, or what somebody wrote, as it is so long. */
const seenOf = ({ element, pieces }: Block, isSeen: Eyes['isSeen']): string | undefined => {
  if (!isSeen(element)) return undefined;
  const seen = pieces.filter(({ text, of }) => of === element || text.trim() === '' || isSeen(of));
  const said = seen
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return said !== '' && said.length <= longestText ? said : undefined;
};

/** What people's words are left out of a page by. */
const leftOut = (table: SignTable): string => [without, ...people, ...choices, ...asking, ...table.people].join(', ');

/** The dialogs of a page, the last first, as they lie over the others, and its first headings. */
const standingOutIn = (root: ParentNode, table: SignTable): Element[] => [
  ...allIn([root], dialogsOf(table)).slice(-mostStandingOut).reverse(),
  ...allIn([root], headings).slice(0, mostStandingOut),
];

/** What they say, however little time there is: a meeting may be over behind thousands of tiles. */
const saidStandingOut = (root: ParentNode, table: SignTable, { eyes }: LookOptions): Said[] => {
  const isLeftOut = kindOf(leftOut(table));
  const placeOf = placesBy(kindOf, table);
  const elements = standingOutIn(root, table).filter((element) => !stands(element, isLeftOut));
  return elements
    .flatMap((element) => blocksIn(element, isLeftOut, () => true, mostNodesStandingOut).blocks)
    .slice(0, mostTexts)
    .flatMap((block) => {
      const place = placeOf(block.element);
      const text = place && seenOf(block, eyes.isSeen);
      return text === undefined || place === undefined ? [] : { text, place };
    });
};

const showsDialog = (roots: readonly ParentNode[], table: SignTable, { isSeen }: Eyes): boolean =>
  allIn(roots, dialogsOf(table)).some(isSeen);

/** What the roots of a page say, and where; a page that is too large is read in part. */
export const textsIn = (
  { roots, isCrowded }: Roots,
  table: SignTable,
  options: LookOptions,
): Pick<PageFacts, 'texts' | 'is_whole'> => {
  const { eyes, hasTime = () => true } = options;
  const texts: Said[] = [];
  let isUnderDialog: boolean | undefined;
  const read = (root: Document | ShadowRoot): boolean => {
    const from = 'body' in root ? root.body : root;
    if (!from) return true;
    if (!hasTime()) return false;
    const kind = isCrowded ? kindOf : kindIn(root);
    const { blocks, isWhole } = blocksIn(from, kind(leftOut(table)), hasTime);
    const placeOf = blocks.length > 0 ? placesBy(kind, table) : undefined;
    for (const block of blocks) {
      if (texts.length >= mostTexts || !hasTime()) return false;
      const place = placeOf?.(block.element);
      if (place === undefined) continue;
      const text = seenOf(block, eyes.isSeen);
      if (text !== undefined) texts.push({ text, place });
      else if (place !== 'dialog' && !eyes.isSeen(block.element)) {
        isUnderDialog ??= showsDialog(roots, table, eyes);
        const below = isUnderDialog ? seenOf(block, eyes.isDrawn) : undefined;
        if (below !== undefined) texts.push({ text: below, place: 'below' });
      }
    }
    return isWhole;
  };
  const cut = roots.filter((root) => !read(root));
  const known = new Set(texts.map(({ text, place }) => `${place} ${text}`));
  const more = cut.flatMap((root) => saidStandingOut(root, table, options));
  texts.push(...more.filter(({ text, place }) => !known.has(`${place} ${text}`)).slice(0, mostTexts));
  return { is_whole: cut.length === 0, texts };
};
