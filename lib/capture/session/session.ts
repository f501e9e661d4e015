/** One capture session: a bot joins its meeting, records, listens, reports and leaves. */
import type { Browser } from 'puppeteer-core';
import { onceThereIsSpace } from '../../process/disk-space.ts';
import { closeChromium, killChromium, launchChromium } from '../browser/chromium.ts';
import type { SessionLog } from '../meeting/log.ts';
import { PageLostError } from '../meeting/page-lost.ts';
import { createTakes } from '../recording/takes.ts';
import { createCommandDesk } from './acting/commands.ts';
import { openBotLine } from './bot-line.ts';
import { createRoomKeeper } from './breakout.ts';
import { conclude, flush } from './conclude.ts';
import type { Session, SessionPorts } from './course.ts';
import { type Ending, failed, left } from './leaving/ending.ts';
import { createLeaveWatch } from './leaving/leave-watch.ts';
import { createWaits } from './leaving/waits.ts';
import { createLossCount } from './losses.ts';
import { createIntroduction } from './people/introduction.ts';
import { createObserver } from './people/observer.ts';
import { type CaptureAssignment, systemSessionClock } from './ports.ts';
import { frameSize } from './recording/recording.ts';
import { createReportBuffer } from './report-buffer.ts';
import { createHearing } from './speech/hearing.ts';
import { createPieceKeeper } from './speech/piece-keeper.ts';
import { createStretches } from './speech/stretches.ts';
import { moment, SessionOverError } from './visit.ts';
import { visitMeeting } from './visit-meeting.ts';

/**
 * `reported`: the bot got its final trigger. `over`: it needed none, being over by other means. `interrupted`: the
 * worker was told to stop; whoever started it decides whether to start another.
 */
export type SessionEnd = 'reported' | 'over' | 'interrupted';

const startAgainAfterMs = 2_000;

/** A browser, at the latest when what keeps it from starting has passed; one that only lacks space is waited for. */
const openBrowser = async (session: Session): Promise<Browser | undefined> => {
  const { assignment, bot, lasting, log, losses, ports } = session;
  const launch = ports.launch ?? ((size) => launchChromium({ ...size, log }));
  const pause = () => moment({ ...session, ...lasting }, startAgainAfterMs);
  const open = async () => (bot.state === 'leaving' ? undefined : launch(frameSize(assignment.recording_settings)));
  for (;;) {
    try {
      return await onceThereIsSpace(open, { log, pause });
    } catch (error) {
      if (error instanceof SessionOverError) throw error;
      log('the browser did not start', { error });
      if (!losses(lasting.clock.now_ms())) throw error;
      await pause();
    }
  }
};

/** As many visits as it takes, within reason: a page that is lost is opened anew, in a new browser. */
const attendMeeting = async (session: Session): Promise<void> => {
  const { bot, lasting, log, losses } = session;
  while (bot.state !== 'leaving') {
    const browser = await openBrowser(session);
    if (!browser) break;
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
  await using reports = createReportBuffer(ports.reporter, log);
  await using pieces = ports.speech && createPieceKeeper({ store: ports.segments, sink: ports.speech, log });
  const stretches = createStretches();
  const hearing = createHearing(pieces, stretches);
  const observer = createObserver(assignment, { reports, stretches, hearing });
  const { reporter, clock = systemSessionClock } = ports;
  const lasting = {
    clock,
    introduce: createIntroduction((id) => reporter.present(id)),
    leaveWatch: createLeaveWatch(assignment, () => reporter.otherBots()),
    rooms: createRoomKeeper(assignment),
    commands: createCommandDesk(assignment, bot, log),
    waits: createWaits(assignment),
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
    takes: createTakes(ports.segments, assignment.attempt, log),
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
  if (!ending) await Promise.all([session.takes.stored(), flush(session)]);
  log('session ended', { ending, state: bot.state });
  if (ending) return 'reported';
  return signal.aborted ? 'interrupted' : 'over';
};
