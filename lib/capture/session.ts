/** One capture session: a bot joins its meeting, records, listens, reports and leaves. */
import type { Browser } from 'puppeteer-core';
import { closeChromium, killChromium, launchChromium } from './browser/chromium.ts';
import { openMeetingPage, prepareMediaWorker } from './browser/meeting-page.ts';
import { platformOf } from './platforms/index.ts';
import { createCommandDesk } from './session/acting/commands.ts';
import { createOutlet, type OutletPorts } from './session/acting/outlet.ts';
import { attend, leave } from './session/attend.ts';
import { type BotLine, openBotLine } from './session/bot-line.ts';
import { createRoomKeeper } from './session/breakout.ts';
import { join } from './session/join.ts';
import { applicable, type Ending, failed, left, waitingEndings } from './session/leaving/ending.ts';
import { createLeaveWatch } from './session/leaving/leave-watch.ts';
import { createWaits } from './session/leaving/waits.ts';
import type { SessionLog } from './session/log.ts';
import { createLossCount } from './session/losses.ts';
import { createIntroduction } from './session/people/introduction.ts';
import { createObserver, type Observer } from './session/people/observer.ts';
import {
  createRecordingControl,
  frameSize,
  type Recorder,
  type RecordingControl,
  recorderFor,
} from './session/recording/recording.ts';
import { createTakes, type Takes } from './session/recording/takes.ts';
import { createReportBuffer, type ReportBuffer } from './session/report-buffer.ts';
import { createHearing, type Hearing } from './session/speech/hearing.ts';
import { createListening } from './session/speech/listening.ts';
import { createPieceKeeper, type PieceKeeper } from './session/speech/piece-keeper.ts';
import { moment, PageLostError, SessionOverError, type Visit } from './session/visit.ts';
import {
  type CaptureAssignment,
  type CaptureReporter,
  type SegmentStore,
  type SessionClock,
  type SpeechSink,
  systemSessionClock,
} from './session-ports.ts';

export interface SessionPorts {
  readonly reporter: CaptureReporter;
  /** Where this bot's media goes. */
  readonly segments: SegmentStore;
  /** Has speech transcribed, for bots whose settings ask for it; without it nobody listens. */
  readonly speech?: SpeechSink;
  readonly launch?: (size: { width: number; height: number }) => Promise<Browser>;
  /** How to record where there is a choice. */
  readonly recorder?: Recorder | undefined;
  /** Hears what happens; never what was said or shown. */
  readonly log?: SessionLog;
  readonly clock?: SessionClock;
  /** What the bot may show in the meeting, and where from. */
  readonly outlet?: OutletPorts;
}

/**
 * `reported`: the bot got its final trigger. `over`: it needed none, being over by other means. `interrupted`: the
 * worker was told to stop; whoever started it decides whether to start another.
 */
export type SessionEnd = 'reported' | 'over' | 'interrupted';

const start_again_after_ms = 2_000;
const flush_timeout_ms = 20_000;
const most_final_triggers = 3;

interface Session {
  readonly ports: SessionPorts;
  readonly assignment: CaptureAssignment;
  readonly signal: AbortSignal;
  readonly bot: BotLine;
  readonly observer: Observer;
  readonly hearing: Hearing;
  readonly pieces: PieceKeeper | undefined;
  readonly log: SessionLog;
  readonly reports: ReportBuffer;
  /** What goes on from page to page. */
  readonly lasting: Pick<Visit, 'clock' | 'commands' | 'introduce' | 'leaveWatch' | 'rooms' | 'waits'>;
  readonly takes: Takes;
  readonly losses: ReturnType<typeof createLossCount>;
  /** How it ended, once that is known. */
  ending?: Ending;
}

const reportEnding = async (bot: BotLine, ending: Ending): Promise<void> => {
  // The bot may be told to leave in this very moment; then another trigger fits.
  for (let attempt = 1; attempt <= most_final_triggers && !bot.isOver && bot.state; attempt += 1) {
    const { trigger, sub_type } = applicable(ending, bot.state);
    await bot.advance(trigger, sub_type);
  }
};

/** Closes what is open and makes all that was seen durable. */
const flush = async ({ observer, pieces, reports, log }: Session): Promise<void> => {
  observer.close(Date.now());
  const flushed = await Promise.all([reports.flush(flush_timeout_ms), pieces?.flush(flush_timeout_ms)]);
  if (flushed.includes(false)) log('part of what was seen could not be reported', {});
};

/** The end of a session that needs telling: everything is stored first. */
const conclude = async (session: Session, ending: Ending, recording?: RecordingControl): Promise<void> => {
  session.ending = ending;
  await Promise.all([recording?.stop() ?? session.takes.stored(), flush(session)]);
  await reportEnding(session.bot, ending);
};

