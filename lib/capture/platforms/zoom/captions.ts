/** What is said, as the client writes it down: rows of its transcript, or what it shows below the picture. */
import type { CaptionView } from '../../meeting/view.ts';
import { createPageIds } from '../page-ids.ts';
import { all } from './dom.ts';
import {
  type CaptionRow,
  isContinued,
  isListedNow,
  isOpenFor,
  isRenamed,
  isSame,
  type Kept,
  longest,
  mayBeRewritten,
  moreOf,
  partOf,
} from './same-caption.ts';
import { selectors } from './selectors.ts';

/** As many as a view holds. */
const mostCaptions = 200;
/** Of the list's rows the last are read. What is kept has to hold all of them: a row that it has forgotten would be new. */
const mostRows = 100;
/** Words stay as they are from then on. */
const finalAfterMs = 2_000;
/** Words come when they have been said; when they were, the client tells nobody exactly. */
const behindMs = 1_500;

/** The captioner's mark stands behind the name. */
const speakerIn = (row: Element): string | undefined =>
  row
    .querySelector(selectors.captions.speaker)
    ?.textContent?.replace(/ \(Captioner\)$/, '')
    .trim();

/** Of rows that follow each other only the first says who speaks. */
export const captionsIn = (root: ParentNode): CaptionRow[] => {
  let speaker: string | undefined;
  const rows = all(root, selectors.captions.row).map((row): CaptionRow => {
    speaker = speakerIn(row) ?? speaker;
    const time = row.querySelector(selectors.captions.time)?.textContent?.trim() ?? '';
    return { speaker, time, text: row.querySelector(selectors.captions.text)?.textContent?.trim() ?? '' };
  });
  if (rows.length > 0) return rows.filter(({ text }) => text !== '').slice(-mostRows);
  return all(root, selectors.captions.subtitle).flatMap(({ textContent }) => {
    const text = textContent.trim();
    return text === '' ? [] : { speaker: undefined, time: '', text };
  });
};

export interface ZoomCaptions {
  look(rows: readonly CaptionRow[]): void;
  readonly captions: readonly CaptionView[];
}

/** `idOf` answers who somebody of a name is; for no name, whoever is heard now. */
export const createZoomCaptions = (
  idOf: (name: string | undefined) => { readonly id: string; readonly name: string } | undefined,
  now: () => number = Date.now,
): ZoomCaptions => {
  let kept: Kept[] = [];
  /** Those of the rows of the last look. */
  let listed: readonly Kept[] = [];
  const nextId = createPageIds('caption', now);

  /** None where rows of several may be it, as words that are not this row's would be lost. */
  const toRewrite = (row: CaptionRow, rows: readonly CaptionRow[], found: ReadonlySet<Kept>): Kept | undefined => {
    const [one, ...others] = listed.filter((one) => !found.has(one) && mayBeRewritten(one, row, rows));
    return one && others.length === 0 && isOpenFor(one, row) ? one : undefined;
  };

  return {
    look(rows) {
      const now_ms = now();
      let from = 0;
      const found = new Set<Kept>();
      const shows: Kept[] = [];
      for (const row of rows) {
        const free = kept.filter((one) => !found.has(one));
        const isAfter = (one: Kept): boolean => kept.indexOf(one) >= from;
        const same = free.filter((one) => isSame(one, row) && (one.time !== '' || isAfter(one)));
        // What somebody goes on saying while others speak may have moved on in the list.
        const inOrder = [...same.filter(isAfter), ...same.filter((one) => !isAfter(one))];
        const known = longest(inOrder) ?? listed.find((one) => !found.has(one) && isRenamed(one, row, { rows, kept }));
        const rewritten = known ? undefined : toRewrite(row, rows, found);
        // Parts are of this row for certain, as it has the words before them.
        const continued = rewritten?.begins ? [] : free.filter((one) => isContinued(one, row));
        const final = longest([...(known ? [known] : []), ...continued]);
        if (final && final !== known) {
          const longer = kept.indexOf(final);
          const begun = { id: nextId(), first_ms: now_ms, changed_ms: now_ms, isOver: false };
          const more: Kept = { ...final, ...moreOf(row, final), ...begun };
          kept = kept.toSpliced(longer + 1, 0, more);
          found.add(final).add(more);
          shows.push(more);
          from = Math.max(from, longer + 2);
          continue;
        }
        const changed = known ?? rewritten;
        if (changed) {
          const text = partOf(row, changed);
          if (!changed.isOver && changed.text !== text) Object.assign(changed, { text, changed_ms: now_ms });
          changed.speaker = row.speaker ?? changed.speaker;
          found.add(changed);
          shows.push(changed);
          from = Math.max(from, kept.indexOf(changed) + 1);
          continue;
        }
        const speaker = idOf(row.speaker);
        const whose = {
          speaker_id: speaker?.id ?? (row.speaker === undefined ? '' : `0:${row.speaker}`),
          speaker_name: speaker?.name ?? row.speaker ?? '',
        };
        const shown = kept.find((one) => isListedNow(one, row, now_ms));
        kept = kept.filter((one) => one !== shown);
        // What they said before has come to its end, unless others are called so; what stood below the picture may be further
        // down in the list.
        const isCertain = row.speaker === undefined || speaker !== undefined;
        const isEnded = (one: Kept): boolean =>
          (one.time !== '' || row.time === '') && (row.speaker === undefined || one.speaker === row.speaker);
        if (isCertain) for (const one of kept) if (isEnded(one)) one.isOver = true;
        const begun: Kept = shown
          ? { ...shown, ...row, ...whose, changed_ms: shown.text === row.text ? shown.changed_ms : now_ms }
          : { ...row, ...whose, id: nextId(), first_ms: now_ms, begins: '', changed_ms: now_ms, isOver: false };
        kept.push(begun);
        found.add(begun);
        shows.push(begun);
        from = kept.length;
      }
      if (rows.length > 0) listed = shows;
      if (rows.length > 0) for (const one of kept) if (one.time !== '' && !found.has(one)) one.isOver = true;
      for (const one of kept) if (now_ms - one.changed_ms >= finalAfterMs) one.isOver = true;
      const spare = kept.filter((one) => !found.has(one)).slice(0, Math.max(0, kept.length - mostCaptions));
      kept = kept.filter((one) => !spare.includes(one)).slice(-mostCaptions);
    },
    get captions() {
      return kept.map(({ id, speaker_id, speaker_name, first_ms, changed_ms, isOver, text }) => ({
        id,
        speaker_id,
        speaker_name,
        start_ms: Math.max(0, first_ms - behindMs),
        duration_ms: changed_ms - first_ms + behindMs,
        is_final: isOver,
        text,
      }));
    },
  };
};
