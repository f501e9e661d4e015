/** One capture session: a bot joins its meeting, records, listens, reports and leaves. */
import type { Browser } from 'puppeteer-core';
import { closeChromium, launchChromium } from './browser/chromium.ts';
import { openMeetingPage } from './browser/meeting-page.ts';
import { platformOf } from './platforms/index.ts';
import { prepareRecorder } from './recorder/page-source.ts';
import { attend, leave } from './session/attend.ts';
import { type BotLine, openBotLine } from './session/bot-line.ts';
import { applicable, type Ending, failed, left } from './session/ending.ts';
import { join } from './session/join.ts';
import type { SessionLog } from './session/log.ts';
import { createObserver, type Observer } from './session/observer.ts';
import { createRecordingControl, frameSize } from './session/recording.ts';
import { createReportBuffer } from './session/report-buffer.ts';
import { PageLostError, SessionOverError, type Visit } from './session/visit.ts';
import type { CaptureAssignment, CaptureReporter, SegmentStore } from './session-ports.ts';

export interface SessionPorts {
  readonly reporter: CaptureReporter;
  /** Where this bot's media goes. */
  readonly segments: SegmentStore;
  readonly launch?: (size: { width: number; height: number }) => Promise<Browser>;
  /** Hears what happens; never what was said or shown. */
  readonly log?: SessionLog;
}

/**
 * `reported`: the bot got its final trigger. `over`: it needed none, being over by other means. `interrupted`: the
 * worker was told to stop; whoever started it decides whether to start another.
 */
export type SessionEnd = 'reported' | 'over' | 'interrupted';

const visits = 2;
const flush_timeout_ms = 20_000;
const most_final_triggers = 3;

interface Session {
  readonly ports: SessionPorts;
  readonly assignment: CaptureAssignment;
  readonly signal: AbortSignal;
  readonly bot: BotLine;
  readonly observer: Observer;
  readonly log: SessionLog;
  readonly stretches: { count: number };
}

/** One page, from its opening to its end. */
const visitMeeting = async (session: Session, browser: Browser): Promise<Ending> => {
  const { assignment, bot, log, observer, ports, signal, stretches } = session;
  const { segments: store } = ports;
  const platform = platformOf(assignment.meeting_url);
  if (!platform) return { trigger: 'could_not_join', sub_type: 'unknown_page' };
  await prepareRecorder();
  await using meeting = await openMeetingPage(browser, platform);
  const visit: Visit = { meeting, platform, assignment, bot, store, log, signal };
  const joined = await join(visit).catch((error: unknown) => {
    throw meeting.isLost && !(error instanceof SessionOverError)
      ? new PageLostError('the page crashed', { cause: error })
      : error;
  });
  if ('ending' in joined) return joined.ending;
  await using recording = createRecordingControl(
    { meeting, store, log },
    assignment.recording_settings,
    assignment.attempt,
    stretches,
  );
  // A bot that is back in a meeting whose recording it must ask for again keeps the state it has.
  await bot.advance(joined.view.recording === 'allowed' ? 'admitted' : 'admitted_without_permission');
  try {
    return await attend(visit, recording, observer);
  } catch (error) {
    if (error instanceof SessionOverError) {
      await recording.stop();
      await leave(visit).catch(() => undefined);
    }
    throw error;
  }
};

/** As many visits as it takes, within reason: a page that breaks is opened anew once, in a new browser. */
const attendMeeting = async (session: Session): Promise<Ending> => {
  const { assignment, bot, log, ports } = session;
  const launch = ports.launch ?? launchChromium;
  for (let visit = 1; bot.state !== 'leaving'; visit += 1) {
    const browser = await launch(frameSize(assignment.recording_settings));
    try {
      return await visitMeeting(session, browser);
    } catch (error) {
      if (!(error instanceof PageLostError)) throw error;
      log('the page was lost', { visit, error });
      if (visit === visits) return failed('capture_lost');
    } finally {
      await closeChromium(browser);
    }
  }
  return left;
};

/** What an unexpected error means for the bot. */
const endingOfError = (error: unknown): Ending => {
  const isControlMissing = error instanceof Error && error.name === 'TimeoutError';
  return failed(isControlMissing ? 'ui_element_not_found' : 'internal_error');
};

const reportEnding = async (bot: BotLine, ending: Ending): Promise<void> => {
  // The bot may be told to leave in this very moment; then another trigger fits.
  for (let attempt = 1; attempt <= most_final_triggers && !bot.isOver && bot.state; attempt += 1) {
    const { trigger, sub_type } = applicable(ending, bot.state);
    await bot.advance(trigger, sub_type);
  }
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
  const observer = createObserver(assignment.bot_id, reports);
  const session: Session = { ports, assignment, signal, bot, observer, log, stretches: { count: 0 } };
  let ending: Ending | undefined;
  try {
    if (!bot.isOver) ending = await attendMeeting(session);
  } catch (error) {
    if (!(error instanceof SessionOverError)) {
      log('the session failed', { error });
      ending = endingOfError(error);
    }
  }
  observer.close(Date.now());
  if (!(await reports.flush(flush_timeout_ms))) log('part of what was seen could not be reported', {});
  if (ending) await reportEnding(bot, ending);
  log('session ended', { ending, state: bot.state });
  if (ending) return 'reported';
  return signal.aborted ? 'interrupted' : 'over';
};