/** One page, from its opening to its end, which it tells before the page and its browser are closed. */
const visitMeeting = async (session: Session, browser: Browser): Promise<void> => {
  const { assignment, bot, log, observer, ports, signal, takes } = session;
  const { segments: store } = ports;
  const platform = platformOf(assignment.meeting_url);
  if (!platform) return conclude(session, waitingEndings.unknown);
  await prepareMediaWorker();
  await using meeting = await openMeetingPage(browser, platform);
  const listening = createListening({ meeting, bot, hearing: session.hearing, log });
  const visit: Visit = { ...session.lasting, meeting, platform, assignment, bot, store, listening, log, signal };
  await using recording = createRecordingControl(
    { meeting, recorder: recorderFor(platform, ports.recorder), store, log },
    assignment.recording_settings,
    assignment.attempt,
    takes,
  );
  await using outlet = createOutlet(visit, ports.outlet);
  try {
    const joined = await join(visit, recording);
    if ('ending' in joined) return await conclude(session, joined.ending);
    // A bot that is back in a meeting whose recording it must ask for again keeps the state it has.
    await bot.advance(joined.view.recording === 'allowed' ? 'admitted' : 'admitted_without_permission');
    const ending = await attend(visit, recording, observer, outlet);
    await listening.stop();
    return await conclude(session, ending, recording);
  } catch (error) {
    if (error instanceof SessionOverError) await leave(visit, recording);
    else if (error instanceof PageLostError) meeting.giveUp();
    else if (meeting.isLost) throw new PageLostError('the page was lost', { cause: error });
    throw error;
  }
};

/** A browser, at the latest when what keeps it from starting has passed: a full disk, say. */
const openBrowser = async (session: Session): Promise<Browser> => {
  const { assignment, lasting, log, losses, ports } = session;
  const launch = ports.launch ?? launchChromium;
  for (;;) {
    try {
      return await launch(frameSize(assignment.recording_settings));
    } catch (error) {
      log('the browser did not start', { error });
      if (!losses(lasting.clock.now_ms())) throw error;
      await moment({ ...session, ...lasting }, start_again_after_ms);
    }
  }
};

/** As many visits as it takes, within reason: a page that is lost is opened anew, in a new browser. */
const attendMeeting = async (session: Session): Promise<void> => {
  const { bot, lasting, log, losses } = session;
  while (bot.state !== 'leaving') {
    const browser = await openBrowser(session);
    try {
      return await visitMeeting(session, browser);
    } catch (error) {
      const isLost = error instanceof PageLostError || !browser.connected;
      if (!isLost || session.ending || error instanceof SessionOverError) throw error;
      log('the page was lost', { error });
      // What is left of it would take its time to close.
      await killChromium(browser);
      if (!losses(lasting.clock.now_ms())) return conclude(session, failed('capture_lost'));
    } finally {
      await closeChromium(browser);
    }
  }
  await conclude(session, left);
};

/** What an unexpected error means for the bot. */
const endingOfError = (error: unknown): Ending => {
  const isControlMissing = error instanceof Error && error.name === 'TimeoutError';
  return failed(isControlMissing ? 'ui_element_not_found' : 'internal_error');
};

/**
 * Carries a bot through its meeting. Whatever happens, everything recorded and seen is stored first and the bot gets a
 * final trigger then, unless it needs none any more or `signal` told the worker to stop. Nothing is waited for without a
 * deadline. Safe to start again for a bot whose earlier worker was lost, with a higher `attempt`.
 */
export const runCaptureSession = async (
  ports: SessionPorts,
  assignment: CaptureAssignment,
  signal: AbortSignal,
): Promise<SessionEnd> => {
  const log: SessionLog = ports.log ?? (() => undefined);
  await using bot = await openBotLine(ports.reporter);
  await using reports = createReportBuffer(ports.reporter);
  await using pieces = ports.speech && createPieceKeeper({ store: ports.segments, sink: ports.speech, log });
  const hearing = createHearing(pieces);
  const observer = createObserver(assignment, reports, hearing);
  const { reporter, clock = systemSessionClock } = ports;
  const lasting = {
    clock,
    introduce: createIntroduction((id) => reporter.present(id)),
    leaveWatch: createLeaveWatch(assignment, () => reporter.otherBots()),
    rooms: createRoomKeeper(assignment),
    commands: createCommandDesk(assignment, bot, log),
    waits: createWaits(assignment.automatic_leave_settings, assignment.waiting_since),
  };
  const session: Session = {
    ports,
    assignment,
    signal,
    bot,
    observer,
    hearing,
    pieces,
    log,
    reports,
    lasting,
    takes: createTakes(log),
    losses: createLossCount(),
  };
  try {
    if (!bot.isOver) await attendMeeting(session);
  } catch (error) {
    if (!(error instanceof SessionOverError)) {
      log('the session failed', { error });
      // What cannot be told cannot be told otherwise either.
      if (session.ending) throw error;
      await conclude(session, endingOfError(error));
    }
  }
  const { ending } = session;
  if (!ending) await flush(session);
  log('session ended', { ending, state: bot.state });
  if (ending) return 'reported';
  return signal.aborted ? 'interrupted' : 'over';
};
