/** From a meeting that is not loaded yet into the meeting. */
import { stagingLeadSeconds } from '../../domain/bot/deadlines.ts';
import type { JoinTokens } from '../../domain/connection/join-tokens.ts';
import { within } from '../../process/deadline.ts';
import { retry } from '../../process/retry.ts';
import { ElementMissingError } from '../meeting/errors.ts';
import { couldNotJoin, type Ending } from '../meeting/final-phases.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { MeetingPhase, MeetingView, SpeechView } from '../meeting/view.ts';
import type { SessionBot } from './bot.ts';
import type { Diagnostics } from './diagnostics.ts';
import { endingOf, left } from './leaving/ending.ts';
import { consent, consentWithinMs, type InVain, isWait, type Waits } from './leaving/waits.ts';
import type { Pace } from './pace.ts';
import type { Appointed, CaptureAssignment, SessionPorts } from './ports.ts';
import type { RecordingControl } from './recording/recording-control.ts';
import type { Handing } from './succession/handing.ts';

const mostAttempts = 3;
const loadRetryMs = 2_000;
const arriveWithinMs = 20_000;
/** A client's program is loaded for up to so long, on a machine that is busy. */
const loadWithinMs = 60_000;
/** How often a page is loaded that does not come, once it is time to join. */
const mostLoads = 2;
const connectWithinMs = 60_000;
const unknownForMs = 10_000;
/** A client may show nothing that anybody knows while it starts its sound and pictures, on a machine that is busy. */
const startWithinMs = 30_000;
/** A press is lost on a page that is not ready for it; one that asks to be let in takes some time to say so. */
const notTakenForMs = 10_000;
/** How often a page that takes no press is asked. */
const mostAsks = 3;
/** Where the meeting does not say how often. The host may get a mail from the platform each time that the bot asks. */
const askAgainAfterMs: Partial<Record<MeetingPhase, number>> = { authorized_user_absent: 60_000, locked: 60_000 };
/** Longer than it takes to ask a client's server twice. */
const tokensWithinMs = 75_000;
const mostHeard = 1_000;
/** The table is slow for some of very many that write to it in the same second. Nobody comes late for that. */
const toldWithinMs = 1_000;
/** What a bot may agree to is accepted within a few looks. */
const acceptedWithinMs = 10_000;
/** What a page shows on its way to something else, and for how long that is waited for. */
const arrivals: Partial<Record<MeetingPhase, number>> = {
  loading: loadWithinMs,
  connecting: arriveWithinMs,
  consent_asked: acceptedWithinMs,
  unknown: unknownForMs,
};
/** What a bot has come to. `stuck`: its page is known for one that comes, and has shown that for as long as it may. */
type Arrival = MeetingPhase | 'stuck' | undefined;

/** What joining takes. */
export interface Joining {
  readonly assignment: Pick<CaptureAssignment, 'bot_name'>;
  /** What the meeting was opened for. */
  readonly appointed: Appointed;
  readonly bot: Pick<SessionBot, 'state' | 'appointed' | 'refresh' | 'advance'>;
  readonly meeting: Pick<
    Meeting,
    | 'capabilities'
    | 'isLost'
    | 'load'
    | 'prepare'
    | 'join'
    | 'look'
    | 'leave'
    | 'evidence'
    | 'connects_within_ms'
    | 'starts_within_ms'
  >;
  readonly pace: Pace;
  readonly recording: Pick<RecordingControl, 'arm'>;
  /** What the bot joins a meeting with. */
  readonly tokens: SessionPorts['tokens'];
  readonly waits: Waits;
  readonly diagnostics: Diagnostics;
  readonly handing: Handing;
  /** Hears, once for each time, that the bot stands in front of its meeting: the most costly part of its start is over. */
  readonly onArrival: () => void;
  readonly log: SessionLog;
}

/**
 * What `join` came to: in the meeting, with what it shows there, an ending, or that another meeting is to be joined.
 * `heard`: who spoke since the bot asked to be let in, of which nothing has been told yet.
 */
export type Joined =
  | { readonly view: MeetingView; readonly heard: readonly SpeechView[] }
  | { readonly ending: Ending }
  | 'elsewhere';

