/**
 * What may happen to a page: harmless changes, after which it is what it was, and harmful ones, after which it may be anything
 * but another reason to end. Each works on an entry and its documents in place.
 */
import type { Entry } from '../../../bin/judge/entry.ts';
import type { SignTable, StateRow } from '../../../lib/capture/platforms/judging/sign-table.ts';

/** Numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

/** mulberry32 */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const oneOf = <T>(all: readonly T[], chance: Chance): T => {
  const one = all[Math.floor(chance() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
};

/** A page on its way through changes. */
export interface Page {
  history: Entry['history'];
  wire: Entry['wire'];
  readonly documents: Document[];
  readonly table: SignTable;
  /** The rows that it is known for. */
  readonly rows: readonly StateRow[];
  /** Another page of the platform, as it was. */
  readonly other: () => Document[];
}

export type Change = (page: Page, chance: Chance) => void;

const all = ({ documents }: Page, selector: string): HTMLElement[] =>
  documents.flatMap((document) => [...document.querySelectorAll<HTMLElement>(selector)]);
const bodies = ({ documents }: Page): HTMLElement[] => documents.map(({ body }) => body);

const texts = (page: Page): Text[] =>
  bodies(page).flatMap((body) => {
    const walker = body.ownerDocument.createTreeWalker(body, 4);
    const found: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) found.push(walker.currentNode as Text);
    return found;
  });

/** What the table itself says of states; somebody called Ada stands where there is a gap. */
const sentencesOf = (rows: readonly StateRow[]): string[] =>
  rows.flatMap(({ signs }) =>
    signs.flatMap((sign) => (sign.class === 'T' ? sign.say.replaceAll('*', 'Ada ').trim() : [])),
  );

const make = (document: Document, html: string): Element => {
  const place = document.createElement('div');
  place.innerHTML = html;
  return place.firstElementChild ?? place;
};

const selectorsOf = ({ states, shell, people, dialogs }: SignTable): string =>
  [
    ...states.flatMap(({ signs }) => signs.flatMap((sign) => (sign.class === 'S' ? sign.selector : []))),
    ...Object.values(shell).flatMap((parts: SignTable['shell']['form']) => parts.map(({ selector }) => selector)),
    ...people,
    ...dialogs,
  ].join(' ');

/** Whether a table knows a class, by its name or a part of it. */
const knownTo = (table: SignTable): ((name: string) => boolean) => {
  const selectors = selectorsOf(table);
  const parts = [...selectors.matchAll(/\[class[~^$*]?="\s*([^"]+?)\s*"/g)].map(([, part = '']) => part.toLowerCase());
  return (name) => selectors.includes(name) || parts.some((part) => name.toLowerCase().includes(part));
};

export const harmless: Readonly<Record<string, Change>> = {
  'classes renamed'(page, chance) {
    const isKnown = knownTo(page.table);
    for (const element of all(page, '[class]'))
      for (const name of [...element.classList])
        if (!isKnown(name)) element.classList.replace(name, `x${Math.floor(chance() * 1e6)}`);
  },
  wrapped(page, chance) {
    for (const body of bodies(page)) {
      const parent = oneOf([body, ...body.querySelectorAll<HTMLElement>('div, main, section')], chance);
      const wrapper = body.ownerDocument.createElement('div');
      wrapper.append(...parent.childNodes);
      parent.append(wrapper);
    }
  },
  'siblings reordered'(page, chance) {
    const parents = all(page, 'footer, header, nav, [role="toolbar"]').filter(({ children }) => children.length > 1);
    if (parents.length === 0) return;
    const parent = oneOf(parents, chance);
    if (parent.lastElementChild) parent.prepend(parent.lastElementChild);
  },
  'set in another way'(page, chance) {
    for (const text of texts(page)) {
      if (chance() < 0.5) text.data = text.data.replaceAll("'", '\u2019').replaceAll('...', '\u2026');
      const words = text.data.split(' ');
      if (words.length < 3 || chance() < 0.5 || text.parentElement?.closest('textarea, title, option')) continue;
      const span = text.ownerDocument.createElement('span');
      span.textContent = `\u00a0${words.slice(2).join('  ')}`;
      text.data = words.slice(0, 2).join(' ');
      text.after(span);
    }
  },
  'with hidden decoys'({ documents, table }, chance) {
    const say = oneOf(sentencesOf(table.states), chance);
    for (const document of documents)
      document.body.append(
        make(document, `<div hidden><h1>${say}</h1></div>`),
        make(document, `<div aria-hidden="true" role="dialog">${say}</div>`),
        make(document, `<div style="display:none"><h2>${say}</h2></div>`),
      );
  },
  'with another dialog'({ documents }) {
    for (const document of documents.slice(0, 1))
      document.body.append(make(document, '<div role="dialog"><p>Try the new look</p><button>Later</button></div>'));
  },
  'with more attributes'(page, chance) {
    for (const element of all(page, 'div, p, button')) if (chance() < 0.3) element.dataset.extra = String(chance());
  },
  'with a message that says so'({ documents, table }, chance) {
    const say = oneOf(sentencesOf(table.states), chance);
    for (const document of documents.slice(0, 1))
      document.body.append(make(document, `<div role="log"><p>Ada</p><p>${say}</p></div>`));
  },
};

const cut = (page: Page, selector: string): void => {
  for (const element of all(page, selector)) if (element !== element.ownerDocument.body) element.remove();
};

const change = (page: Page, to: (said: string) => string): void => {
  for (const text of texts(page)) text.data = to(text.data);
};

/** Messages, and what is out of sight. */
const notItsOwn = '[role="log"], [hidden], [aria-hidden="true"], [style*="display:none"]';

/** The texts in which a page says one of its sentences, or all of its own where none is. */
const telling = (page: Page): Text[] => {
  const words = sentencesOf(page.rows).map((say) => say.slice(0, 12).toLowerCase());
  const own = texts(page).filter(({ parentElement }) => !parentElement?.closest(notItsOwn));
  const found = own.filter(({ data }) => words.some((start) => data.toLowerCase().includes(start)));
  return found.length > 0 ? found : own;
};

export const harmful: Readonly<Record<string, Change>> = {
  'without its structure'(page) {
    for (const { signs } of page.rows) for (const sign of signs) if (sign.class === 'S') cut(page, sign.selector);
  },
  'without its words'(page) {
    for (const text of telling(page)) text.data = '';
  },
  'without its wire'(page) {
    page.wire = [];
  },
  'in another language'(page) {
    change(page, (said) => said.replaceAll(/[a-z]+/gi, (word) => `${[...word].reverse().join('')}en`));
    for (const element of all(page, '[aria-label]')) element.setAttribute('aria-label', 'Schaltfläche');
  },
  'with a word changed'(page) {
    for (const text of telling(page)) {
      const longest = text.data.split(/[^\p{L}]+/u).toSorted((one, other) => other.length - one.length)[0];
      if (longest) text.data = text.data.replace(longest, 'Wednesday');
    }
  },
  'as what people say'(page, chance) {
    const [role, tag] = oneOf(
      [
        ['log', 'div'],
        ['tree', 'ul'],
        ['status', 'div'],
        ['feed', 'section'],
      ],
      chance,
    );
    for (const text of telling(page)) {
      const said = text.ownerDocument.createElement(tag ?? 'div');
      said.setAttribute('role', role ?? 'log');
      said.textContent = text.data;
      text.data = '';
      text.ownerDocument.body.append(said);
    }
  },
  'with another past'(page) {
    page.history = {};
  },
  'with another page below'(page) {
    const [first] = page.documents;
    for (const { body } of page.other())
      first?.body.append(...[...body.childNodes].map((node) => first.importNode(node, true)));
  },
  empty(page) {
    for (const body of bodies(page)) body.replaceChildren();
  },
  "in a stranger's frame"(page) {
    for (const body of bodies(page)) {
      body.replaceChildren();
      body.append(make(body.ownerDocument, '<iframe src="https://other.example/" width="800" height="600"></iframe>'));
    }
  },
};
