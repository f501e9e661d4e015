/** One capture session: a bot joins its meeting, records, listens, reports and leaves. */
import { type LastingKind, otherCaptionsKinds } from '../../domain/bot/missing-media.ts';
import { onceThereIsSpace } from '../../process/disk/disk-space.ts';
import { MeetingLostError, PlatformNotSupportedError, SignInFailedError } from '../meeting/errors.ts';
import { couldNotJoin, type Ending } from '../meeting/final-phases.ts';
import type { Meeting, MeetingOpener, MeetingRequest } from '../meeting/meeting.ts';
import { frameSize } from '../recording/quality.ts';
import { createTakes, patienceAtEndMs } from '../recording/takes.ts';
import { createChatDesk } from './acting/chat-desk.ts';
import { followBot, type SessionBot } from './bot.ts';
import { createRoomKeeper } from './breakout.ts';
import { createDiagnostics } from './diagnostics.ts';
import { waitToOpen, whenDue } from './joining/start.ts';
import { applicable, endingOfError, failed, left } from './leaving/ending.ts';
import { createLeaveWatch } from './leaving/leave-watch.ts';
import { createWaits } from './leaving/waits.ts';
import { createLossCount, type LossLimits } from './losses.ts';
import { createMediaKeeper } from './media/media-keeper.ts';
import { createNews, createNewsOfSeveral, type News } from './news.ts';
import { createPace, SessionOverError } from './pace.ts';
import { createHosting } from './people/hosting.ts';
import { createIntroduction } from './people/introduction.ts';
import { createPeopleSeen } from './people/people-seen.ts';
import { type CaptureAssignment, type SessionPorts, systemSessionClock } from './ports.ts';
import { createReportBuffer } from './report-buffer.ts';
import { signedInInVain, signIn } from './sign-in.ts';
import { createSpeechAttribution } from './speech/attribution.ts';
import { createPieceKeeper } from './speech/piece-keeper.ts';
import { createTranscribedTime } from './speech/transcribed-time.ts';
import { createHanding } from './succession/handing.ts';
import { createLateSight, createSight } from './succession/sight.ts';
import { lineInStandby } from './succession/standby.ts';
import { createVisit, type VisitPorts } from './visit.ts';

/**
 * `reported`: the bot got its final trigger. `over`: it needed none, being over by other means, or still being another
 * worker's. `relieved`: a successor has taken over. `interrupted`: the worker was told to stop; whoever started it decides
 * whether to start another.
 */
export type SessionEnd = 'reported' | 'over' | 'relieved' | 'interrupted';

const startAgainAfterMs = 2_000;
/** How often a meeting may be lost. */
const lossLimits: LossLimits = { most: 3, forgiven_after_ms: 10 * 60_000 };
const mostFinalTriggers = 3;
/** A platform may be slow once; one that does not take an account is not to be asked again and again. */
const mostSignOns = 2;

interface Course extends VisitPorts {
  readonly meetings: MeetingOpener;
  readonly login: SessionPorts['login'];
}

type MayGoOn = ReturnType<typeof createLossCount>;

/**
 * Opens a meeting. While only space is missing for it, that is waited for; other failures are tried again a few times.
 */
const openMeeting = async (
  course: Course,
  request: Pick<MeetingRequest, 'meeting_url' | 'platform' | 'login' | 'sign_on'>,
  mayGoOn: MayGoOn,
): Promise<Meeting | undefined> => {
  const { assignment, bot, log, meetings, pace } = course;
  const size = frameSize(assignment.recording_settings);
  const pause = () => pace.wait(startAgainAfterMs);
  const open = async () => (bot.state === 'leaving' ? undefined : meetings.open({ ...request, size, log }));
  for (;;) {
    try {
      return await onceThereIsSpace(open, { log, pause });
    } catch (error) {
      if (error instanceof SessionOverError || error instanceof PlatformNotSupportedError) throw error;
      // What it was to be signed in with is used up.
      if (error instanceof SignInFailedError) throw error;
      log('the meeting could not be opened', { error });
      if (!mayGoOn(pace.now_ms())) throw error;
      await pause();
    }
  }
};

/**
 * Visits the meeting that the bot is to join now. Answers undefined when the meeting was lost and may be opened anew, or when
 * the bot is to join another one. `open` closes what is open in the end.
 */
const visitOnce = async (course: Course, mayGoOn: MayGoOn, open: AsyncDisposableStack): Promise<Ending | undefined> => {
  const { bot, log, pace } = course;
  const { appointed } = bot;
  const opening = await waitToOpen(course, appointed);
  if (opening === 'elsewhere') return undefined;
  if (opening === 'leaving') return left;
  const signedIn = await signIn(course, appointed);
  if (signedIn === 'elsewhere') return undefined;
  if ('ending' in signedIn) return signedIn.ending;
  const { meeting_url, platform } = appointed;
  const meeting = await openMeeting(course, { meeting_url, platform, ...signedIn }, mayGoOn);
  if (!meeting) return left;
  const visit = open.use(createVisit(course, meeting, appointed));
  try {
    const ending = await visit.run();
    if (ending) return ending;
    log('the bot is to join another meeting');
    await visit[Symbol.asyncDispose]();
  } catch (error) {
    if (!(error instanceof MeetingLostError)) throw error;
    log('the meeting was lost', { error });
    await visit[Symbol.asyncDispose]();
    if (!error.isEmptied && !mayGoOn(pace.now_ms())) return failed('capture_lost');
  }
  return undefined;
};

