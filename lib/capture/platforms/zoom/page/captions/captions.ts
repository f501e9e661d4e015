/** What is said, as the client writes it down: rows of its transcript, or what it shows below the picture. */
import type { CaptionView } from '../../../../meeting/view.ts';
import { mostCaptions } from '../../../../meeting/view-limits.ts';
import { findBehindTold } from '../../../page/behind-told.ts';
import { captionView } from '../../../page/caption-view.ts';
import { createPageIds } from '../../../page/page-ids.ts';
import { longestTalk, shortText } from '../../../page/short-text.ts';
import { type TimedWord, timedWords } from '../../../page/timed-words.ts';
import { cutPart } from '../../../page/whole-sentences.ts';
import { selectors } from '../../selectors.ts';
import { all } from '../client/dom.ts';
import { listedName } from '../people/people.ts';
import { lettersOf, moreThan, without } from './caption-text.ts';
import { faceOf } from './faces.ts';
import { areSame, type CaptionRow, type RowBefore, sameAs } from './same-caption.ts';
import { createSubtitles, finalAfterMs, type Told } from './subtitles.ts';

/** Of the list's rows the last are read. What is kept has to hold all of them: a row that it has forgotten would be new. */
const mostRows = 100;
/** What stood below the picture is in the list, once that is open. */
const listedWithinMs = 10_000;
/** Where nobody has looked for longer, whoever is heard now may not be who spoke. */
const surelySpokenMs = 1_200;

/** The captioner's mark stands behind the name. */
const speakerIn = (row: Element): string | undefined => {
  const name = row.querySelector(selectors.captions.speaker)?.textContent?.replace(/ \(Captioner\)$/, '');
  return name === undefined ? undefined : listedName(name.trim());
};

const textIn = (element: Element | null): string => shortText(element?.textContent?.trim() ?? '', longestTalk);

const faceBeside = (line: Element): string | undefined =>
  faceOf(line.parentElement?.querySelector(selectors.captions.face));

/** Of rows that follow each other only the first says who speaks. */
export const captionsIn = (root: ParentNode): CaptionRow[] => {
  let speaker: string | undefined;
  const rows = all(root, selectors.captions.row).map((row): CaptionRow => {
    speaker = speakerIn(row) ?? speaker;
    const time = row.querySelector(selectors.captions.time)?.textContent?.trim() ?? '';
    return { speaker, time, text: textIn(row.querySelector(selectors.captions.text)) };
  });
  if (rows.length > 0) return rows.filter(({ text }) => text !== '').slice(-mostRows);
  return all(root, selectors.captions.subtitle).flatMap((line) => {
    const text = textIn(line);
    return text === '' ? [] : { speaker: undefined, time: '', face: faceBeside(line), text };
  });
};

const isOfList = ({ speaker, time }: CaptionRow): boolean => speaker !== undefined || time !== '';

export interface ZoomCaptions {
  look(rows: readonly CaptionRow[]): void;
  readonly captions: readonly CaptionView[];
}

interface Caption extends Told {
  readonly id: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly first_ms: number;
  /** The letters of its row that stand before it: they were final when the row went on. */
  readonly begins: string;
  words: readonly TimedWord[];
}

/** A row, and what is told of it: more than one caption where it went on after the one before was final. */
interface Line extends RowBefore {
  row: CaptionRow;
  isListed: boolean;
  isOver: boolean;
  parts: Caption[];
  /** Where captions before the last are cut or were corrected: that of the row which they have told. */
  told?: string;
  /** The row as all its captions tell it: one that is shorter for a while is not told again once it is whole. */
  heard: string;
}

type Behind = Pick<Caption, 'begins' | 'first_ms' | 'text' | 'words'>;

const toldOf = ({ begins, text }: Caption): string => begins + lettersOf(text);

/**
 * `idOf` answers who somebody of a name is; for no name, whoever is heard now, as far as the face is not another's, or of words
 * that came late whose face it is.
 */
