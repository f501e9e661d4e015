/** What a bot makes of what it sees and hears in its meeting, as far as it may. */
import type { OtherCaptionsKind } from '../../../domain/bot/missing-media.ts';
import type { RecordingSettings } from '../../../domain/bot/settings.ts';
import type { TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView, SpeechView } from '../../meeting/view.ts';
import type { Outlet } from '../acting/outlet.ts';
import type { SessionBot } from '../bot.ts';
import type { News, NewsOfSeveral } from '../news.ts';
import type { Pace } from '../pace.ts';
import type { Observer } from '../people/observer.ts';
import { createUntoldWatch } from '../people/untold.ts';
import type { Appointed } from '../ports.ts';
import { refuseUnseenVideo } from '../recording/incoming-video.ts';
import { createPermissionKeeper } from '../recording/permission.ts';
import type { RecordingControl } from '../recording/recording-control.ts';
import { createViewKeeper } from '../recording/view-keeper.ts';
import { createCaptionLanguage } from '../speech/caption-language.ts';
import { createCaptionsOn } from '../speech/captions-on.ts';
import type { Handing } from '../succession/handing.ts';
import { withheldInWords } from './withheld.ts';

const mostUntold = 1_000;

const withoutKeys: Record<NonNullable<MeetingView['encrypted']>, string> = {
  media: 'what is recorded and written down of them is noise',
  chat: 'what they write into the chat is not read, nor captions that are sent the same way',
};

/** What seeing and hearing takes. */
export interface Witnessing {
  readonly appointed: Pick<Appointed, 'platform'>;
  readonly recording_settings: RecordingSettings;
  readonly bot: Pick<SessionBot, 'state' | 'orders' | 'advance'>;
  readonly meeting: Pick<
    Meeting,
    'askToRecord' | 'capabilities' | 'captionIn' | 'recorder' | 'settle' | 'showIn' | 'wantPictures'
  >;
  readonly pace: Pick<Pace, 'now_ms'>;
  readonly observer: Pick<Observer, 'hush' | 'isQuiet' | 'lookAnew' | 'observe' | 'readLast'>;
  readonly outlet: Pick<Outlet, 'doubt' | 'restart' | 'share'>;
  readonly recording: Pick<RecordingControl, 'keep'>;
  readonly captionNews: News;
  readonly otherCaptionsNews: NewsOfSeveral<OtherCaptionsKind>;
  /** Whether people encrypt what the bot has no keys for. */
  readonly encryptionNews: News;
  /** Whether people are there of whom it tells nothing. */
  readonly peopleNews: News;
  /** Whether the platform gives all that was asked for. */
  readonly withheldNews: News;
  /** Whether another view is recorded than was asked for. */
  readonly viewNews: News;
  readonly handing: Pick<Handing, 'isAlone'>;
  /** Whether the bot still is another worker's. */
  readonly isInStandby: () => boolean;
  readonly log: SessionLog;
}

export interface Witness {
  /** A look tells of speech once. What is not passed on from one look is passed on with the next. */
  hear(speech: readonly SpeechView[]): void;
  /** Nothing of the meeting is kept or passed on; what was said before is told as `view` shows it, where what that shows may be. */
  hold(now_ms: number, view?: MeetingView): Promise<void>;
  /** The bot is to be let in once more: whether it may record then, and what is seen of it, is found out anew. */
  putBack(): void;
  /** The bot is out of its room, and what was turned on in it may be off when it is back. */
  away(): void;
  /** The page has loaded itself anew and shows the meeting again: what the one before heard and showed, had turned on and was allowed, is over. */
  anew(): Promise<void>;
  /** Passes on what is seen and was heard of a meeting that is over. */
  seeLast(view: MeetingView, now_ms: number): void;
  /** Passes on what is seen, and what was heard until then. Answers whether the bot may record now. */
  see(view: MeetingView, now_ms: number): Promise<boolean>;
  /** Whether what the bot needs in the meeting is turned on. */
  readonly isSettled: boolean;
  /** Resolves when it is, once something was seen. */
  readonly settled: Promise<void> | undefined;
}

/** One visit to the meeting. `heard`: who spoke before it, of which nothing has been told yet. */
export const createWitness = (witnessing: Witnessing, heard: readonly SpeechView[]): Witness => {
  const { bot, encryptionNews, withheldNews, handing, log, meeting, observer, outlet, recording, recording_settings } =
    witnessing;
  let mayRecord = createPermissionKeeper(witnessing);
  const captions = createCaptionsOn(witnessing);
  const language = createCaptionLanguage(witnessing);
  const shown = createViewKeeper(witnessing);
  const noticeUntold = createUntoldWatch(witnessing.peopleNews);
  let untold = [...heard];
  let settled: Promise<void> | undefined;
  let isSettled = false;
  let isInside: boolean | undefined;

  const settle = async (transcription: TranscriptionSettings | undefined, now_ms: number): Promise<void> => {
    await captions.turnOn(transcription, now_ms);
    await refuseUnseenVideo(meeting, recording_settings, log);
    isSettled = true;
  };

  const hold = async (now_ms: number, view?: MeetingView): Promise<void> => {
    observer.hush(now_ms, view);
    outlet.share(false);
    await recording.keep(false);
  };

  const away = (): void => {
    captions.doubt();
    language.doubt();
    shown.doubt();
  };

  /** Follows the bot from room to room: one that came into another has left one. Answers whether it is not on its way. */
  const follow = ({ breakout: { state } }: MeetingView): boolean => {
    if (state === 'joining' || state === 'leaving') return false;
    const before = isInside;
    isInside = state === 'inside';
    if (before !== undefined && before !== isInside) away();
    return true;
  };

  return {
    hear(speech) {
      untold = [...untold, ...speech].slice(-mostUntold);
    },
    hold,
    putBack() {
      outlet.doubt();
      mayRecord = createPermissionKeeper(witnessing);
    },
    away,
    async anew() {
      observer.lookAnew(untold);
      untold = [];
      // What was asked, and granted, may have been known to that page alone.
      mayRecord = createPermissionKeeper(witnessing);
      outlet.restart();
      away();
      void refuseUnseenVideo(meeting, recording_settings, log);
      // Its take went with it, and would count as silent only after a while.
      await recording.keep(false);
    },
    seeLast(view, now_ms) {
      observer.readLast({ ...view, speech: untold }, now_ms);
      untold = [];
    },
    async see(view, now_ms) {
      // Recording and transcript end first, and only then is it told that they have.
      if (view.recording !== 'allowed') await hold(now_ms);
      const allowed = await mayRecord(view);
      outlet.share(allowed && handing.isAlone);
      encryptionNews(view.encrypted !== undefined, now_ms, view.encrypted && withoutKeys[view.encrypted]);
      noticeUntold(view, now_ms);
      const { withheld = [] } = view;
      withheldNews(withheld.length > 0, now_ms, withheldInWords(withheld));
      const transcription = allowed ? bot.orders?.transcription_settings : undefined;
      observer.observe({ ...view, speech: untold }, now_ms, transcription);
      untold = [];
      // Captions are turned on when it is known whether they are to be kept; the recording does not wait for it.
      settled ??= settle(transcription, now_ms);
      const isThere = follow(view);
      if (isThere) shown.keep(now_ms);
      if (transcription && isSettled && isThere) {
        const areOn = captions.keep(transcription, view, !observer.isQuiet, now_ms);
        language.keep(transcription, areOn ? view.captions : undefined, now_ms);
      }
      return allowed;
    },
    get isSettled() {
      return isSettled;
    },
    get settled() {
      return settled;
    },
  };
};
