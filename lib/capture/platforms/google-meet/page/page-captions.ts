/** The captions that the page of a Google Meet shows, for when their channel brings none. Works on any DOM. */
import { BoundedSet } from '../../../../process/bounded.ts';
import { createPageIds } from '../../page/page-ids.ts';
import { longestTalk, shortText } from '../../page/short-text.ts';
import { selectors } from '../selectors.ts';
import type { CaptionSaid } from './captions.ts';
import type { MeetPerson } from './room.ts';

/** Whoever speaks on has about ten a minute; the page keeps what was said before. */
const mostLeaves = 1_000;
/** Fewer than are kept: what was forgotten would be another caption. */
const mostShown = 50;
const mostNames = 5_000;
/** What is shown again later was said again. */
const goneAfterMs = 2_000;

/** What somebody is shown to say. */
export interface Shown {
  readonly name: string;
  readonly text: string;
}

/** What the page calls whoever looks at it, as somebody else may really be called. */
const ownName = 'You';

interface Leaf {
  readonly text: string;
  readonly parent: Element | null;
}

/** The last texts in a region, in their order, without the names of icons. */
const leavesIn = (region: Element): Leaf[] => {
  const walker = region.ownerDocument.createTreeWalker(region, 4);
  const leaves: Leaf[] = [];
  for (let node = walker.lastChild(); node && leaves.length < mostLeaves; node = walker.previousNode()) {
    const text = shortText((node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim(), longestTalk);
    if (text !== '' && !node.parentElement?.closest('i, button, [role="button"], [aria-hidden="true"]'))
      leaves.push({ text, parent: node.parentElement });
  }
  return leaves.reverse();
};

/** Somebody's name begins what they say; right after a name, or within what goes on in one element, it is what was said. */
const captionsOnPage = (page: ParentNode, isName: (text: string) => boolean): Shown[] => {
  const region = page.querySelector(selectors.captions) ?? page.querySelector(selectors.captionsElse);
  const shown: Shown[] = [];
  let before: Element | null = null;
  for (const { text, parent } of region ? leavesIn(region) : []) {
    const last = shown.at(-1);
    if (last?.text !== '' && parent !== before && (text === ownName || isName(text)))
      shown.push({ name: text, text: '' });
    else if (last) shown.splice(-1, 1, { ...last, text: `${last.text} ${text}`.trim() });
    before = parent;
  }
  return shown.filter(({ text }) => text !== '').slice(-mostShown);
};

/** Looks at what is shown; names are known also of those who have left since. */
export const createCaptionsOnPage = (page: ParentNode): ((here: readonly Pick<MeetPerson, 'name'>[]) => Shown[]) => {
  const names = new BoundedSet<string>(mostNames);
  return (here) => {
    for (const { name } of here) names.add(name);
    return captionsOnPage(page, (text) => names.has(text));
  };
};

/** Whose words stand below a name; nobody's, where several could be meant. The bot's own name is what another is called by. */
export const speakerNamed = <Person extends Pick<MeetPerson, 'name' | 'isSelf'>>(
  name: string,
  people: readonly Person[],
): Person | undefined => {
  const others = people.filter((one) => one.name === name && !one.isSelf);
  const selves = people.filter((one) => one.isSelf && (name === ownName || (one.name === name && others.length === 0)));
  const [one, ...more] = [...others, ...selves];
  return more.length === 0 ? one : undefined;
};

interface Followed extends Shown {
  readonly key: string;
  /** Since when it is not shown. */
  readonly gone_ms: number | undefined;
}

/**
 * Tells which of what is shown now goes on from what was shown before: its elements do not last, and may be away for a look.
 * Pure but for its memory.
 */
export const createCaptionFollower = (idOf: (name: string) => string, now: () => number = Date.now) => {
  let before: readonly Followed[] = [];
  const nextKey = createPageIds('page', now);
  const isSame = (one: Shown, other: Followed): boolean => one.name === other.name && one.text === other.text;
  /** What is shown may be written anew, from its end. */
  const goesOn = (one: Shown, other: Followed): boolean =>
    one.name === other.name &&
    (one.text.startsWith(other.text) || (other.gone_ms === undefined && other.text.startsWith(one.text.slice(0, 20))));
  return (shown: readonly Shown[]): CaptionSaid[] => {
    const free = [...before];
    const take = (one: Shown, isIt: typeof goesOn): string | undefined => {
      const at = free.findIndex((other) => isIt(one, other));
      return at < 0 ? undefined : free.splice(at, 1)[0]?.key;
    };
    const same = shown.map((one) => take(one, isSame));
    const here = shown.map((one, index) => ({ ...one, key: same[index] ?? take(one, goesOn) ?? nextKey() }));
    before = [
      ...here.map((one) => ({ ...one, gone_ms: undefined })),
      ...free
        .filter(({ gone_ms }) => gone_ms === undefined || now() - gone_ms < goneAfterMs)
        .map((one) => ({ ...one, gone_ms: one.gone_ms ?? now() })),
    ];
    return here.map(({ key, name, text }) => ({
      key,
      speaker_id: idOf(name),
      speaker_name: name,
      version: 0,
      isFinal: false,
      text,
    }));
  };
};
