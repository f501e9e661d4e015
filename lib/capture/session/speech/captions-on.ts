/** Has captions turned on, again where that fails, and lets the client know while there are none to go by. */
import { speechOrderOf, type TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { News } from '../news.ts';

/** How long to wait after each try: nobody is to find the bot in the menus for an hour. */
const againAfterMs = [5_000, 15_000, 60_000, 60_000];

export interface CaptionsOnPorts {
  readonly meeting: Pick<Meeting, 'settle' | 'capabilities'>;
  /** Whether there are none to go by. */
  readonly captionNews: News;
  readonly log: SessionLog;
}

export interface CaptionsOn {
  /** Turns them on, for the first time. Never fails. */
  turnOn(now_ms: number): Promise<void>;
  /**
   * Told at every look, once that was tried, how what is said is to be written down. Answers whether there are captions,
   * and has them turned on behind the caller's back where there could be.
   */
  keep(settings: TranscriptionSettings, view: Pick<MeetingView, 'captions'>, now_ms: number): boolean;
  /** The bot was out of its room: a meeting may have turned them off meanwhile. */
  doubt(): void;
}

export const createCaptionsOn = ({ meeting, captionNews, log }: CaptionsOnPorts): CaptionsOn => {
  const hasThem = meeting.capabilities.captions;
  let tries = 0;
  let areOn = false;
  let isWorking = false;
  /** Whether they are to be turned on again, where they are not on any more. */
  let isDoubtful = false;
  let not_before_ms = Number.NEGATIVE_INFINITY;

  const turnOn = async (now_ms: number): Promise<void> => {
    isWorking = true;
    isDoubtful = false;
    try {
      await meeting.settle();
      areOn = hasThem;
    } catch (error) {
      areOn = false;
      not_before_ms = now_ms + (againAfterMs[tries] ?? Number.POSITIVE_INFINITY);
      log('captions could not be turned on', { error });
    }
    tries += 1;
    isWorking = false;
  };

  return {
    turnOn,
    keep(settings, { captions }, now_ms) {
      if (speechOrderOf(settings)) return areOn;
      // Somebody else may have turned them on.
      if (captions.length > 0) areOn = true;
      captionNews(!areOn, now_ms);
      if ((!areOn || isDoubtful) && hasThem && !isWorking && now_ms >= not_before_ms) void turnOn(now_ms);
      return areOn && !isWorking;
    },
    doubt() {
      [isDoubtful, tries, not_before_ms] = [true, 0, Number.NEGATIVE_INFINITY];
    },
  };
};
