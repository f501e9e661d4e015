/** Makes utterances of captions. Pure but for its memory. */
import type { Utterance } from '../../../domain/captured/captured.ts';
import { BoundedMap, BoundedSet } from '../../../process/bounded.ts';
import type { CaptionView } from '../../meeting/view.ts';
import type { PeopleSeen } from '../people/people-seen.ts';
import type { TranscribedTime } from './transcribed-time.ts';

const mostRemembered = 10_000;
/** Sentences that are being said at one moment. */
const mostHeard = 200;

const doubtfulMs = 60_000;

type Timed = Pick<Utterance, 'timestamp_ms' | 'duration_ms'>;
const endOf = ({ timestamp_ms, duration_ms }: Timed): number => timestamp_ms + duration_ms;

/** Whether an utterance and a caption are at the same time for more than half of the shorter one. */
const isMostlyWithin = (one: Timed, { start_ms, duration_ms }: CaptionView): boolean => {
  const both_ms = Math.min(endOf(one), start_ms + duration_ms) - Math.max(one.timestamp_ms, start_ms);
  return both_ms > Math.min(one.duration_ms, duration_ms) / 2;
};

/** What a provider heard of a caption, and until when. */
interface Heard {
  readonly text: string;
  readonly until_ms: number;
}

const momentOf = (speaker: string, at_ms: number): string => `${at_ms} ${speaker}`;

/**
 * Tells each final caption once, not again when an earlier worker has `reported` it. Captions are told whose words all fall
 * into the time in which speech is to be written down. A caption that goes on beyond the end of that time is told as far as
 * it was shown until then. A caption that began before that time is not told, with one exception: when the bot comes in and
 * may record at once, the sentence that is being said is told whole. Name and role of the speaker are those in the list of
 * participants, where the speaker is in it, or was. `since_ms`: an earlier worker, which has left the meeting since, has told what
 * was over by then; what was being said at that moment is told whole.
 */