/**
 * Answers false when the meeting could not be loaded, however often that was tried.
 * @throws what went wrong when the meeting was lost while it was loaded
 */
const load = async ({ meeting, pace, log }: Joining): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await meeting.load();
      return true;
    } catch (error) {
      log('the meeting did not load', { attempt, error });
      if (meeting.isLost) throw error;
      if (attempt === mostAttempts) return false;
      await pace.wait(loadRetryMs);
    }
  }
};

/** Waits for the first phase that says something, and does all that comes before asking to join. */
const prepare = async ({ assignment, bot, meeting, pace, recording }: Joining): Promise<Arrival> => {
  for await (const { view, since_ms, now_ms } of pace.looks(meeting)) {
    if (view.phase === 'pre_join') {
      await Promise.all([meeting.prepare(assignment.bot_name), recording.arm()]);
      return view.phase;
    }
    // What says that it failed does not come by being waited for.
    const most_ms = view.page?.again_after_ms === undefined ? arrivals[view.phase] : undefined;
    if (most_ms === undefined || now_ms - since_ms > most_ms || bot.state === 'leaving')
      return view.phase === 'loading' && view.page ? 'stuck' : view.phase;
  }
  return undefined;
};

/** The same of a meeting that is loaded anew first. */
const approach = async (joining: Joining): Promise<Arrival> => ((await load(joining)) ? prepare(joining) : undefined);

/**
 * Carries out a step again for which the meeting lacked something: a page that is slow, because its machine is busy, looks
 * like one that lacks something.
 * @throws ElementMissingError when it is lacking however often that is tried; at once whatever else the step throws
 */
const insist = <T>({ pace, log }: Joining, step: () => Promise<T>): Promise<T> =>
  retry(step, {
    first_ms: loadRetryMs,
    longest_ms: loadRetryMs,
    most_tries: mostAttempts,
    isPassing: (error) => error instanceof ElementMissingError,
    onRetry: ({ error, tries }) => log('the meeting lacks something, and is tried again', { attempt: tries, error }),
    pause: (duration_ms) => pace.wait(duration_ms),
  });

const arrive = (joining: Joining): Promise<Arrival> => insist(joining, () => approach(joining));

/** Prepares the page as it stands; it is loaded anew if it lacks something. */
const goOn = (joining: Joining): Promise<Arrival> => {
  let step = prepare;
  return insist(joining, () => {
    const now = step;
    step = approach;
    return now(joining);
  });
};

/** What the bot asks to be let in with, fetched at this moment: some of it is good for two minutes. */
const tokensFor = async ({ appointed, tokens, log }: Joining, told: Promise<unknown>): Promise<JoinTokens> => {
  try {
    return (await (tokens && within(tokensWithinMs, 'fetching tokens', tokens(appointed, told)))) ?? {};
  } catch (error) {
    log('the tokens for joining could not be fetched', { error });
    return {};
  }
};

/** Asks to be let in, as the page stands; else once it is loaded anew, unless it shows something else then. */
const ask = async (joining: Joining, told: Promise<unknown>): Promise<Arrival> => {
  let phase: Arrival = 'pre_join';
  let isAnew = false;
  await insist(joining, async () => {
    if (isAnew) phase = await approach(joining);
    isAnew = true;
    if (phase === 'pre_join') await joining.meeting.join(await tokensFor(joining, told));
  });
  return phase;
};

/** Why the wait for the start is over: it is time, the bot was told to leave, or to join another meeting. */
export type Start = 'due' | 'leaving' | 'elsewhere';

/**
 * Waits until it is time to join the meeting that was opened, or so long before. A bot that is staged may be moved at any time:
 * when its time seems to have come, it is asked once more when and where that is.
 * @throws SessionOverError
 */
