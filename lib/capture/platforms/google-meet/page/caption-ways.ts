/**
 * The captions of a Google Meet come from up to three sources, two channels and the page, of which one is heard at a time. A channel is
 * heard from when it brings any. Another source takes its place once it has had words for three seconds that nobody has told, while
 * the one that is heard brought nothing. It then tells what it has, but for words that another source has told of the same speaker,
 * in whatever wording, since three seconds before they came up: sources are no further apart, so what comes later was said anew.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import { type CaptionSaid, isAnew, type MeetCaptions } from './captions.ts';
import type { Shown } from './page-captions.ts';
import { areWithin, bare, beginningOf, countToldBy, type ToldOf } from './told-words.ts';
import type { MeetCaption } from './wire.ts';

/** What one source has the others have by then. */
const lateMs = 3_000;
/** What comes up in two sources within that time, of the same speaker, is the same caption. */
const besideMs = 1_000;
/** Of each source; more than a page shows. */
const mostKept = 200;
/** Of a caption; those of the last ten seconds and more. */
const mostWordings = 50;

/** An account is told by one of them, and nothing comes by the other (a public reader, 2026-09). */
export type CaptionChannel = 'captions' | 'captions_v2';
type Source = CaptionChannel | 'page';

interface Told {
  readonly text: string;
  readonly words: readonly string[];
  readonly at_ms: number;
  /** How many sources had been heard by then. */
  readonly turn: number;
}

/** A caption as a source has it. */
interface Kept {
  readonly source: Source;
  /** It cannot have come up there before. */
  readonly first_ms: number;
  said: CaptionSaid;
  changed_ms: number;
  /** Since when it may have something that nobody has told. */
  since_ms: number;
  /** Whether it has, once that is known. */
  isNews: boolean | undefined;
  /** In all the wordings that it had, the last of them last: others may still have what was corrected since. */
  told: readonly Told[];
}

export interface CaptionWays {
  hear(said: MeetCaption, channel: CaptionChannel): void;
  /** What the page shows now. */
  look(shown: readonly Shown[]): void;
}

