/** A bot's way through its meeting: opening it, visiting it, and coming back when it was lost, until there is an ending. */
import { onceThereIsSpace } from '../../process/disk/disk-space.ts';
import { MeetingLostError, PlatformNotSupportedError, SignInFailedError } from '../meeting/errors.ts';
import { couldNotJoin, type Ending } from '../meeting/final-phases.ts';
import type { Meeting, MeetingOpener, MeetingRequest } from '../meeting/meeting.ts';
import { frameSize } from '../recording/quality.ts';
import { waitToOpen, whenDue } from './joining/start.ts';
import { endingOfError, failed, left } from './leaving/ending.ts';
import { createLossCount, type LossLimits } from './losses.ts';
import { SessionOverError } from './pace.ts';
import type { SessionPorts } from './ports.ts';
import { signedInInVain, signIn } from './sign-in.ts';
import { createVisit, type VisitPorts } from './visit.ts';

const startAgainAfterMs = 2_000;
/** How often a meeting may be lost. */
const lossLimits: LossLimits = { most: 3, forgiven_after_ms: 10 * 60_000 };
/** A platform may be slow once; one that does not take an account is not to be asked again and again. */
const mostSignOns = 2;

export interface Course extends VisitPorts {
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

/** How the bot ends, whatever happens on its way; undefined when it needs no ending, or is to go on by another worker. */
export const endingOf = async (course: Course, open: AsyncDisposableStack): Promise<Ending | undefined> => {
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
