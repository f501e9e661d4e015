/** What the steps of a session share from its beginning to its end. */
import type { Browser } from 'puppeteer-core';
import type { Recorder } from '../../domain/bot/capture-task.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { SegmentStore } from '../recording/segment-store.ts';
import type { Takes } from '../recording/takes.ts';
import type { OutletPorts } from './acting/outlet.ts';
import type { BotLine } from './bot-line.ts';
import type { Ending } from './leaving/ending.ts';
import type { createLossCount } from './losses.ts';
import type { Observer } from './people/observer.ts';
import type { CaptureAssignment, CaptureReporter, SessionClock, SpeechSink } from './ports.ts';
import type { ReportBuffer } from './report-buffer.ts';
import type { Hearing } from './speech/hearing.ts';
import type { PieceKeeper } from './speech/piece-keeper.ts';
import type { Visit } from './visit.ts';

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

export interface Session {
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
