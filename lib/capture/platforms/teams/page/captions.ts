/** What is said in a Teams meeting, as its servers recognise it: each text replaces the one before, until it is final. */
import { BoundedMap, forgetOldest } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { mostCaptions } from '../../../meeting/view-limits.ts';
import { behindTold } from '../../page/behind-told.ts';
import { createPageIds } from '../../page/page-ids.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { type TimedWord, timedWords } from '../../page/timed-words.ts';
import { cutPart } from '../../page/whole-sentences.ts';
import { isHeldBy } from '../../page/words-of.ts';
import type { Recognised } from './call/channel.ts';
import { ownPartOf } from './people/ids.ts';

/** From 1900, where these clocks begin, to 1970. */
const epochMs = 2_208_988_800_000;
const unitsPerMs = 10_000;
/** A moment that is further from now was told by another clock. */
const believableMs = 60 * 60_000;
const longestMs = 60 * 60_000;
/** The servers do not finish every caption (Azure/communication-ui-library#4462): one of which nothing came for so long is over. */
const overAfterMs = 10_000;

/** A caption that is not final yet. */
interface Open {
  readonly id: string;
  readonly heard_ms: number;
  /** As it was recognised last. */
  readonly recognised: Recognised;
  readonly words: readonly TimedWord[];
  /** What of it captions before this one have told. */
  readonly told: Told | undefined;
}

/** The beginning of what was recognised, and how much later than all of it the rest begins. */
interface Told {
  readonly text: string;
  readonly later_ms: number;
}

const speakerOf = ({ user_id }: Recognised): string => ownPartOf(user_id);

const keyOf = (recognised: Recognised): string => `${speakerOf(recognised)} ${recognised.sent_at}`;

const msOf = (duration: number): number => Math.min(longestMs, Math.max(0, Math.round(duration / unitsPerMs)));

/** Whether something was said after the end of what is open, and does not go on with its words. */
const isAnother = ({ sent_at, text }: Recognised, { recognised: before }: Open): boolean => {
  if (sent_at === 0 || before.sent_at === 0 || before.duration === 0) return false;
  if (sent_at <= before.sent_at + before.duration) return false;
  return !isHeldBy(before.text, text);
};

export interface TeamsCaptions {
  /** Answers until when it was spoken, as far as it was recognised. */
  hear(recognised: Recognised): number;
  /** The page was put out: what was not final stays as it was shown last. */
  broken(): void;
  /** The newest, in order. */
  readonly captions: readonly CaptionView[];
}

