/** From a meeting that is not loaded yet to its form, filled in and pressed. */
import { recordsPictures } from '../../../domain/bot/settings.ts';
import type { JoinTokens } from '../../../domain/connection/join-tokens.ts';
import { within } from '../../../process/deadline.ts';
import { type Backoff, pauseAfter, retry } from '../../../process/retry.ts';
import { MeetingLostError } from '../../meeting/errors.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { SessionBot } from '../bot.ts';
import { type InVain, isWait } from '../leaving/waits.ts';
import { type Look, type Pace, SessionOverError } from '../pace.ts';
import type { Appointed, CaptureAssignment, SessionPorts } from '../ports.ts';
import type { RecordingControl } from '../recording/recording-control.ts';
import { neverLoaded, neverRecognised } from './in-vain.ts';

const mostAttempts = 3;
const tryAgainAfterMs = 2_000;
/** A network, or a server, may be away for half a minute: a page that cannot be had is asked for six times in 34 s. */
const mostTries = 6;
const loadAgain: Backoff = { first_ms: 2_000, longest_ms: 10_000 };
const checkEveryMs = 500;
/** How often a page is loaded that does not come, once it is time to join. */
const mostLoads = 2;
/** Longer than it takes to ask a client's server twice. */
const tokensWithinMs = 75_000;
/** What a meeting answers that was asked shows at the second look, or a moment later. */
const answeredWithinMs = 1_000;
/** What a page shows on its way to something else, and for how long that is waited for. */
const passingForMs: Partial<Record<MeetingPhase, number>> = {
  // A client's program is loaded for up to so long, on a machine that is busy.
  loading: 60_000,
  connecting: 20_000,
  // What a bot may agree to is accepted within a few looks.
  consent_asked: 10_000,
  unknown: 10_000,
};

/** What coming to the form, and pressing it, takes. */
export interface Arriving {
  readonly assignment: Pick<CaptureAssignment, 'bot_name' | 'recording_settings'>;
  /** What the meeting was opened for. */
  readonly appointed: Appointed;
  readonly bot: Pick<SessionBot, 'state'>;
  readonly meeting: Pick<Meeting, 'isLost' | 'load' | 'prepare' | 'join' | 'look'>;
  readonly pace: Pace;
  readonly recording: Pick<RecordingControl, 'arm'>;
  /** What the bot joins a meeting with. */
  readonly tokens: SessionPorts['tokens'];
  readonly log: SessionLog;
}

/**
 * What a bot has come to: what its page shows, of which only the form of a `pre_join` is filled in already. `stuck`: the page
 * is known for one that comes, and has shown that for as long as it may. `not_loaded`: however often that was tried.
 */
export type Arrival = MeetingPhase | 'stuck' | 'not_loaded';

/** What a look at a page that was loaded comes to; undefined while it is on its way to something else. */
export const arrivalAt = ({ view: { phase, page, is_young }, since_ms, now_ms }: Look): Arrival | undefined => {
  const passing = phase === 'unknown' && is_young ? 'loading' : phase;
  // What says that it failed does not come by being waited for, once it lasts.
  const most_ms = page?.again_after_ms === undefined || phase === 'unknown' ? passingForMs[passing] : undefined;
  if (most_ms !== undefined && now_ms - since_ms <= most_ms) return undefined;
  return phase === 'loading' && page ? 'stuck' : phase;
};

/** What a bot does at what it has come to: presses the form, looks on, has the page loaded once more, or gives up. */
export type Onward = 'press' | 'look_on' | 'load' | InVain;

/** `loads`: how often the page was loaded since it is time to join. */
export const onwardFrom = (arrival: Arrival, loads: number): Onward => {
  switch (arrival) {
    case 'pre_join':
      return 'press';
    case 'loading':
      return loads < mostLoads ? 'load' : neverLoaded;
    case 'stuck':
      // What goes on being shown while a page comes may be the rest of one that nobody knows.
      return loads < mostLoads ? 'load' : neverRecognised;
    case 'not_loaded':
      return neverLoaded;
    case 'unknown':
      return neverRecognised;
    default:
      return 'look_on';
  }
};

/** Waits, unless the bot is told to leave. @throws SessionOverError */
const waitToTry = async ({ bot, pace }: Arriving, duration_ms: number): Promise<void> => {
  const until_ms = pace.now_ms() + duration_ms;
  for (let left_ms = duration_ms; left_ms > 0 && bot.state !== 'leaving'; left_ms = until_ms - pace.now_ms())
    await pace.wait(Math.min(checkEveryMs, left_ms));
};

/**
 * Answers false when the meeting could not be loaded, however often that was tried, or the bot was told to leave meanwhile.
 * @throws what went wrong when the meeting was lost while it was loaded
 */
