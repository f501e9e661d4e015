/** From admission to the end: watches, records, reports, and leaves when it is time. */
import type { RecordingSettings } from '../../domain/bot/settings.ts';
import { MeetingLostError } from '../meeting/errors.ts';
import { type Ending, removed } from '../meeting/final-phases.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { MeetingPhase, SpeechView } from '../meeting/view.ts';
import type { ChatDesk } from './acting/chat-desk.ts';
import type { Outlet } from './acting/outlet.ts';
import type { SessionBot } from './bot.ts';
import type { RoomKeeper } from './breakout.ts';
import type { Diagnostics } from './diagnostics.ts';
import { endingInside, failed, left } from './leaving/ending.ts';
import type { LeaveWatch } from './leaving/leave-watch.ts';
import { consent, consentWithinMs, type Waits } from './leaving/waits.ts';
import type { MediaKeeper } from './media/media-keeper.ts';
import type { News } from './news.ts';
import type { Pace } from './pace.ts';
import type { Introduction } from './people/introduction.ts';
import type { Observer } from './people/observer.ts';
import type { Appointed, SessionClock } from './ports.ts';
import { refuseUnseenVideo } from './recording/incoming-video.ts';
import { createPermissionKeeper } from './recording/permission.ts';
import type { RecordingControl } from './recording/recording-control.ts';
import { createCaptionLanguage } from './speech/caption-language.ts';
import { createCaptionsOn } from './speech/captions-on.ts';
import type { SpeechDelivery } from './speech/delivery.ts';
import type { Handing } from './succession/handing.ts';

const astrayForMs = 15_000;
const briefMs = 30_000;
/** A meeting that connects again is given the time that platforms take for it. */
const connectsForMs = 60_000;
const patienceMs: Partial<Record<MeetingPhase, number>> = { connecting: connectsForMs, consent_asked: consentWithinMs };
const leftWithinMs = 3_000;
const leftLookEveryMs = 50;
const mostUntold = 1_000;

/** What leaving takes. */
export interface Leaving {
  readonly clock: SessionClock;
  readonly delivery: Pick<SpeechDelivery, 'stop'>;
  readonly meeting: Pick<Meeting, 'isLost' | 'look' | 'leave'>;
  readonly observer: Pick<Observer, 'readLast'>;
  readonly recording: Pick<RecordingControl, 'end'>;
  readonly log: SessionLog;
}

/** What staying in the meeting takes. */
export interface Attending extends Leaving {
  readonly appointed: Pick<Appointed, 'platform'>;
  readonly recording_settings: RecordingSettings;
  readonly bot: Pick<SessionBot, 'state' | 'orders' | 'advance' | 'missing' | 'nothingMissing'>;
  readonly meeting: Meeting;
  readonly pace: Pace;
  readonly recording: RecordingControl;
  readonly delivery: SpeechDelivery;
  readonly observer: Observer;
  readonly outlet: Pick<Outlet, 'keep' | 'share'>;
  readonly captionNews: News;
  readonly chat: ChatDesk;
  readonly introduce: Introduction;
  readonly leaveWatch: LeaveWatch;
  readonly media: MediaKeeper;
  readonly rooms: RoomKeeper;
  readonly waits: Waits;
  readonly diagnostics: Diagnostics;
  readonly handing: Handing;
}

/**
 * Leaves, ends the take then, and waits a moment for the meeting to say that the bot is out; it is closed in any case.
 */
export const leave = async ({ clock, delivery, meeting, observer, recording, log }: Leaving): Promise<Ending> => {
  // While the meeting is there, and those who speak are in it.
  await delivery.stop();
  await meeting.leave().catch((error: unknown) => log('could not press leave', { error }));
  const ended = recording.end();
  const deadline_ms = clock.now_ms() + leftWithinMs;
  while (clock.now_ms() < deadline_ms && !meeting.isLost) {
    const view = await meeting.look().catch(() => undefined);
    if (view) observer.readLast(view);
    if (view && view.phase !== 'in_meeting') break;
    await clock.pause(leftLookEveryMs);
  }
  await ended;
  return left;
};

/**
 * `heard`: who spoke before, of which nothing has been told yet.
 * @throws MeetingLostError when it broke and may still be on.
 */
