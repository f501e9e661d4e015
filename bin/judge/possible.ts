/**
 * Which alternatives of a selector may find anything, by the markup of a page alone. Most selectors of a table find nothing on
 * a page, and jsdom takes long to see that; that a name or a value stands nowhere in the markup is seen at once.
 */

/** Whether something may be found in this markup, whose letters are small. */
type MayFind = (markup: string) => boolean;

interface Alternative {
  readonly text: string;
  readonly mayFind: MayFind;
}

/** Names and values are compared without regard to case, which lets too much pass and nothing be missed. */
export const inSmallLetters = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

const attribute = /\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[is]?\s*)?\]/iy;
const pseudoClass = /::?([\w-]+)(\(?)/y;
const name = /([#.]?)([\w-]+)/y;
/** Combinators, blanks, the star, and numbers as in `2n + 1`. */
const between = /[\s>+~*]+/y;
/** What has to be found for an element that has one of them; `:not` and the like ask for nothing. */
const asking = new Set(['is', 'where', 'has']);
/** Characters that markup has in another form. */
const escaped = /[&<>"\u00a0]/;

const standing =
  (text: string): MayFind =>
  (markup) =>
    markup.includes(inSmallLetters(text));

const havingAttribute = (called: string, operator = '', value = ''): MayFind => {
  if (value === '' || escaped.test(value)) return standing(` ${called}="`);
  return standing(operator === '' ? ` ${called}="${value}"` : value);
};

/** The alternatives of a selector; undefined where it is more than is understood here. */
const alternativesOf = (selector: string): readonly Alternative[] | undefined => {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(selector);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** Up to the end, or to the parenthesis that closes it. */
  const list = (): Alternative[] | undefined => {
    const alternatives: Alternative[] = [];
    for (let begin = at, needs: MayFind[] = []; ; ) {
      const mark = selector[at];
      if (mark === undefined || mark === ')' || mark === ',') {
        const all = needs;
        alternatives.push({ text: selector.slice(begin, at), mayFind: (markup) => all.every((is) => is(markup)) });
        if (mark !== ',') return alternatives;
        at += 1;
        begin = at;
        needs = [];
        continue;
      }
      if (next(between)) continue;
      const found = next(attribute);
      if (found) {
        const [, called = '', operator, ...values] = found;
        needs.push(
          havingAttribute(
            called,
            operator,
            values.find((value) => value !== undefined),
          ),
        );
        continue;
      }
      const pseudo = next(pseudoClass);
      if (pseudo) {
        const [, called = '', opening] = pseudo;
        if (!opening) continue;
        const inner = list();
        if (!inner || selector[at] !== ')') return undefined;
        at += 1;
        if (asking.has(called)) needs.push((markup) => inner.some(({ mayFind }) => mayFind(markup)));
        continue;
      }
      const named = next(name);
      if (!named) return undefined;
      const [, kind, called = ''] = named;
      if (kind === '#') needs.push(havingAttribute('id', '', called));
      else needs.push(standing(kind === '.' ? called : `<${called}`));
    }
  };
  const all = list();
  return at === selector.length ? all : undefined;
};

const known = new Map<string, readonly Alternative[] | undefined>();

/** The selector without the alternatives of which this markup has nothing; undefined where that is all of them. */
export const possibleIn = (selector: string, markup: string): string | undefined => {
  if (!known.has(selector)) known.set(selector, alternativesOf(selector));
  const all = known.get(selector);
  if (!all) return selector;
  const possible = all.filter(({ mayFind }) => mayFind(markup));
  if (possible.length === all.length) return selector;
  return possible.length === 0 ? undefined : possible.map(({ text }) => text).join(',');
};