/** No way leads into the meeting: the bot is told so when its time has come, unless it is to join another one by then. */
const refuse = async (course: Course): Promise<Ending | undefined> => {
  const other = await whenDue(course, course.bot.appointed);
  return other === 'elsewhere' ? undefined : (other ?? couldNotJoin('platform_not_supported'));
};

/** Visits the meeting until there is an ending, which takes more than one visit where it is lost, or moved to another link. */
const visitMeeting = async (course: Course, open: AsyncDisposableStack): Promise<Ending> => {
  const { bot, handing, log, pace } = course;
  const mayGoOn = createLossCount(lossLimits);
  let signOns = 0;
  while (bot.state !== 'leaving') {
    handing.checkRelieved();
    const ending = await visitOnce(course, mayGoOn, open).catch(async (error: unknown) => {
      if (error instanceof PlatformNotSupportedError) return refuse(course);
      if (!(error instanceof SignInFailedError)) throw error;
      signOns += 1;
      log('the account to join with could not be signed in', { error });
      if (signOns < mostSignOns) return pace.wait(startAgainAfterMs).then(() => undefined);
      const ending = await signedInInVain(course, bot.appointed, error);
      return ending === 'elsewhere' ? undefined : ending;
    });
    if (ending) return ending;
  }
  return left;
};

/** How the bot ends; undefined when it needs no ending, or is to go on by another worker. */
const endingOf = async (course: Course, open: AsyncDisposableStack): Promise<Ending | undefined> => {
  const { bot, log } = course;
  try {
    if (bot.isOver) return undefined;
    return await visitMeeting(course, open);
  } catch (error) {
    if (error instanceof SessionOverError) return undefined;
    log('the session failed', { error });
    return endingOfError(error);
  }
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
  const { meetings, segments, clock = systemSessionClock, log = () => undefined } = ports;
  const { gathering, succession, onArrival = () => undefined } = ports;
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
  const diagnostics = createDiagnostics({ store: segments, clock, log }, assignment.attempt);
  const { attempt, recording_settings } = assignment;
  const telling = { bot, log, isSuccessor: attempt > 1, isInStandby };
  const media = createMediaKeeper({ ...telling, diagnostics, recording_settings });
  // The last meeting is closed after the bot's ending was told: closing a browser takes a while.
  await using open = new AsyncDisposableStack();
  const chat = createChatDesk(assignment, { bot, line, log });
  const handing = createHanding(assignment, {
    bot,
    succession,
    isRecorded: () => takes.isAnyStored,
    isTold: () => seen.isTold,
    log,
  });
  const newsOf = (kind: LastingKind): News => createNews(kind, telling);
  const ending = await endingOf(
    {
      assignment,
      attribution: seen.attribution,
      handing,
      isInStandby,
      bot,
      captionNews: newsOf('no_captions'),
      otherCaptionsNews: createNewsOfSeveral(otherCaptionsKinds, telling),
      encryptionNews: newsOf('encrypted'),
      peopleNews: newsOf('people_untold'),
      stageNews: newsOf('not_shown'),
      viewNews: newsOf('other_view'),
      withheldNews: newsOf('withheld'),
      chat,
      clock,
      diagnostics,
      hosting: createHosting(assignment, { otherBots: () => line.otherBots(), log }),
      introduce: createIntroduction((id) => line.present(id)),
      leaveWatch: createLeaveWatch(assignment, () => line.otherBots()),
      log,
      media,
      meetings,
      observer,
      onArrival,
      pace: createPace({ bot, clock, signal }),
      rooms: createRoomKeeper({ bot, isInStandby, log }),
      outletPorts: ports.outlet,
      people,
      store: segments,
      takes,
      tokens: ports.tokens,
      login: ports.login,
      waits: createWaits(assignment),
    },
    open,
  );
  // A successor tells on: what is being said is not over.
  const isRelieved = isTwinExpected() && (await succession?.isRelieved().catch(() => false)) === true;
  if (!isInStandby()) await seen.told;
  if (!isRelieved) observer.close(clock.now_ms());
  const flushed = Promise.all([reports.flush(patienceAtEndMs), pieces?.flush(patienceAtEndMs)]);
  await takes.stored();
  if ((await flushed).includes(false)) log('part of what was seen could not be reported', {});
  if (isRelieved) {
    const until_ms = handing.until_ms ?? observer.seen_until_ms ?? started_ms;
    await succession?.handOver(until_ms).catch((error: unknown) => log('the successor could not be told', { error }));
  }
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