export const attend = async (attending: Attending, heard: readonly SpeechView[] = []): Promise<Ending> => {
  const { bot, clock, chat, delivery, diagnostics, introduce, leaveWatch, meeting, media, observer, outlet, pace } =
    attending;
  const { handing, recording, recording_settings, rooms, waits, log } = attending;
  const mayRecord = createPermissionKeeper(attending);
  const captions = createCaptionsOn(attending);
  const keepLanguage = createCaptionLanguage(attending);
  waits.over();
  observer.lookAnew();
  const entered_ms = clock.now_ms();
  leaveWatch.enter(entered_ms);
  const lookAtMedia = media.enter(meeting);
  delivery.start();
  const settle = (now_ms: number): Promise<void> =>
    captions.turnOn(now_ms).then(() => refuseUnseenVideo(meeting, recording_settings, log));
  /** Nothing of the meeting is kept or passed on. */
  const hold = async (now_ms: number): Promise<void> => {
    observer.hush(now_ms);
    outlet.share(undefined);
    await recording.keep(false);
  };
  let settled: Promise<void> | undefined;
  let isSettled = false;
  // A look tells of speech once. What is not passed on from one look is passed on with the next.
  let untold = [...heard];

  /** Since when it shows neither the meeting nor a wait for it. */
  let astray_since_ms: number | undefined;
  for await (const { view, times, since_ms, now_ms } of pace.looks(meeting)) {
    untold = [...untold, ...view.speech].slice(-mostUntold);
    const ending = endingInside(view.phase);
    if (ending) observer.readLast(view);
    if (ending && times >= 2) {
      // A bot that is thrown out at once was not wanted, or not where it thought that it was.
      if (now_ms - entered_ms < briefMs) await diagnostics.keep(meeting, ending.sub_type ?? view.phase);
      return ending;
    }
    if (ending) continue;
    await rooms.look(meeting, view.breakout.state, now_ms);
    if (view.phase !== 'in_meeting' && bot.state === 'leaving') return leave(attending);
    if (view.phase !== 'in_meeting' && handing.isRelieved) handing.part(observer, now_ms);
    if (view.phase === 'waiting_room') {
      // Somebody has put the bot back: nothing is recorded there, and it waits as it did before.
      await hold(now_ms);
      astray_since_ms = undefined;
      const inVain = waits.look(view.phase, now_ms);
      if (!inVain) continue;
      log('the bot has waited in vain', { waited_for: inVain.waited_for });
      await leave(attending);
      return removed;
    }
    if (view.phase === 'consent_asked') {
      // It may be to being recorded. A bot that may not agree does not come back, where it would be asked again.
      await hold(now_ms);
      if (now_ms - since_ms > consentWithinMs) {
        log('the bot has waited in vain', { waited_for: consent });
        await diagnostics.keep(meeting, view.phase);
        await leave(attending);
        return failed('capture_lost');
      }
    }
    if (view.phase !== 'in_meeting') {
      astray_since_ms ??= now_ms;
      const patience_ms = patienceMs[view.phase] ?? astrayForMs;
      // A page that shows one thing after the other is astray as well.
      if (now_ms - since_ms > patience_ms || now_ms - astray_since_ms > connectsForMs + astrayForMs)
        throw new MeetingLostError(`the meeting's page turned into ${view.phase}`);
      continue;
    }
    astray_since_ms = undefined;
    waits.over();
    // Recording and transcript end first, and only then is it told that they have.
    if (view.recording !== 'allowed') await hold(now_ms);
    const allowed = await mayRecord(view);
    outlet.share(allowed && handing.isAlone ? view.participants : undefined);
    const transcription = allowed ? bot.orders?.transcription_settings : undefined;
    observer.observe({ ...view, speech: untold }, now_ms, transcription);
    untold = [];
    // Captions are turned on when it is known whether they are to be kept; the recording does not wait for it.
    settled ??= settle(now_ms).then(() => {
      isSettled = true;
    });
    if (transcription && isSettled && captions.keep(transcription, view, now_ms))
      keepLanguage(transcription, view.captions, now_ms);
    if (bot.state === 'leaving') {
      await Promise.all([settled, chat.finish(meeting, view, now_ms)]);
      return leave(attending);
    }
    if (handing.isRelieved) {
      const isAwaited = meeting.capabilities.one_client === true;
      // The successor records already, or cannot before this one has left.
      if (!isAwaited) await recording.keep(false);
      handing.part(observer, now_ms, isAwaited);
      continue;
    }
    await recording.keep(allowed);
    if (!(await handing.isOurs({ state: bot.state, isSettled, place: view.breakout.state }))) continue;
    chat.keep(meeting, view, now_ms);
    introduce(view.participants, now_ms);
    if (bot.orders && handing.isAlone) outlet.keep(bot.orders);
    const known = { others: observer.others, state: bot.state };
    const { isDeaf, lack } = await lookAtMedia(view, known, now_ms);
    if (lack) {
      // The page itself is well: one that is only closed would be shown to the others for a while.
      await leave(attending);
      throw new MeetingLostError(lack);
    }
    const reason = leaveWatch.look(view, { ...known, isDeaf }, now_ms);
    if (reason) await bot.advance('leave', reason);
  }
  return left;
};
