/** From an empty page into the meeting. */
import { pause } from '../deadline.ts';
import type { MeetingPhase, MeetingView } from '../platforms/platform.ts';
import { keepDiagnostics } from './diagnostics.ts';
import { type Ending, endingOf, left, waitingEndings } from './ending.ts';
import type { RecordingControl } from './recording.ts';
import { checkOver, looks, moment, type Visit } from './visit.ts';

const load_attempts = 3;
const load_retry_ms = 2_000;
const arrive_within_ms = 20_000;
const connect_within_ms = 60_000;
const unknown_for_ms = 10_000;

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
      if (attempt === load_attempts) return undefined;
      await pause(load_retry_ms, visit.signal);
      checkOver(visit);
    }
  }
  for await (const { view, since_ms, now_ms } of looks(visit)) {
    if (view.phase === 'pre_join') {
      await Promise.all([platform.prepare(meeting.page, assignment.bot_name), recording.arm()]);
      return view.phase;
    }
    const settled = view.phase === 'unknown' ? now_ms - since_ms > unknown_for_ms : view.phase !== 'loading';
    if (settled || now_ms - since_ms > arrive_within_ms) return view.phase;
  }
  return undefined;
};

/** Waits for join_at, with the page loaded; true when the bot was told to leave meanwhile. */
const waitForStart = async (visit: Visit): Promise<boolean> => {
  const start_ms = visit.assignment.join_at.getTime();
  while (Date.now() < start_ms && visit.bot.state !== 'leaving') {
    await moment(visit, Math.min(500, Math.max(0, start_ms - Date.now())));
  }
  return visit.bot.state === 'leaving';
};

const unknownPage = async (visit: Visit): Promise<Joined> => {
  await keepDiagnostics(visit, 'unknown_page');
  return { ending: waitingEndings.unknown };
};

/** Watches the page after the press of the button, each way of waiting with a deadline of its own. */
const waitForAdmission = async (visit: Visit): Promise<Joined> => {
  const { bot, meeting, platform } = visit;
  const { automatic_leave_settings: settings } = visit.assignment;
  const waits = {
    waiting_room: { most_s: settings.waiting_room_timeout_seconds, ending: waitingEndings.waiting_room },
    not_started: {
      most_s: settings.wait_for_host_to_start_meeting_timeout_seconds,
      ending: waitingEndings.not_started,
    },
  };
  for await (const { view, times, since_ms, now_ms } of looks(visit)) {
    if (bot.state === 'leaving') {
      await platform.pressLeave(meeting.page).catch(() => undefined);
      return { ending: left };
    }
    const { phase } = view;
    const final = endingOf(phase);
    if (final && times >= 2) return { ending: final };
    if (phase === 'in_meeting' && times >= 2) return { view };
    if (phase === 'unknown' && now_ms - since_ms > unknown_for_ms) return unknownPage(visit);
    if (phase === 'waiting_room' || phase === 'not_started') {
      if (phase === 'waiting_room') await bot.advance('put_in_waiting_room');
      const { most_s, ending } = waits[phase];
      if (now_ms - since_ms > most_s * 1000) {
        await platform.pressLeave(meeting.page).catch(() => undefined);
        return { ending };
      }
    } else if (now_ms - since_ms > connect_within_ms) {
      return { ending: waitingEndings.connecting };
    }
  }
  return { ending: waitingEndings.connecting };
};

/**
 * Loads the page and gets the recorder ready ahead of time, presses the button at join_at and waits to be let in. A bot that is staged is told that
 * its time has come; one whose worker was started again joins without saying so again.
 */
export const join = async (visit: Visit, recording: Recorder): Promise<Joined> => {
  const { bot, assignment, meeting, platform } = visit;
  const isEarly = Date.now() < assignment.join_at.getTime();
  let phase = await arrive(visit, recording);
  if (await waitForStart(visit)) return { ending: left };
  await bot.advance('join_due');
  // What was not there ahead of time may be there now.
  if (phase !== 'pre_join' && isEarly) phase = await arrive(visit, recording);
  if (bot.state === 'leaving') return { ending: left };
  if (phase === undefined) return { ending: waitingEndings.connecting };
  if (phase === 'unknown') return unknownPage(visit);
  if (phase === 'pre_join') await platform.pressJoin(meeting.page);
  return waitForAdmission(visit);
};