const load = async (arriving: Arriving): Promise<boolean> => {
  const { bot, meeting, log } = arriving;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await meeting.load();
      return true;
    } catch (error) {
      log('the meeting did not load', { attempt, error });
      if (meeting.isLost) throw error;
      if (attempt === mostTries) return false;
      await waitToTry(arriving, pauseAfter(attempt, loadAgain));
      if (bot.state === 'leaving') return false;
    }
  }
};

/** Waits for the first phase that says something, and does all that comes before asking to join. */
const prepare = async ({ assignment, bot, meeting, pace, recording }: Arriving): Promise<Arrival> => {
  const { bot_name, recording_settings } = assignment;
  for await (const look of pace.looks(meeting)) {
    const arrival = arrivalAt(look);
    if (arrival === 'pre_join')
      await Promise.all([meeting.prepare(bot_name, recordsPictures(recording_settings)), recording.arm()]);
    if (arrival) return arrival;
    if (bot.state === 'leaving') return look.view.phase;
  }
  return 'not_loaded';
};

/** Loads the meeting anew, and prepares it. */
const loadAndPrepare = async (arriving: Arriving): Promise<Arrival> =>
  (await load(arriving)) ? prepare(arriving) : 'not_loaded';

/**
 * Carries out a step again for which the meeting lacked something, or which failed otherwise while the meeting is there: a page
 * that is slow, because its machine is busy, looks like one that lacks something, and one that goes on to another takes
 * along what was being done in it.
 * @throws what the last try did; at once that the meeting was lost, or that the session is over
 */
const insist = <T>({ meeting, pace, log }: Arriving, step: (tries: number) => Promise<T>): Promise<T> => {
  let tries = 0;
  const nextTry = (): Promise<T> => {
    tries += 1;
    return step(tries);
  };
  return retry(nextTry, {
    first_ms: tryAgainAfterMs,
    longest_ms: tryAgainAfterMs,
    most_tries: mostAttempts,
    isPassing: (error) =>
      !meeting.isLost && !(error instanceof MeetingLostError) && !(error instanceof SessionOverError),
    onRetry: ({ error }) => log('a step of joining failed, and is tried again', { attempt: tries, error }),
    pause: (duration_ms) => pace.wait(duration_ms),
  });
};

/** Comes to the form of a meeting that is loaded anew. */
export const arriveAnew = (arriving: Arriving): Promise<Arrival> => insist(arriving, () => loadAndPrepare(arriving));

/** Comes to the form of a page as it stands; it is loaded anew if it lacks something. */
export const arriveAsItStands = (arriving: Arriving): Promise<Arrival> =>
  insist(arriving, (tries) => (tries === 1 ? prepare(arriving) : loadAndPrepare(arriving)));

/** What the bot asks to be let in with, fetched at this moment: some of it is good for two minutes. */
const tokensFor = async ({ appointed, tokens, log }: Arriving, told: Promise<unknown>): Promise<JoinTokens> => {
  try {
    return (await (tokens && within(tokensWithinMs, 'fetching tokens', tokens(appointed, told)))) ?? {};
  } catch (error) {
    log('the tokens for joining could not be fetched', { error });
    return {};
  }
};

/** Refusals that only a meeting shows that was asked; others a page may show before, and shows again once it is loaded anew. */
const refusals: readonly MeetingPhase[] = ['denied', 'refused_by_time', 'removed', 'ended'];
const isAnswer = (phase: MeetingPhase): boolean =>
  phase === 'asking' || phase === 'in_meeting' || isWait(phase) || refusals.includes(phase);

const hasAnswered = async ({ meeting, pace }: Arriving): Promise<boolean> => {
  const until_ms = pace.now_ms() + answeredWithinMs;
  for await (const { view, now_ms } of pace.looks(meeting)) {
    if (isAnswer(view.phase)) return true;
    if (view.phase === 'pre_join' || now_ms >= until_ms) return false;
  }
  return false;
};

/**
 * Presses the form. What fails then may have failed for want of something that went with the form, once the press was taken:
 * whoever loaded the page anew would leave the meeting, and knock twice.
 */
const ask = async (arriving: Arriving, tokens: JoinTokens): Promise<void> => {
  const { meeting, log } = arriving;
  try {
    await meeting.join(tokens);
  } catch (error) {
    const isTaken = await hasAnswered(arriving).catch((lookError: unknown) => {
      if (lookError instanceof SessionOverError) throw lookError;
      return false;
    });
    if (!isTaken) throw error;
    log('a step of joining failed once the meeting had answered', { error });
  }
};

/**
 * Asks to be let in at the form that it has come to, as the page stands; else once it is loaded anew, unless that shows
 * something else then. Answers `pre_join` when it has asked. `told`: once it is told that the bot's time has come.
 */
export const press = (arriving: Arriving, told: Promise<unknown>): Promise<Arrival> =>
  insist(arriving, async (tries) => {
    const arrival = tries === 1 ? 'pre_join' : await loadAndPrepare(arriving);
    if (arrival === 'pre_join') await ask(arriving, await tokensFor(arriving, told));
    return arrival;
  });