export const waitForStart = async (
  { bot, pace }: Pick<Joining, 'bot' | 'pace'>,
  { meeting_url }: Pick<Appointed, 'meeting_url'>,
  ahead_ms = 0,
): Promise<Start> => {
  let isCertain = bot.state !== 'staged';
  for (;;) {
    if (bot.state === 'leaving') return 'leaving';
    if (bot.appointed.meeting_url !== meeting_url) return 'elsewhere';
    const left_ms = bot.appointed.join_at.getTime() - ahead_ms - pace.now_ms();
    if (left_ms > 0) {
      await pace.wait(Math.min(500, left_ms));
      isCertain = bot.state !== 'staged';
    } else if (isCertain) {
      return 'due';
    } else {
      await bot.refresh();
      pace.checkOver();
      isCertain = true;
    }
  }
};

const openAheadMs = stagingLeadSeconds * 1000;

/**
 * Waits until it is time to open the meeting. Where very many bots join at one moment a worker may be up long before: no page is
 * made to be looked at for that long, and the account to join with may be another bot's until then.
 * @throws SessionOverError
 */
export const waitToOpen = async (joining: Pick<Joining, 'bot' | 'pace'>, appointed: Appointed): Promise<Start> => {
  const isFarAhead = appointed.join_at.getTime() - joining.pace.now_ms() > openAheadMs;
  return isFarAhead ? waitForStart(joining, appointed, openAheadMs) : 'due';
};

/** Nothing more is waited for: what the meeting shows is kept for whoever wants to know why. */
const giveUp = async (joining: Joining, { ending, waited_for }: InVain): Promise<Joined> => {
  const { diagnostics, log, meeting } = joining;
  const reason = ending.sub_type ?? ending.trigger;
  log('the bot has waited in vain', { waited_for, reason });
  await diagnostics.keep(meeting, reason);
  return { ending };
};

const noConnection = (waited_for: string): InVain => ({
  waited_for,
  ending: couldNotJoin('unable_to_connect_to_meeting'),
});
const noConsent = noConnection(consent);
const unknownPage: InVain = {
  waited_for: 'for a page that is recognised',
  ending: couldNotJoin('unknown_page'),
};

/**
 * Why to ask again: the time has come, the page has failed, or it is, still or again, where one asks to be let in; or to ask at
 * all: it has come there only now.
 */
type Again = 'ask_again' | 'failed' | 'not_taken' | 'ready';

interface Asking {
  readonly hasAsked: boolean;
  /** How often the bot was there before, and the page failed. */
  readonly failures: number;
}

/**
 * Watches a meeting which the bot has asked to be let in, or which could not be asked yet, each way of waiting with a deadline
 * of its own.
 */
const waitForAdmission = async (joining: Joining, { hasAsked, failures }: Asking): Promise<Joined | Again> => {
  const { bot, diagnostics, meeting, pace, waits } = joining;
  const heard: SpeechView[] = [];
  const begun_ms = pace.now_ms();
  const startsWithinMs = hasAsked ? (meeting.starts_within_ms ?? startWithinMs) : 0;
  let waited: MeetingPhase | undefined;
  /** A page from which the bot cannot go on, and since when. An ending is told only once it lasts: that is another page. */
  let strange: { readonly page_state: string | undefined; readonly since_ms: number } | undefined;
  /** Since when the meeting shows nothing that one could wait for. */
  let astray_since_ms: number | undefined;
  for await (const { view, times, since_ms, now_ms } of pace.looks(meeting)) {
    heard.push(...view.speech);
    heard.splice(0, heard.length - mostHeard);
    if (bot.state === 'leaving') {
      await meeting.leave().catch(() => undefined);
      return { ending: left };
    }
    const { phase, page } = view;
    const for_ms = now_ms - since_ms;
    const final = isWait(phase) ? undefined : endingOf(phase);
    if (final && times >= 2) {
      await diagnostics.keep(meeting, final.sub_type ?? phase);
      return { ending: final };
    }
    if (phase === 'in_meeting' && times >= 2) return { view, heard };
    const isStrange = phase === 'unknown' || phase === 'left';
    if (!isStrange) strange = undefined;
    else if (!strange || strange.page_state !== page?.page_state)
      strange = { page_state: page?.page_state, since_ms: now_ms };
    const isStarting = phase === 'unknown' && page === undefined && now_ms - begun_ms <= startsWithinMs;
    if (strange && !isStarting && now_ms - strange.since_ms > unknownForMs) return giveUp(joining, unknownPage);
    if (phase === 'consent_asked' && for_ms > consentWithinMs) return giveUp(joining, noConsent);
    if (phase === 'waiting_room') await bot.advance('put_in_waiting_room');
    astray_since_ms = isWait(phase) ? undefined : (astray_since_ms ?? now_ms);
    if (isWait(phase)) {
      waited = phase;
      const inVain = waits.look(phase, now_ms, page);
      if (inVain) {
        const given = await giveUp(joining, inVain);
        await meeting.leave().catch(() => undefined);
        return given;
      }
      const again_ms = page?.again_after_ms ?? askAgainAfterMs[phase];
      if (again_ms !== undefined && for_ms > again_ms) {
        if (page?.again_times === undefined) return 'ask_again';
        return failures < page.again_times ? 'failed' : giveUp(joining, unknownPage);
      }
    } else if (page?.again_after_ms !== undefined && failures < (page.again_times ?? 0)) {
      if (for_ms > page.again_after_ms) return 'failed';
    } else if (phase === 'pre_join') {
      if (!hasAsked && waited !== 'waiting_room') return 'ready';
      // The door has opened while the bot waited in front of it. Who knocked at it is not to knock twice.
      const hasOpened = waited !== undefined && waited !== 'waiting_room';
      if (hasOpened && times >= 2) return 'ask_again';
      if (for_ms > notTakenForMs) return 'not_taken';
    }
    const astray_ms = now_ms - (astray_since_ms ?? now_ms);
    if (astray_ms > (meeting.connects_within_ms ?? connectWithinMs))
      return giveUp(joining, noConnection('for a connection'));
  }
  return { ending: couldNotJoin('unable_to_connect_to_meeting') };
};

