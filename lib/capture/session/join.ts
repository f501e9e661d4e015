/** From an empty page into the meeting. */
import type { MeetingPhase, MeetingView } from '../meeting/view.ts';
import { keepDiagnostics } from './diagnostics.ts';
import { type Ending, endingOf, left, waitingEndings } from './leaving/ending.ts';
import { isWait } from './leaving/waits.ts';
import type { RecordingControl } from './recording/recording.ts';
import { looks, moment, type Visit } from './visit.ts';

const loadAttempts = 3;
const loadRetryMs = 2_000;
const arriveWithinMs = 20_000;
const connectWithinMs = 60_000;
const unknownForMs = 10_000;
const askAgainAfterMs = 10_000;

type Recorder = Pick<RecordingControl, 'arm'>;

/** What `join` came to: in the meeting, with the page as it shows itself there, or an ending. */
export type Joined = { readonly view: MeetingView } | { readonly ending: Ending };

/** Loads the meeting's page, waits for the first phase that says something, and does all that comes before joining. */
const arrive = async (visit: Visit, recording: Recorder): Promise<MeetingPhase | undefined> => {
  const { meeting, platform, assignment, log } = visit;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await meeting.load(assignment.meeting_url);
      break;
    } catch (error) {
      log('the page did not load', { attempt, error });
      if (attempt === loadAttempts) return undefined;
      await moment(visit, loadRetryMs);
    }
  }
  for await (const { view, since_ms, now_ms } of looks(visit)) {
    if (view.phase === 'pre_join') {
      await Promise.all([platform.prepare(meeting.page, assignment.bot_name), recording.arm()]);
      return view.phase;
    }
    const settled = view.phase === 'unknown' ? now_ms - since_ms > unknownForMs : view.phase !== 'loading';
    if (settled || now_ms - since_ms > arriveWithinMs) return view.phase;
  }
  return undefined;
};

/** Waits for join_at, with the page loaded; true when the bot was told to leave meanwhile. */
const waitForStart = async (visit: Visit): Promise<boolean> => {
  const start_ms = visit.assignment.join_at.getTime();
  for (let left_ms = 1; left_ms > 0 && visit.bot.state !== 'leaving'; ) {
    left_ms = start_ms - visit.clock.now_ms();
    if (left_ms > 0) await moment(visit, Math.min(500, left_ms));
  }
  return visit.bot.state === 'leaving';
};

const unknownPage = async (visit: Visit): Promise<Joined> => {
  await keepDiagnostics(visit, 'unknown_page');
  return { ending: waitingEndings.unknown };
};

/** Watches the page after the press of the button, each way of waiting with a deadline of its own. */
const waitForAdmission = async (visit: Visit): Promise<Joined | 'ask_again'> => {
  const { bot, meeting, platform, waits } = visit;
  for await (const { view, times, since_ms, now_ms } of looks(visit)) {
    if (bot.state === 'leaving') {
      await platform.pressLeave(meeting.page).catch(() => undefined);
      return { ending: left };
    }
    const { phase } = view;
    const final = endingOf(phase);
    if (final && times >= 2) return { ending: final };
    if (phase === 'in_meeting' && times >= 2) return { view };
    if (phase === 'unknown' && now_ms - since_ms > unknownForMs) return unknownPage(visit);
    if (phase === 'waiting_room') await bot.advance('put_in_waiting_room');
    if (isWait(phase)) {
      const ending = waits.look(phase, now_ms);
      if (ending) {
        await platform.pressLeave(meeting.page).catch(() => undefined);
        return { ending };
      }
      if (phase === 'authorized_user_absent' && now_ms - since_ms > askAgainAfterMs) return 'ask_again';
    } else if (now_ms - since_ms > connectWithinMs) {
      return { ending: waitingEndings.connecting };
    }
  }
  return { ending: waitingEndings.connecting };
};

/**
 * Loads the page and gets the recorder ready ahead of time, presses the button at join_at and waits to be let in. A bot that is staged is told that
 * its time has come; one whose worker was started again joins without saying so again. Asks again and again while the
 * user on whose behalf it comes is not there.
 */
export const join = async (visit: Visit, recording: Recorder): Promise<Joined> => {
  const { bot, assignment, clock, meeting, platform } = visit;
  const isEarly = clock.now_ms() < assignment.join_at.getTime();
  let phase = await arrive(visit, recording);
  if (await waitForStart(visit)) return { ending: left };
  await bot.advance('join_due');
  // What was not there ahead of time may be there now.
  if (phase !== 'pre_join' && isEarly) phase = await arrive(visit, recording);
  for (;;) {
    if (bot.state === 'leaving') return { ending: left };
    if (phase === undefined) return { ending: waitingEndings.connecting };
    if (phase === 'unknown') return unknownPage(visit);
    if (phase === 'pre_join') await platform.pressJoin(meeting.page);
    const joined = await waitForAdmission(visit);
    if (joined !== 'ask_again') return joined;
    phase = await arrive(visit, recording);
  }
};