export const createCaptionWays = (
  captions: Pick<MeetCaptions, 'hear'>,
  follow: (shown: readonly Shown[]) => CaptionSaid[],
  now: () => number = () => performance.now(),
): CaptionWays => {
  const kept: Readonly<Record<Source, BoundedMap<string, Kept>>> = {
    captions: new BoundedMap(mostKept),
    captions_v2: new BoundedMap(mostKept),
    page: new BoundedMap(mostKept),
  };
  let heard: Source | undefined;
  let turn = 0;
  /** When the channel that is heard brought something last. */
  let brought_ms = Number.NEGATIVE_INFINITY;
  let looked_ms: number | undefined;
  /** On the page, when it was looked at last. */
  let here: readonly Kept[] = [];

  const all = (): Kept[] => Object.values(kept).flatMap((of) => [...of.values()]);

  /** Its number is another caption's from now on. */
  const setAside = (source: Source, caption: Kept): void => {
    kept[source].delete(caption.said.key);
    caption.said = { ...caption.said, key: `${caption.said.key} until ${now()}` };
    kept[source].set(caption.said.key, caption);
  };

  const note = (source: Source, said: CaptionSaid, first_ms: number): Kept => {
    const before = kept[source].get(said.key);
    if (!before) {
      const at_ms = now();
      const caption: Kept = { source, first_ms, said, changed_ms: at_ms, since_ms: at_ms, isNews: undefined, told: [] };
      kept[source].set(said.key, caption);
      return caption;
    }
    // What is shown is not forgotten.
    if (source === 'page') kept.page.set(said.key, before);
    if (said.text !== before.said.text) {
      if (before.since_ms <= brought_ms || before.isNews === false) before.since_ms = now();
      before.isNews = undefined;
      before.changed_ms = now();
    }
    before.said = said;
    return before;
  };

  /** When what stands before a correction came up, in whose place the page shows this now. */
  const cameUpWith = ({ key, speaker_id, text }: CaptionSaid, gone: readonly Kept[]): number | undefined => {
    if (gone.length === 0 || kept.page.has(key)) return undefined;
    const [first] = bare(text);
    return gone.find(
      ({ said, changed_ms }) =>
        said.speaker_id === speaker_id && bare(said.text)[0] === first && now() - changed_ms < lateMs,
    )?.first_ms;
  };

  /** What others have told that this may be; unknown speakers may be the same. */
  const othersOf = ({ source, said: { speaker_id }, first_ms }: Kept): ToldOf[] =>
    all().flatMap(({ source: by, said, told, first_ms: by_ms }) => {
      const isSame = speaker_id === '' || said.speaker_id === '' || said.speaker_id === speaker_id;
      if (by === source || !isSame) return [];
      const wordings = told.filter(({ at_ms }) => at_ms >= first_ms - lateMs).map(({ words }) => words);
      return [{ wordings, isBeside: Math.abs(by_ms - first_ms) < besideMs }];
    });

  /** How many of its first words were told; undefined while all of it may be within what was, and may yet grow out of that. */
  const countTold = (caption: Kept): number | undefined => {
    const words = bare(caption.said.text);
    const others = othersOf(caption);
    const count = countToldBy(words, others, caption.told.at(-1)?.words.length ?? 0);
    return count < words.length && others.some(({ wordings }) => wordings.some((told) => areWithin(words, told)))
      ? undefined
      : count;
  };

  const isNews = (caption: Kept): boolean => (countTold(caption) ?? Infinity) < bare(caption.said.text).length;

  const tell = (caption: Kept, age_ms = 0): void => {
    const { said } = caption;
    const told = caption.told.at(-1);
    const isFirst = told?.turn !== turn;
    const count = isFirst ? countTold(caption) : 0;
    if (count === undefined) return;
    if (isFirst || told.text !== said.text) {
      const words = bare(said.text);
      const at_ms = count < words.length ? now() : (told?.at_ms ?? Number.NEGATIVE_INFINITY);
      caption.told = [...caption.told, { text: said.text, words, at_ms, turn }].slice(-mostWordings);
    }
    captions.hear({ ...said, age_ms, told: beginningOf(said.text, count) });
  };

  const isUntold = ({ said, told }: Kept): boolean => said.text !== told.at(-1)?.text;

  const goOverTo = (source: Source): void => {
    heard = source;
    turn += 1;
    for (const caption of kept[source].values())
      if (caption.isNews !== false && isUntold(caption)) tell(caption, now() - caption.since_ms);
  };

  const isDue = (caption: Kept): boolean => {
    if (caption.source === heard || caption.isNews === false || now() - caption.since_ms < lateMs) return false;
    const isSilent = now() - brought_ms >= lateMs;
    // What is news may have been told since.
    if (isSilent || caption.isNews === undefined) caption.isNews = isNews(caption);
    return isSilent && caption.isNews;
  };

  return {
    hear({ id, speaker_id, version, isFinal, text }, channel) {
      const said = { key: `${channel} ${speaker_id} ${id}`, speaker_id, version, isFinal, text };
      const before = kept[channel].get(said.key);
      if (before && isAnew(said, before.said, now() - before.changed_ms)) setAside(channel, before);
      else if (before && version < before.said.version) return;
      const caption = note(channel, said, now());
      if (heard !== undefined && heard !== 'page' && heard !== channel) return;
      brought_ms = now();
      if (heard === channel) tell(caption);
      else goOverTo(channel);
    },
    look(shown) {
      // It may have come up right after the look before.
      const first_ms = looked_ms ?? now();
      looked_ms = now();
      const followed = follow(shown);
      const gone = here.filter(({ said: { key } }) => !followed.some((said) => said.key === key));
      here = followed.map((said) => note('page', said, cameUpWith(said, gone) ?? first_ms));
      if (heard === 'page') {
        for (const caption of here) if (isUntold(caption)) tell(caption);
        return;
      }
      const due = all().find(isDue);
      if (due) goOverTo(due.source);
    },
  };
};