export const createCaptionReader = (
  people: Pick<PeopleSeen, 'speakerOf'>,
  time: Pick<TranscribedTime, 'isOpen' | 'hold'>,
  reported?: readonly Utterance[],
  since_ms?: number,
) => {
  const ids = new BoundedSet<string>(mostRemembered);
  /** Of captions that a provider heard the beginning of: what that was, and until when. */
  const heardOf = new BoundedMap<string, Heard>(mostHeard);
  /** By speaker: what was heard of a caption that has ended before that, and goes on under another id. */
  const heardBehind = new BoundedMap<string, Heard>(mostHeard);
  /** By speaker: the caption that was told before it was final. What is cut off its end later has another id. */
  const cutLast = new BoundedMap<string, CaptionView>(mostHeard);
  /** The ids of captions that were shown while nothing was to be written down. */
  const withheld = new BoundedSet<string>(mostRemembered);
  /** Until when somebody was shown then to be saying something: what is cut off its end later has another id. */
  const withheldUntil = new BoundedMap<string, number>(mostHeard);
  // A meeting that is joined anew may call the same caption by another id.
  const told = new BoundedSet(
    mostRemembered,
    (reported ?? []).map(({ speaker_uuid, timestamp_ms }) => momentOf(speaker_uuid, timestamp_ms)),
  );
  /** Captions that are not final yet, as they were shown last while speech was to be written down. */
  let unfinished: readonly CaptionView[] = [];
  /** When the first worker of the bot could first record. */
  let began_ms: number | undefined;

  const isWithheld = ({ id, speaker_id, start_ms }: CaptionView): boolean =>
    withheld.has(id) || start_ms < (withheldUntil.get(speaker_id) ?? start_ms);

  const mayBeTold = (caption: CaptionView, until_ms: number): boolean => {
    const { start_ms } = caption;
    const wasBeingSaid = began_ms !== undefined && start_ms < began_ms && began_ms <= until_ms && !isWithheld(caption);
    return time.hold(wasBeingSaid ? (began_ms ?? start_ms) : start_ms, until_ms);
  };

  // Two workers that are in the meeting at once do not see a caption at quite the same moment.
  const toldLast = since_ms === undefined ? [] : (reported ?? []).filter((one) => endOf(one) > since_ms - doubtfulMs);
  const isToldAlready = (caption: CaptionView): boolean =>
    toldLast.some((one) => one.speaker_uuid === caption.speaker_id && isMostlyWithin(one, caption));

  /** Two captions of one person are at one time only where one was cut off the end of the other. */
  const isCutOff = ({ speaker_id, start_ms }: CaptionView): boolean => {
    const cut = cutLast.get(speaker_id);
    return cut !== undefined && cut.start_ms < start_ms && start_ms < cut.start_ms + cut.duration_ms;
  };

  const isNews = (caption: CaptionView): boolean =>
    caption.text.trim() !== '' &&
    !ids.has(caption.id) &&
    !told.has(momentOf(caption.speaker_id, caption.start_ms)) &&
    !isToldAlready(caption);

  const utteranceOf = ({ speaker_id, speaker_name, start_ms, duration_ms, text }: CaptionView): Utterance => ({
    ...people.speakerOf(speaker_id, speaker_name),
    timestamp_ms: start_ms,
    duration_ms,
    transcription: { transcript: text.trim() },
  });

  const tell = (captions: readonly CaptionView[]): Utterance[] =>
    captions.flatMap((caption) => {
      if (!isNews(caption)) return [];
      ids.add(caption.id);
      return [utteranceOf(caption)];
    });

  /** Tells captions that are not final yet as they are: no more of them is to be written down. */
  const cut = (): Utterance[] => {
    const utterances = tell(unfinished);
    for (const caption of unfinished) cutLast.set(caption.speaker_id, caption);
    for (const { speaker_uuid, timestamp_ms } of utterances) told.add(momentOf(speaker_uuid, timestamp_ms));
    unfinished = [];
    return utterances;
  };

  const begin = (now_ms: number): void => {
    if (time.isOpen && (!reported || since_ms !== undefined)) began_ms ??= since_ms ?? now_ms;
  };

  const withhold = (captions: readonly CaptionView[], now_ms: number): void => {
    for (const { id, speaker_id, is_final } of captions) {
      withheld.add(id);
      if (!is_final) withheldUntil.set(speaker_id, now_ms);
    }
  };

  const heardIn = ({ id, speaker_id, start_ms, text }: CaptionView): Heard | undefined => {
    const behind = heardBehind.get(speaker_id);
    const goesOn = behind && start_ms < behind.until_ms && text.startsWith(behind.text);
    if (goesOn && !heardOf.has(id)) heardOf.set(id, behind);
    return heardOf.get(id);
  };

  /** A caption without what a provider heard of it. */
  const restOf = (caption: CaptionView): CaptionView => {
    const heard = heardIn(caption);
    if (heard && caption.is_final && heard.text.startsWith(caption.text)) {
      const text = heard.text.slice(caption.text.length).trimStart();
      if (text !== '') heardBehind.set(caption.speaker_id, { ...heard, text });
      return { ...caption, text: '' };
    }
    if (!heard || !caption.text.startsWith(heard.text)) return caption;
    const start_ms = Math.max(caption.start_ms, heard.until_ms);
    const duration_ms = Math.max(0, caption.start_ms + caption.duration_ms - start_ms);
    return {
      ...caption,
      text: caption.text.slice(heard.text.length).replace(/^[\s\p{P}]+/u, ''),
      start_ms,
      duration_ms,
    };
  };

  const read = (shown: readonly CaptionView[], now_ms: number): Utterance[] => {
    const captions = shown.map(restOf);
    for (const caption of captions) if (isCutOff(caption)) ids.add(caption.id);
    begin(now_ms);
    const utterances = tell(
      captions.filter((caption) => caption.is_final && mayBeTold(caption, caption.start_ms + caption.duration_ms)),
    );
    if (!time.isOpen) {
      withhold(captions, now_ms);
      return [...utterances, ...cut()];
    }
    unfinished = captions.filter((caption) => !caption.is_final && mayBeTold(caption, now_ms));
    return utterances;
  };

  /** At a look that may be the last, which still shows what was being said, or some of it. */
  const readLast = (captions: readonly CaptionView[], now_ms: number): Utterance[] => {
    const before = unfinished;
    const utterances = read(captions, now_ms);
    const over = new Set([
      ...unfinished.map(({ id }) => id),
      ...captions.flatMap((one) => (one.is_final ? one.id : [])),
    ]);
    unfinished = [...before.filter(({ id }) => !over.has(id)), ...unfinished];
    return utterances;
  };

  return {
    read,
    readLast,
    cut,
    /** At a look while a provider hears what is said. */
    passBy(captions: readonly CaptionView[], now_ms: number): void {
      begin(now_ms);
      if (!time.isOpen) withhold(captions, now_ms);
    },
    /** What was said before this look a provider has heard: of a sentence that goes on, its rest is to be told. */
    takeOver(captions: readonly CaptionView[], now_ms: number): void {
      for (const { id, is_final, text } of captions) {
        if (is_final) ids.add(id);
        else {
          ids.delete(id);
          heardOf.set(id, { text, until_ms: now_ms });
        }
      }
    },
    /** Tells at such a look what is said as it stands: no more of it is to be written down. */
    cutAt: (captions: readonly CaptionView[], now_ms: number): Utterance[] => [...readLast(captions, now_ms), ...cut()],
    /** Whether a caption is shown that is not final yet. */
    get isAnyUnfinished(): boolean {
      return unfinished.length > 0;
    },
  };
};