export const createZoomCaptions = (
  idOf: (
    name: string | undefined,
    face?: string,
    isLate?: boolean,
  ) => { readonly id: string; readonly name: string } | undefined,
  now: () => number = Date.now,
): ZoomCaptions => {
  let lines: Line[] = [];
  let kept: Caption[] = [];
  /** The rows of the last look. */
  let last: readonly CaptionRow[] = [];
  let looked_ms: number | undefined;
  let isLate = false;
  const nextId = createPageIds('caption', now);

  const end = (line: Line): void => {
    for (const part of line.parts) part.isOver = true;
    line.isOver = true;
  };

  /** What they said before has come to its end, but for what stands below: that was said later. */
  const endOthers = (begun: CaptionRow, below: ReadonlySet<Line>): void => {
    for (const line of lines) {
      const isTheirs = begun.speaker === undefined || line.row.speaker === begun.speaker;
      if (isTheirs && !below.has(line)) end(line);
    }
  };

  /** A caption that tells all of the row. */
  const tellWhole = (row: Omit<CaptionRow, 'time'>, now_ms: number, shown?: Caption): Caption => {
    const speaker = idOf(row.speaker, row.face, isLate);
    const told: Caption = {
      id: shown?.id ?? nextId(),
      speaker_id: speaker?.id ?? (row.speaker === undefined ? '' : `0:${row.speaker}`),
      speaker_name: speaker?.name ?? row.speaker ?? '',
      first_ms: shown?.first_ms ?? now_ms,
      begins: '',
      changed_ms: shown?.text === row.text ? shown.changed_ms : now_ms,
      text: row.text,
      isOver: shown?.isOver ?? false,
      words: timedWords(shown?.words ?? [], row.text, now_ms),
    };
    kept = [...kept.filter((one) => one !== shown), told];
    return told;
  };

  const subtitles = createSubtitles((subtitle, now_ms) => tellWhole({ speaker: undefined, ...subtitle }, now_ms));

  const begin = (row: CaptionRow, now_ms: number, below: ReadonlySet<Line>): Line => {
    const shown = subtitles.take(row.text, now_ms - listedWithinMs);
    // Others may be called so.
    if (row.speaker === undefined || idOf(row.speaker)) endOthers(row, below);
    const told = tellWhole(row, now_ms, shown);
    const line: Line = { row, isListed: true, isOver: false, parts: [told], heard: row.text };
    lines.push(line);
    return line;
  };

  /** What goes on behind a caption of its row. */
  const tellBehind = (line: Line, before: Caption, more: Behind, now_ms: number): void => {
    const told: Caption = { ...before, ...more, id: nextId(), changed_ms: now_ms, isOver: false };
    kept = kept.toSpliced(kept.indexOf(before) + 1, 0, told);
    line.parts.push(told);
  };

  const beginBehind = (line: Line, before: Caption, more: Pick<Behind, 'begins' | 'text'>, now_ms: number): void =>
    tellBehind(line, before, { ...more, first_ms: now_ms, words: timedWords([], more.text, now_ms) }, now_ms);

  const grow = (line: Line, open: Caption, text: string, now_ms: number): void => {
    if (open.text === text) return;
    Object.assign(open, { text, words: timedWords(open.words, text, now_ms), changed_ms: now_ms });
    // What somebody says for long is told in parts.
    const cut = cutPart(open, line.row.text, now_ms);
    if (!cut) return;
    line.told = cut.told;
    Object.assign(open, cut.part, { isOver: true });
    tellBehind(line, open, { ...cut.rest, begins: '' }, now_ms);
  };

  /** What is behind what was told, of which some is corrected meanwhile: none of it is told again. */
  const changeCorrected = (line: Line, last: Caption, toldBefore: string, now_ms: number): void => {
    const { text: whole } = line.row;
    const { heard } = line;
    const behindBefore = last.isOver ? undefined : findBehindTold(toldBefore, whole);
    const goesOn = behindBefore?.isSame === true && toldBefore !== heard;
    // Where few words were told before what is open, and these are others now, it is known by its own.
    const behindAll = goesOn ? undefined : findBehindTold(heard, whole);
    const [told, found] =
      behindAll && (behindAll.isSame || !behindBefore) ? [heard, behindAll] : [toldBefore, behindBefore];
    // Where all that is new was corrected away, it stays as it was heard.
    if (!found || lettersOf(found.rest) === '') return;
    line.heard = whole;
    line.told = told;
    if (goesOn) {
      grow(line, last, found.rest, now_ms);
      return;
    }
    end(line);
    line.isOver = false;
    if (found.isSame || line.parts.length > 1) {
      beginBehind(line, last, { text: found.rest, begins: '' }, now_ms);
      return;
    }
    delete line.told;
    line.parts.push(tellWhole(line.row, now_ms));
  };

  /** In its place while it is open; else what is new of it, or all of it where it is no more what was final. */
  const change = (line: Line, row: CaptionRow, now_ms: number): void => {
    const letters = lettersOf(row.text);
    const before = line.row.text;
    line.row = { ...row, speaker: row.speaker ?? line.row.speaker };
    const last = line.parts.at(-1);
    if (row.text === before || !last) return;
    if (line.told !== undefined) {
      changeCorrected(line, last, line.told, now_ms);
      return;
    }
    if (!last.isOver && letters.startsWith(last.begins) && letters !== last.begins) {
      line.heard = row.text;
      grow(line, last, without(last.begins, row.text), now_ms);
      return;
    }
    const told = toldOf(last);
    if (last.isOver && told === letters) return;
    if (last.isOver && letters.startsWith(told)) {
      line.heard = row.text;
      line.isOver = false;
      beginBehind(line, last, moreThan(told, row.text), now_ms);
      return;
    }
    // The letters before what is open end where it begins in the row as it was.
    const ahead = line.heard.slice(0, line.heard.length - without(last.begins, line.heard).length);
    changeCorrected(line, last, ahead, now_ms);
  };

  /** What no row shows any more is over, and the first to be forgotten. */
  const leaveOut = (now_ms: number): void => {
    for (const line of lines) {
      if (!line.isListed) end(line);
      for (const part of line.parts) if (now_ms - part.changed_ms >= finalAfterMs) part.isOver = true;
      line.isOver = line.parts.every(({ isOver }) => isOver);
    }
    const newest = new Set(lines.flatMap(({ isListed, parts }) => (isListed ? parts.slice(-1) : [])));
    const spare = kept.filter((one) => !newest.has(one)).slice(0, Math.max(0, kept.length - mostCaptions));
    const left = new Set(kept.filter((one) => !spare.includes(one)).slice(-mostCaptions));
    kept = [...left];
    for (const line of lines) line.parts = line.parts.filter((one) => left.has(one));
    lines = lines.filter(({ parts }) => parts.length > 0);
  };

  /** What each row was is certain only once all are looked at: those that changed come before those that are new. */
  const followList = (rows: readonly CaptionRow[], now_ms: number): void => {
    const before = sameAs(lines, rows);
    for (const [row, line] of before) change(line, row, now_ms);
    const below = new Set(before.values());
    const lineOf = (row: CaptionRow): Line => {
      const line = before.get(row);
      if (!line) return begin(row, now_ms, below);
      below.delete(line);
      return line;
    };
    const listed = new Set(rows.map(lineOf));
    for (const line of lines) line.isListed = listed.has(line);
    // In the order of the list.
    lines = [...lines.filter((line) => !listed.has(line)), ...listed];
  };

  return {
    look(rows) {
      const now_ms = now();
      isLate = looked_ms !== undefined && now_ms - looked_ms > surelySpokenMs;
      looked_ms = now_ms;
      const isListed = rows.some(isOfList);
      if (rows.length > 0 && !areSame(rows, last)) followList(isListed ? rows : [], now_ms);
      subtitles.look(isListed ? [] : rows, now_ms);
      last = rows;
      leaveOut(now_ms);
    },
    get captions() {
      return kept.map(({ id, speaker_id, speaker_name, first_ms, changed_ms, isOver, text }) =>
        captionView({ id, speaker_id, speaker_name, first_ms, changed_ms, is_final: isOver, text }),
      );
    },
  };
};
