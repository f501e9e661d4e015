/** Has captions turned on, again where that fails, and lets the client know while there are none to go by. */
import { speechOrderOf, type TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import { NotAllowedError, UnavailableError } from '../../meeting/errors.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { News } from '../news.ts';

/** How long to wait after each try: nobody is to find the bot in the menus for an hour. */
export const againAfterMs = [5_000, 15_000, 60_000, 60_000];
/** And then, where somebody has to allow them, who may do so at any time. */
const untilAllowedMs = 60_000;
/** For how long people are heard, and nothing is written, before each try to turn on what counts as on. */
const unwrittenMs = [30_000, 60_000, 120_000];
/** The same before anything was written in a meeting where only some servers do. */
const unprovenMs = [15_000, 60_000, 120_000];
/** Then they are missing. */
const missingAfter = { proven: 2, unproven: 1 } as const;
/** Nothing is known of what lies between two looks that are further apart. */
const longestLookMs = 2_000;

export interface CaptionsOnPorts {
  readonly meeting: Pick<Meeting, 'settle' | 'capabilities'>;
  /** Whether there are none to go by. */
  readonly captionNews: News;
  /** Whether the bot still is another worker's, which may have captions. */
  readonly isInStandby: () => boolean;
  readonly log: SessionLog;
}

export interface CaptionsOn {
  /**
   * Turns them on, for the first time. Never fails. Who is there is told of a captioner: it is asked for by those only who go by
   * what it writes.
   */
  turnOn(settings: TranscriptionSettings | undefined, now_ms: number): Promise<void>;
  /**
   * Told at every look, once that was tried, how what is said is to be written down, and whether anybody is heard. Answers
   * whether there are captions, and has them turned on behind the caller's back where there could be: also where they count as
   * on, and nothing comes of what is said.
   */
  keep(settings: TranscriptionSettings, view: Pick<MeetingView, 'captions'>, isHeard: boolean, now_ms: number): boolean;
  /** The bot was out of its room: a meeting may have turned them off meanwhile. */
  doubt(): void;
}

export const createCaptionsOn = ({ meeting, captionNews, isInStandby, log }: CaptionsOnPorts): CaptionsOn => {
  const { captions: offer } = meeting.capabilities;
  const hasThem = offer !== false;
  let isProven = offer === true;
  /** Whether it is known if there are any: a bot that does not go by them yet asks nobody for them. */
  let isKnown = !hasThem;
  let tries = 0;
  let areOn = false;
  /** Since when there are none, where there are none. */
  let none_since_ms: number | undefined;
  /** Why they were not to be turned on, where the meeting has said so. */
  let why: string | undefined;
  let mayBeAllowed = false;
  let isWorking = false;
  /** Whether they are to be turned on again, where they are not on any more. */
  let isDoubtful = false;
  let not_before_ms = Number.NEGATIVE_INFINITY;
  let looked_ms = Number.NEGATIVE_INFINITY;
  let written = '';
  /** Of what was heard since anything was written: since when, for how long since the last try, and how many tries there were. */
  const unwritten = { since_ms: 0, heard_ms: 0, tries: 0 };

  /** Whether there is more than at the look before. */
  const isMore = (captions: MeetingView['captions']): boolean => {
    const before = written;
    written = `${captions.at(-1)?.id} ${captions.reduce((letters, { text }) => letters + text.length, 0)}`;
    return captions.length > 0 && written !== before;
  };

  /** Somebody is heard. Answers whether that has gone on for so long that captions are to be turned on again. */
  const goesUnwritten = (now_ms: number): boolean => {
    if (unwritten.heard_ms === 0 && unwritten.tries === 0) unwritten.since_ms = now_ms;
    unwritten.heard_ms += Math.min(now_ms - looked_ms, longestLookMs);
    const waits_ms = isProven ? unwrittenMs : unprovenMs;
    if (unwritten.heard_ms < (waits_ms[unwritten.tries] ?? Number.POSITIVE_INFINITY)) return false;
    unwritten.tries += 1;
    unwritten.heard_ms = 0;
    return true;
  };

  const turnOn = async (goesByThem: boolean, now_ms: number): Promise<void> => {
    isWorking = true;
    isDoubtful = false;
    try {
      await meeting.settle(goesByThem);
      areOn = hasThem;
      [why, mayBeAllowed] = [undefined, false];
    } catch (error) {
      areOn = false;
      if (error instanceof NotAllowedError || error instanceof UnavailableError) why = error.message;
      mayBeAllowed ||= error instanceof NotAllowedError;
      not_before_ms = now_ms + (againAfterMs[tries] ?? (mayBeAllowed ? untilAllowedMs : Number.POSITIVE_INFINITY));
      log('captions could not be turned on', { error });
    }
    isKnown ||= goesByThem || areOn;
    tries += 1;
    isWorking = false;
  };

  /** Of one time without captions the same moment is told, also where it is known later why there are none. */
  const tell = (now_ms: number): void => {
    const isUnwritten = unwritten.tries >= missingAfter[isProven ? 'proven' : 'unproven'];
    if (areOn && !isUnwritten) none_since_ms = undefined;
    else if (isInStandby()) none_since_ms = now_ms;
    else none_since_ms ??= isUnwritten ? unwritten.since_ms : now_ms;
    if (isKnown) captionNews(none_since_ms !== undefined, none_since_ms ?? now_ms, why);
  };

  /** They may be tried at once, and as often as at first. */
  const beginAnew = (): void => {
    tries = 0;
    not_before_ms = Number.NEGATIVE_INFINITY;
  };

  const forgetUnwritten = (): void => void Object.assign(unwritten, { heard_ms: 0, tries: 0 });

  return {
    async turnOn(settings, now_ms) {
      const goesByThem = settings !== undefined && !speechOrderOf(settings);
      if (offer !== 'with_captioner' || goesByThem) await turnOn(goesByThem, now_ms);
    },
    keep(settings, { captions }, isHeard, now_ms) {
      if (speechOrderOf(settings)) {
        // Nobody misses them.
        if (isKnown) captionNews(false, now_ms);
        none_since_ms = undefined;
        // For whoever comes back to them.
        beginAnew();
        forgetUnwritten();
        return areOn;
      }
      if (isMore(captions)) {
        // Somebody else may have turned them on.
        [areOn, isKnown, isProven] = [true, true, true];
        [tries, why, mayBeAllowed] = [0, undefined, false];
        forgetUnwritten();
      } else if (isHeard && areOn && !isWorking && goesUnwritten(now_ms)) void turnOn(true, now_ms);
      looked_ms = now_ms;
      tell(now_ms);
      if ((!areOn || isDoubtful) && hasThem && !isWorking && now_ms >= not_before_ms) void turnOn(true, now_ms);
      return areOn && !isWorking;
    },
    doubt() {
      isDoubtful = true;
      beginAnew();
    },
  };
};
