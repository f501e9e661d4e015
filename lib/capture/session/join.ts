/** From a meeting that is not loaded yet into the meeting. */
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { MeetingPhase, MeetingView, SpeechView } from '../meeting/view.ts';
import type { SessionBot } from './bot.ts';
import type { Diagnostics } from './diagnostics.ts';
import { couldNotJoin, type Ending, endingOf, left } from './leaving/ending.ts';
import { isWait, type Waits } from './leaving/waits.ts';
import type { Pace } from './pace.ts';
import type { Appointed, CaptureAssignment } from './ports.ts';
import type { RecordingControl } from './recording/recording-control.ts';

const loadAttempts = 3;
const loadRetryMs = 2_000;
const arriveWithinMs = 20_000;
const connectWithinMs = 60_000;
const unknownForMs = 10_000;
const askAgainAfterMs = 10_000;
const mostHeard = 1_000;

/** What joining takes. */
export interface Joining {
  readonly assignment: Pick<CaptureAssignment, 'bot_name'>;
  /** What the meeting was opened for. */
  readonly appointed: Appointed;
  readonly bot: Pick<SessionBot, 'state' | 'appointed' | 'refresh' | 'advance'>;
  readonly meeting: Pick<Meeting, 'isLost' | 'load' | 'prepare' | 'join' | 'look' | 'leave' | 'evidence'>;
  readonly pace: Pace;
  readonly recording: Pick<RecordingControl, 'arm'>;
  readonly waits: Waits;
  readonly diagnostics: Diagnostics;
  readonly log: SessionLog;
}

/**
 * What `join` came to: in the meeting, with what it shows there, an ending, or that another meeting is to be joined.
 * `heard`: who spoke since the bot asked to be let in, of which nothing has been told yet.
 */
export type Joined =
  | { readonly view: MeetingView; readonly heard: readonly SpeechView[] }
  | { readonly ending: Ending }
  | 'elsewhere';

/** Loads the meeting, waits for the first phase that says something, and does all that comes before asking to join. */
const arrive = async ({ assignment, meeting, pace, recording, log }: Joining): Promise<MeetingPhase | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await meeting.load();
      break;
    } catch (error) {
      log('the meeting did not load', { attempt, error });
      if (attempt === loadAttempts) return undefined;
      await pace.wait(loadRetryMs);
    }
  }
  for await (const { view, since_ms, now_ms } of pace.looks(meeting)) {
    if (view.phase === 'pre_join') {
      await Promise.all([meeting.prepare(assignment.bot_name), recording.arm()]);
      return view.phase;
    }
    const settled = view.phase === 'unknown' ? now_ms - since_ms > unknownForMs : view.phase !== 'loading';
    if (settled || now_ms - since_ms > arriveWithinMs) return view.phase;
  }
  return undefined;
};

/** Why the wait for the start is over: it is time, the bot was told to leave, or to join another meeting. */
export type Start = 'due' | 'leaving' | 'elsewhere';

/**
 * Waits until it is time to join the meeting that was opened. A bot that is staged may be moved at any time: when its time
 * seems to have come, it is asked once more when and where that is.
 * @throws SessionOverError
 */
export const waitForStart = async (
  { bot, pace }: Pick<Joining, 'bot' | 'pace'>,
  { meeting_url }: Pick<Appointed, 'meeting_url'>,
): Promise<Start> => {
  let isCertain = bot.state !== 'staged';
  for (;;) {
    if (bot.state === 'leaving') return 'leaving';
    if (bot.appointed.meeting_url !== meeting_url) return 'elsewhere';
    const left_ms = bot.appointed.join_at.getTime() - pace.now_ms();
    if (left_ms > 0) {
      await pace.wait(Math.min(500, left_ms));
      isCertain = bot.state !== 'staged';
    } else if (isCertain) {
      return 'due';
    } else {
      await bot.refresh();
      pace.checkOver();
      isCertain = true;
    }
  }
};

const unknownPage = async ({ diagnostics, meeting }: Joining): Promise<Joined> => {
  await diagnostics.keep(meeting, 'unknown_page');
  return { ending: couldNotJoin('unknown_page') };
};

/** Watches the meeting after the bot has asked to be let in, each way of waiting with a deadline of its own. */
const waitForAdmission = async (joining: Joining): Promise<Joined | 'ask_again'> => {
  const { bot, meeting, pace, waits } = joining;
  const heard: SpeechView[] = [];
  for await (const { view, times, since_ms, now_ms } of pace.looks(meeting)) {
    heard.push(...view.speech);
    heard.splice(0, heard.length - mostHeard);
    if (bot.state === 'leaving') {
      await meeting.leave().catch(() => undefined);
      return { ending: left };
    }
    const { phase } = view;
    const final = endingOf(phase);
    if (final && times >= 2) return { ending: final };
    if (phase === 'in_meeting' && times >= 2) return { view, heard };
    if (phase === 'unknown' && now_ms - since_ms > unknownForMs) return unknownPage(joining);
    if (phase === 'waiting_room') await bot.advance('put_in_waiting_room');
    if (isWait(phase)) {
      const ending = waits.look(phase, now_ms);
      if (ending) {
        await meeting.leave().catch(() => undefined);
        return { ending };
      }
      if (phase === 'authorized_user_absent' && now_ms - since_ms > askAgainAfterMs) return 'ask_again';
    } else if (now_ms - since_ms > connectWithinMs) {
      return { ending: couldNotJoin('unable_to_connect_to_meeting') };
    }
  }
  return { ending: couldNotJoin('unable_to_connect_to_meeting') };
};

/**
 * Loads the meeting and gets the recorder ready ahead of time, asks to be let in at join_at and waits for it. A bot that
 * is staged is told that its time has come; one whose worker was started again joins without saying so again. Asks again
 * and again while the user on whose behalf it comes is not there.
 */
export const join = async (joining: Joining): Promise<Joined> => {
  const { appointed, bot, meeting, pace } = joining;
  const isEarly = pace.now_ms() < appointed.join_at.getTime();
  let phase = await arrive(joining);
  const start = await waitForStart(joining, appointed);
  if (start === 'elsewhere') return start;
  if (start === 'leaving') return { ending: left };
  await bot.advance('join_due');
  pace.checkOver();
  // A meeting that could not be joined ahead of time may have opened by now.
  if (phase !== 'pre_join' && isEarly) phase = await arrive(joining);
  for (;;) {
    if (bot.state === 'leaving') return { ending: left };
    if (phase === undefined) return { ending: couldNotJoin('unable_to_connect_to_meeting') };
    if (phase === 'unknown') return unknownPage(joining);
    if (phase === 'pre_join') await meeting.join();
    const joined = await waitForAdmission(joining);
    if (joined !== 'ask_again') return joined;
    phase = await arrive(joining);
  }
};
