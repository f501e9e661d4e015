/** What is said, as the client writes it down: rows of its transcript, or what it shows below the picture. */
import type { CaptionView } from '../../meeting/view.ts';
import { createPageIds } from '../page-ids.ts';
import { all } from './dom.ts';
import {
  type CaptionRow,
  isListedNow,
  isRenamed,
  isRewritten,
  isSame,
  type Kept,
  lettersMore,
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
  const nextId = createPageIds('caption', now);

  /** Of what was final, that of which least is new. */
  const toGoOn = (row: CaptionRow, found: ReadonlySet<Kept>): Kept | undefined =>
    kept
      .filter((one) => !found.has(one) && lettersMore(one, row) > 0)
      .toSorted((one, other) => lettersMore(one, row) - lettersMore(other, row))[0];

  return {
    look(rows) {
      const now_ms = now();
      let from = 0;
      const found = new Set<Kept>();
      for (const row of rows) {
        const first = (is: (one: Kept, index: number) => boolean): Kept | undefined =>
          kept.find((one, index) => !found.has(one) && is(one, index));
        const known =
          first((one, index) => index >= from && isSame(one, row)) ??
          // What somebody goes on saying while others speak may have moved on in the list.
          first((one) => one.time !== '' && isSame(one, row)) ??
          first((one) => isRenamed(one, row, { rows, kept })) ??
          first((one) => one.time !== '' && isRewritten(one, row, rows));
        if (known) {
          const text = partOf(row, known);
          if (!known.isOver && known.text !== text) Object.assign(known, { text, changed_ms: now_ms });
          known.speaker = row.speaker ?? known.speaker;
          found.add(known);
          from = Math.max(from, kept.indexOf(known) + 1);
          continue;
        }
        const final = toGoOn(row, found);
        if (final) {
          const longer = kept.indexOf(final);
          const begun = { id: nextId(), first_ms: now_ms, changed_ms: now_ms, isOver: false };
          const more: Kept = { ...final, ...moreOf(row, final), ...begun };
          kept = kept.toSpliced(longer + 1, 0, more);
          found.add(final).add(more);
          from = Math.max(from, longer + 2);
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
        from = kept.length;
      }
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
