/** One capture session: a bot joins its meeting, records, listens, reports and leaves. */
import { type LastingKind, otherCaptionsKinds } from '../../domain/bot/missing-media.ts';
import type { Ending } from '../meeting/final-phases.ts';
import { createTakes, patienceAtEndMs } from '../recording/takes.ts';
import { createChatDesk } from './acting/chat-desk.ts';
import { followBot, type SessionBot } from './bot.ts';
import { createRoomKeeper } from './breakout.ts';
import { type Course, endingOf } from './course.ts';
import { createDiagnostics } from './diagnostics.ts';
import { applicable } from './leaving/ending.ts';
import { createLeaveWatch } from './leaving/leave-watch.ts';
import { createWaits } from './leaving/waits.ts';
import { createMediaKeeper } from './media/media-keeper.ts';
import { createNews, createNewsOfSeveral, type News } from './news.ts';
import { createPace } from './pace.ts';
import { createHosting } from './people/hosting.ts';
import { createIntroduction } from './people/introduction.ts';
import { createPeopleSeen } from './people/people-seen.ts';
import { type BotLine, type CaptureAssignment, type SessionPorts, systemSessionClock } from './ports.ts';
import { createReportBuffer } from './report-buffer.ts';
import { createSpeechAttribution } from './speech/attribution.ts';
import { createPieceKeeper } from './speech/piece-keeper.ts';
import { createTranscribedTime } from './speech/transcribed-time.ts';
import { createHanding } from './succession/handing.ts';
import { createLateSight, createSight } from './succession/sight.ts';
import { lineInStandby } from './succession/standby.ts';

/**
 * `reported`: the bot got its final trigger. `over`: it needed none, being over by other means, or still being another
 * worker's. `relieved`: a successor has taken over. `interrupted`: the worker was told to stop; whoever started it decides
 * whether to start another.
 */
export type SessionEnd = 'reported' | 'over' | 'relieved' | 'interrupted';

const mostFinalTriggers = 3;

/** What there is to tell of a meeting, each kind by itself. */
const newsBy = (telling: Parameters<typeof createNews>[1]) => {
  const newsOf = (kind: LastingKind): News => createNews(kind, telling);
  return {
    captionNews: newsOf('no_captions'),
    otherCaptionsNews: createNewsOfSeveral(otherCaptionsKinds, telling),
    encryptionNews: newsOf('encrypted'),
    peopleNews: newsOf('people_untold'),
    stageNews: newsOf('not_shown'),
    viewNews: newsOf('other_view'),
    withheldNews: newsOf('withheld'),
  };
};

/** What a session has at hand when it sets out. */
type Outfit = Pick<
  Course,
  | 'assignment'
  | 'attribution'
  | 'bot'
  | 'chat'
  | 'clock'
  | 'handing'
  | 'isInStandby'
  | 'log'
  | 'observer'
  | 'people'
  | 'takes'
> & { readonly line: BotLine; readonly signal: AbortSignal };

const courseOf = (ports: SessionPorts, { line, signal, ...outfit }: Outfit): Course => {
  const { assignment, bot, clock, isInStandby, log } = outfit;
  const { attempt, recording_settings } = assignment;
  const store = ports.segments;
  const diagnostics = createDiagnostics({ store, clock, log }, attempt);
  const telling = { bot, log, isSuccessor: attempt > 1, isInStandby };
  return {
    ...outfit,
    ...newsBy(telling),
    diagnostics,
    store,
    hosting: createHosting(assignment, { otherBots: () => line.otherBots(), log }),
    introduce: createIntroduction((id) => line.present(id)),
    leaveWatch: createLeaveWatch(assignment, () => line.otherBots()),
    media: createMediaKeeper({ ...telling, diagnostics, recording_settings }),
    meetings: ports.meetings,
    onArrival: ports.onArrival ?? (() => undefined),
    pace: createPace({ bot, clock, signal }),
    rooms: createRoomKeeper({ bot, isInStandby, log }),
    outletPorts: ports.outlet,
    tokens: ports.tokens,
    login: ports.login,
    waits: createWaits(assignment),
  };
};

const tellEnding = async (bot: SessionBot, ending: Ending): Promise<void> => {
  // The bot may be told to leave in this very moment; then another trigger fits.
  for (let attempt = 1; attempt <= mostFinalTriggers && !bot.isOver && bot.state; attempt += 1) {
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
  const { segments, gathering, succession, clock = systemSessionClock, log = () => undefined } = ports;
  const started_ms = clock.now_ms();
  const predecessor = succession?.predecessor;
  const isInStandby = (): boolean => predecessor?.isAtWork === true;
  const line = predecessor ? lineInStandby(ports.line, isInStandby) : ports.line;
  await using bot = await followBot(line, clock, assignment);
  await using reports = createReportBuffer(line, log, clock, gathering?.speech_events_ms);
  await using pieces = ports.speech && createPieceKeeper({ store: segments, sink: ports.speech, log });
  const time = createTranscribedTime();
  const people = createPeopleSeen();
  const isTwinExpected = (): boolean => succession?.isExpected === true;
  const attribution = createSpeechAttribution(pieces, time, people);
  const observing = { reports, time, attribution, people, isTwinExpected };
  const seen = predecessor ? createLateSight(assignment, predecessor, observing) : createSight(assignment, observing);
  const { observer } = seen;
  const takes = createTakes(segments, assignment.attempt, log, gathering?.segments);
  // The last meeting is closed after the bot's ending was told: closing a browser takes a while.
  await using open = new AsyncDisposableStack();
  const chat = createChatDesk(assignment, { bot, line, log });
  const isRecorded = (): boolean => takes.isAnyStored;
  const handing = createHanding(assignment, { bot, succession, isRecorded, isTold: () => seen.isTold, log });
  const course = courseOf(ports, {
    ...{ assignment, bot, chat, clock, handing, isInStandby, line, log, observer, people, signal, takes },
    attribution: seen.attribution,
  });

  /** Stores what was seen and recorded, as far as it is not yet. */
  const bringHome = async (): Promise<void> => {
    const flushed = Promise.all([reports.flush(patienceAtEndMs), pieces?.flush(patienceAtEndMs)]);
    await takes.stored();
    if ((await flushed).includes(false)) log('part of what was seen could not be reported', {});
  };

  const handOver = async (): Promise<void> => {
    const until_ms = handing.until_ms ?? observer.seen_until_ms ?? started_ms;
    await succession?.handOver(until_ms).catch((error: unknown) => log('the successor could not be told', { error }));
  };

  const ending = await endingOf(course, open);
  // A successor tells on: what is being said is not over.
  const isRelieved = isTwinExpected() && (await succession?.isRelieved().catch(() => false)) === true;
  if (!isInStandby()) await seen.told;
  if (!isRelieved) observer.close(clock.now_ms());
  await bringHome();
  if (isRelieved) await handOver();
  const isTold = ending !== undefined && !isRelieved && !isInStandby();
  if (isTold) {
    await chat.close();
    await tellEnding(bot, ending);
  }
  log('session ended', { ending, state: bot.state, isRelieved });
  if (isTold) return 'reported';
  if (isRelieved) return 'relieved';
  return signal.aborted ? 'interrupted' : 'over';
};