export const createTeamsCaptions = (
  nameOf: (id: string) => string | undefined,
  now: () => number = Date.now,
): TeamsCaptions => {
  const captions = new Map<string, CaptionView>();
  /** By who says it, whichever way an account is told: the list may learn of them meanwhile. */
  const open = new BoundedMap<string, Open>(mostCaptions);
  /** What was final, or was taken for over, by who said it and when: it may be final only after what they said next. */
  const finished = new BoundedMap<string, Recognised>(mostCaptions);
  /** When they said the last of it. */
  const finished_at = new BoundedMap<string, number>(mostCaptions);
  const nextId = createPageIds('caption', now);

  const startOf = ({ sent_at }: Recognised, duration_ms: number): number => {
    const told_ms = Math.round(sent_at / unitsPerMs) - epochMs;
    const isBelievable = Math.abs(told_ms - now()) < believableMs;
    return isBelievable ? told_ms : Math.max(0, now() - duration_ms);
  };

  /** What was taken for over, and goes on or is final only now. */
  const overOf = (recognised: Recognised): Recognised | undefined => {
    const same = finished.get(keyOf(recognised));
    return same && !same.is_final && recognised.sent_at !== 0 ? same : undefined;
  };

  /** It comes late, or for the second time. */
  const isStale = (recognised: Recognised): boolean => {
    const { text, is_final, sent_at } = recognised;
    const last_at = finished_at.get(speakerOf(recognised)) ?? 0;
    if (sent_at === 0 || sent_at > last_at || overOf(recognised)) return false;
    return !is_final || text === finished.get(keyOf(recognised))?.text;
  };

  const noteFinished = (recognised: Recognised): void => {
    const speaker = speakerOf(recognised);
    finished.set(keyOf(recognised), recognised);
    finished_at.set(speaker, Math.max(finished_at.get(speaker) ?? 0, recognised.sent_at));
  };

  /** It stays as it was shown last. */
  const finish = ({ id, recognised }: Open): void => {
    const caption = captions.get(id);
    if (caption) captions.set(id, { ...caption, is_final: true });
    open.delete(speakerOf(recognised));
    noteFinished(recognised);
  };
  const finishAll = (heard_before_ms: number): void => {
    for (const one of open.values()) if (one.heard_ms < heard_before_ms) finish(one);
  };
  const finishOver = (): void => finishAll(now() - overAfterMs);

  /** What of it was not told yet, and how much later than all of it that begins. */
  const newsOf = (recognised: Recognised, told: Told | undefined): Told => {
    if (told) return { text: behindTold(told.text, recognised.text), later_ms: told.later_ms };
    const over = overOf(recognised);
    const text = over ? behindTold(over.text, recognised.text) : recognised.text;
    return { text, later_ms: over && text !== recognised.text ? msOf(over.duration) : 0 };
  };

  const remember = (one: Open, isOpen: boolean): void => {
    const speaker = speakerOf(one.recognised);
    if (isOpen) open.delete(speaker);
    if (one.recognised.is_final) noteFinished(one.recognised);
    else if (isOpen) open.set(speaker, one);
  };

  const tell = (caption: CaptionView): void => {
    captions.set(caption.id, { ...caption, text: shortText(caption.text, longestMessage) });
    forgetOldest(captions, mostCaptions);
  };

  /** What somebody says for long is told in parts. */
  const endPart = (one: Open, caption: CaptionView): void => {
    const { start_ms, duration_ms, text } = caption;
    const until_ms = start_ms + duration_ms;
    const cut = cutPart({ text, words: one.words, first_ms: start_ms }, one.recognised.text, until_ms);
    if (!cut) return;
    const part_ms = Math.min(duration_ms, Math.max(0, cut.rest.first_ms - start_ms));
    tell({ ...caption, text: cut.part.text, duration_ms: part_ms, is_final: true });
    const rest = { start_ms: start_ms + part_ms, duration_ms: duration_ms - part_ms, text: cut.rest.text };
    const id = nextId();
    tell({ ...caption, ...rest, id });
    const told = { text: cut.told, later_ms: msOf(one.recognised.duration) - rest.duration_ms };
    remember({ ...one, id, words: cut.rest.words, told }, true);
  };

  return {
    hear(recognised) {
      const { user_id, is_final, sent_at } = recognised;
      const whole_ms = msOf(recognised.duration);
      const until_ms = startOf(recognised, whole_ms) + whole_ms;
      if (isStale(recognised)) return until_ms;
      finishOver();
      const last = open.get(speakerOf(recognised));
      // It may belong to what was said before that.
      const isBehind = last !== undefined && last.recognised.sent_at !== sent_at && overOf(recognised) !== undefined;
      if (isBehind && !is_final) return until_ms;
      if (last && !isBehind && isAnother(recognised, last)) finish(last);
      const goesOn = isBehind ? undefined : open.get(speakerOf(recognised));
      const { text, later_ms } = newsOf(recognised, goesOn?.told);
      const id = goesOn?.id ?? nextId();
      const words = timedWords(goesOn?.words ?? [], text, until_ms);
      const one = { id, heard_ms: now(), recognised, words, told: goesOn?.told };
      if (text !== '' || goesOn || is_final) remember(one, !isBehind);
      if (text === '' && !goesOn) return until_ms;
      const before = captions.get(id);
      const start_ms = before?.start_ms ?? until_ms - whole_ms + later_ms;
      const duration_ms = Math.max(0, whole_ms - later_ms);
      const caption = {
        id,
        speaker_id: user_id,
        speaker_name: nameOf(user_id) || recognised.name || before?.speaker_name || '',
        start_ms,
        duration_ms,
        is_final,
        // Where all that is new was corrected away, it stays as it was heard.
        text: text || before?.text || '',
      };
      tell(caption);
      if (!is_final && !isBehind && text !== '') endPart(one, caption);
      return start_ms + duration_ms;
    },
    broken: () => finishAll(Number.POSITIVE_INFINITY),
    get captions() {
      finishOver();
      return [...captions.values()];
    },
  };
};