/**
 * Loads the meeting and gets the recorder ready ahead of time, asks to be let in at join_at and waits for it. A bot that
 * is staged is told that its time has come; one whose worker was started again joins without saying so again. Asks again
 * and again while the user on whose behalf it comes is not there.
 */
export const join = async (joining: Joining): Promise<Joined> => {
  const { appointed, bot, handing, meeting, pace } = joining;
  const isEarly = pace.now_ms() < appointed.join_at.getTime();
  let phase = await arrive(joining);
  joining.onArrival();
  const start = await waitForStart(joining, appointed);
  if (start === 'elsewhere') return start;
  if (start === 'leaving') return { ending: left };
  const isDue = bot.state === 'staged';
  const told = bot.advance('join_due');
  await (isDue ? pace.waitFor(told, toldWithinMs) : told);
  pace.checkOver();
  if (meeting.capabilities.one_client) await handing.takeTurn(pace, () => bot.state !== 'leaving');
  // A meeting that could not be joined ahead of time may have opened by now.
  if (phase !== 'pre_join' && isEarly) phase = await arrive(joining);
  let loads = 1;
  let notTaken = 0;
  let failures = 0;
  for (;;) {
    // What else is to be told comes after it.
    if (phase !== 'pre_join') await told;
    if (bot.state === 'leaving') return { ending: left };
    if (phase === undefined) return giveUp(joining, noConnection('for the page to load'));
    if (phase === 'unknown') return giveUp(joining, unknownPage);
    if (phase === 'loading' || phase === 'stuck') {
      // What goes on being shown while a page comes may be the rest of one that nobody knows.
      if (loads === mostLoads)
        return giveUp(joining, phase === 'stuck' ? unknownPage : noConnection('for the page to load'));
      loads += 1;
      phase = await arrive(joining);
      continue;
    }
    const isAtForm = phase === 'pre_join';
    if (isAtForm) {
      phase = await ask(joining, told);
      await told;
      if (phase !== 'pre_join') continue;
    }
    const joined = await waitForAdmission(joining, { hasAsked: isAtForm, failures });
    if (typeof joined !== 'string' || joined === 'elsewhere') return joined;
    if (joined === 'failed') failures += 1;
    if (joined === 'not_taken') notTaken += 1;
    if (notTaken === mostAsks) return giveUp(joining, noConnection('for the press to be taken'));
    phase = await (joined === 'ready' ? goOn(joining) : arrive(joining));
  }
};
