/**
 * Collects what is known of a page at one look. Works on any DOM: in the page itself, and on HTML that was parsed in
 * Node. Pages may be large, and hostile: everything is bounded.
 */
import { isEnd } from '../../meeting/final-phases.ts';
import type { PageFacts } from './facts.ts';
import { normalText, says } from './normal-text.ts';
import { rootsIn } from './roots.ts';
import { type LookOptions, seeking } from './seek.ts';
import type { Shell, SignTable, StateRow } from './sign-table.ts';
import { type Said, textsIn } from './texts.ts';
import { progressOf } from './unfinished.ts';

export type Collected = Pick<
  PageFacts,
  'texts' | 'shown' | 'is_whole' | 'is_unfinished' | 'is_dead_end' | 'lacked_time'
>;

/** Where these are, nothing ends by a heading. */
const goesOn = (['form', 'toolbar', 'scene'] as const).map((part) => `shell.${part}`);

/** Whether a page says one of the sentences of a row. */
const saidBy = (texts: readonly Said[]): ((row: StateRow) => boolean) => {
  const normal = texts.map(({ text }) => normalText(text));
  return ({ signs }) =>
    signs.some((sign) => sign.class === 'T' && !sign.aside && normal.some((text) => says(sign, text)));
};

/** A state that a page may be in without a word of the table's, as one in another language is. */
const isWordless = ({ phase, signs }: StateRow): boolean => {
  if (!isEnd(phase)) return signs.every((sign) => sign.class !== 'T' || sign.aside);
  const others = signs.filter((sign) => sign.class !== 'T' && !(sign.must && sign.aside));
  return new Set(others.map((sign) => sign.class)).size > 1;
};

/** The structure of a page, in two turns: that by which a meeting goes on is asked for however long it takes. */
const shownIn = (roots: readonly ParentNode[], table: SignTable, { eyes, hasTime = () => true }: LookOptions) => {
  const find = seeking(roots, eyes);
  const isThere = (...sought: Parameters<typeof find>): boolean => find(...sought) !== undefined;
  const all = table.states.flatMap((row) => row.signs.flatMap((sign) => (sign.class === 'S' ? { sign, row } : [])));
  return {
    /** What speaks against a state must not be missed for want of time, nor what speaks for being inside. */
    first: (): string[] => [
      ...(Object.keys(table.shell) as (keyof Shell)[]).flatMap((part) =>
        table.shell[part]?.some((one) => isThere(one)) ? `shell.${part}` : [],
      ),
      ...all.flatMap(({ sign, row }) => (row.phase === 'in_meeting' && isThere(sign) ? sign.id : [])),
    ],
    /** Without time those alone that belong to what the page says, or to what it need not say. */
    rest(texts: readonly Said[]) {
      const isSaid = saidBy(texts);
      const isDue = (row: StateRow): boolean => isWordless(row) || isSaid(row);
      const shown: string[] = [];
      let isWhole = true;
      for (const { sign, row } of all) {
        if (row.phase === 'in_meeting') continue;
        const isTimely = hasTime();
        isWhole &&= isTimely;
        if ((isTimely && isThere(sign, hasTime)) || (!isTimely && isDue(row) && isThere(sign))) shown.push(sign.id);
      }
      return { shown, is_whole: isWhole };
    },
  };
};

/** Whether some of what would end a bot is there. */
const tellsOfEnd = ({ texts, shown }: Collected, { states }: SignTable): boolean => {
  const isSaid = saidBy(texts);
  const isShown = ({ signs }: StateRow): boolean =>
    signs.some((sign) => sign.class === 'S' && !sign.aside && !sign.around && shown.includes(sign.id));
  return states.some((row) => isEnd(row.phase) && (isSaid(row) || (isWordless(row) && isShown(row))));
};

const lookAt = (documents: readonly Document[], table: SignTable, given: LookOptions): Collected => {
  const time = { isOver: false };
  const hasTime = (): boolean => {
    time.isOver ||= given.hasTime?.() === false;
    return !time.isOver;
  };
  const options = { ...given, hasTime };
  const found = rootsIn(documents);
  const { roots } = found;
  const structure = shownIn(roots, table, options);
  const first = structure.first();
  const { texts, is_whole: isRead } = textsIn(found, table, options);
  const { shown: rest, is_whole } = structure.rest(texts);
  const shown = [...new Set([...first, ...rest])];
  const mayEnd = texts.some(({ place }) => place === 'prominent') && !goesOn.some((part) => shown.includes(part));
  const progress = mayEnd ? progressOf(roots, given.eyes, hasTime) : 'finished';
  return {
    texts,
    shown,
    is_whole: is_whole && isRead,
    ...(progress === 'on_its_way' && { is_unfinished: true }),
    ...(progress === 'dead_end' && { is_dead_end: true }),
    ...(time.isOver && { lacked_time: true }),
  };
};

/**
 * Of the page and of whatever frames of it can be read. What tells of an end is read to its end: what disputes it, or makes
 * another end of it, may be what a look has no time for. Then there is hardly a meeting left to hold up.
 */
export const collect = (documents: readonly Document[], table: SignTable, given: LookOptions): Collected => {
  const collected = lookAt(documents, table, given);
  if (!collected.lacked_time || !tellsOfEnd(collected, table)) return collected;
  return lookAt(documents, table, { eyes: given.eyes });
};
