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

/** A look at the rows, as far as it has come. */
interface Look {
  readonly rows: readonly CaptionRow[];
  readonly now_ms: number;
  /** What is of a row that was looked at. */
  readonly found: Set<Kept>;
  /** The captions of those rows, in their order. */
  readonly shows: Kept[];
  /** Where the next one is expected: rows mostly stay in their order. */
  from: number;
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

  /** That of the row, or of the row before the client called its speaker otherwise. */
  const knownOf = (row: CaptionRow, { rows, found, from }: Look): Kept | undefined => {
    const isAfter = (one: Kept): boolean => kept.indexOf(one) >= from;
    const isIt = (one: Kept): boolean => !found.has(one) && isSame(one, row) && (one.time !== '' || isAfter(one));
    const same = kept.filter(isIt);
    // What somebody goes on saying while others speak may have moved on in the list.
    const inOrder = [...same.filter(isAfter), ...same.filter((one) => !isAfter(one))];
    return longest(inOrder) ?? listed.find((one) => !found.has(one) && isRenamed(one, row, { rows, kept }));
  };

  /** None where rows of several may be it, as words that are not this row's would be lost. */
  const rewrittenAs = (row: CaptionRow, { rows, found }: Look): Kept | undefined => {
    const [one, ...others] = listed.filter((one) => !found.has(one) && mayBeRewritten(one, row, rows));
    return one && others.length === 0 && isOpenFor(one, row) ? one : undefined;
  };

  /** That which was final, where the row says more by now than that and than what is `known` of it. */
  const finalOf = (row: CaptionRow, { found }: Look, known: Kept | undefined): Kept | undefined => {
    const continued = kept.filter((one) => !found.has(one) && isContinued(one, row));
    const final = longest([...(known ? [known] : []), ...continued]);
    return final === known ? undefined : final;
  };

  const goOn = (final: Kept, row: CaptionRow, { now_ms, found }: Look): Kept => {
    const begun = { id: nextId(), first_ms: now_ms, changed_ms: now_ms, isOver: false };
    const more: Kept = { ...final, ...moreOf(row, final), ...begun };
    kept = kept.toSpliced(kept.indexOf(final) + 1, 0, more);
    found.add(final);
    return more;
  };

  const change = (one: Kept, row: CaptionRow, { now_ms }: Look): Kept => {
    const text = partOf(row, one);
    if (!one.isOver && one.text !== text) Object.assign(one, { text, changed_ms: now_ms });
    one.speaker = row.speaker ?? one.speaker;
    return one;
  };

  const begin = (row: CaptionRow, { now_ms }: Look): Kept => {
    const speaker = idOf(row.speaker);
    const whose = {
      speaker_id: speaker?.id ?? (row.speaker === undefined ? '' : `0:${row.speaker}`),
      speaker_name: speaker?.name ?? row.speaker ?? '',
    };
    const shown = kept.find((one) => isListedNow(one, row, now_ms));
    kept = kept.filter((one) => one !== shown);
    // What they said before has come to its end, unless others are called so; what stood below the picture may be further down
    // in the list.
    const isCertain = row.speaker === undefined || speaker !== undefined;
    const isEnded = (one: Kept): boolean =>
      (one.time !== '' || row.time === '') && (row.speaker === undefined || one.speaker === row.speaker);
    if (isCertain) for (const one of kept) if (isEnded(one)) one.isOver = true;
    const begun: Kept = shown
      ? { ...shown, ...row, ...whose, changed_ms: shown.text === row.text ? shown.changed_ms : now_ms }
      : { ...row, ...whose, id: nextId(), first_ms: now_ms, begins: '', changed_ms: now_ms, isOver: false };
    kept.push(begun);
    return begun;
  };

  const captionOf = (row: CaptionRow, look: Look): Kept => {
    const known = knownOf(row, look);
    const rewritten = known ? undefined : rewrittenAs(row, look);
    // Parts are of this row for certain, as it has the words before them.
    const final = rewritten?.begins ? undefined : finalOf(row, look, known);
    if (final) return goOn(final, row, look);
    const changed = known ?? rewritten;
    return changed ? change(changed, row, look) : begin(row, look);
  };

  /** What no row shows any more is over, and the first to be forgotten. */
  const leaveOut = ({ now_ms, rows, found, shows }: Look): void => {
    if (rows.length > 0) {
      listed = shows;
      for (const one of kept) if (one.time !== '' && !found.has(one)) one.isOver = true;
    }
    for (const one of kept) if (now_ms - one.changed_ms >= finalAfterMs) one.isOver = true;
    const spare = new Set(kept.filter((one) => !found.has(one)).slice(0, Math.max(0, kept.length - mostCaptions)));
    kept = kept.filter((one) => !spare.has(one)).slice(-mostCaptions);
  };

  return {
    look(rows) {
      const look: Look = { rows, now_ms: now(), found: new Set(), shows: [], from: 0 };
      for (const row of rows) {
        const one = captionOf(row, look);
        look.found.add(one);
        look.shows.push(one);
        look.from = Math.max(look.from, kept.indexOf(one) + 1);
      }
      leaveOut(look);
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
