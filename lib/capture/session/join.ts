/**
 * From a meeting that is not loaded yet into the meeting: loads it ahead of its time and comes to its form (joining/arrival.ts),
 * waits for its time (joining/start.ts), presses the form, and looks on until it is let in, or there is something to be done
 * (joining/admission.ts).
 */
import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { MeetingLostError } from '../meeting/errors.ts';
import { couldNotJoin, type Ending } from '../meeting/final-phases.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { MeetingView, SpeechView } from '../meeting/view.ts';
import type { SessionBot } from './bot.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type Admission, type Again, after, decide, nothingShown, type Onlooking } from './joining/admission.ts';
import { type Arrival, type Arriving, arriveAnew, arriveAsItStands, onwardFrom, press } from './joining/arrival.ts';
import { neverTaken } from './joining/in-vain.ts';
import { waitForStart } from './joining/start.ts';
import { endingOnceEmptied, left } from './leaving/ending.ts';
import type { Parting } from './leaving/parting.ts';
import { type InVain, isWait, type Waits } from './leaving/waits.ts';
import { type Look, SessionOverError } from './pace.ts';
import type { Handing } from './succession/handing.ts';

/** How often a page that takes no press is asked. */
const mostAsks = 3;
const mostHeard = 1_000;
/** The table is slow for some of very many that write to it in the same second. Nobody comes late for that. */
const toldWithinMs = 1_000;

/** What joining takes. */
export interface Joining extends Arriving {
  readonly bot: Pick<SessionBot, 'state' | 'appointed' | 'refresh' | 'advance'>;
  readonly meeting: Pick<
    Meeting,
    'capabilities' | 'leave' | 'giveUp' | 'evidence' | 'connects_within_ms' | 'starts_within_ms'
  > &
    Arriving['meeting'];
  readonly waits: Waits;
  readonly diagnostics: Diagnostics;
  readonly handing: Handing;
  readonly parting: Pick<Parting, 'part'>;
  /** Hears, once for each time, that the bot stands in front of its meeting: the most costly part of its start is over. */
  readonly onArrival: () => void;
}

/**
 * What `join` came to: in the meeting, with what it shows there, an ending, or that another meeting is to be joined.
 * `heard`: who spoke since the bot asked to be let in, of which nothing has been told yet.
 */
export type Joined =
  | { readonly view: MeetingView; readonly heard: readonly SpeechView[] }
  | { readonly ending: Ending }
  | 'elsewhere';

type Ended = { readonly ending: Ending };

/** Presses leave, so that nobody lets in a bot that has gone. */
const withdraw = ({ meeting }: Joining): Promise<void> => meeting.leave().catch(() => undefined);

/** Nothing more is waited for: what the meeting shows is kept for whoever wants to know why, before the bot `withdraws`. */
const giveUp = async (joining: Joining, { ending, waited_for, by_ms }: InVain, withdraws = false): Promise<Ended> => {
  const { diagnostics, log, meeting, parting } = joining;
  const reason = ending.sub_type ?? ending.trigger;
  log('the bot has waited in vain', { waited_for, reason });
  const part = async (): Promise<void> => {
    await diagnostics.keep(meeting, reason);
    if (withdraws) await withdraw(joining);
  };
  await parting.part(part(), by_ms);
  return { ending };
};

/** Ends as the meeting says; what it shows is kept. */
const end = async ({ diagnostics, meeting, waits }: Joining, ending: Ending): Promise<Ended> => {
  await diagnostics.keep(meeting, ending.sub_type ?? ending.trigger);
  return { ending: waits.isEmptied ? endingOnceEmptied(ending) : ending };
};

type LookedOn = Exclude<Joined, 'elsewhere'> | Again;

/** `inside`: what a bot finds that comes in. */
const carryOut = async (joining: Joining, step: Admission, inside: LookedOn): Promise<LookedOn> => {
  switch (step.kind) {
    case 'come_in':
      return inside;
    case 'end':
      return end(joining, step.ending);
    case 'give_up':
      return giveUp(joining, step.inVain);
    case 'withdraw':
      return giveUp(joining, step.inVain, true);
    case 'go_back':
      return step.why;
  }
};

type HowToLookOn = Pick<Onlooking, 'hasAsked' | 'failures' | 'refusals'>;

/**
 * Looks on at a meeting which the bot has asked to be let in, or which could not be asked yet, until something is to be done.
 * `seen`: at each look.
 */
const lookOn = async (joining: Joining, how: HowToLookOn, seen: (look: Look) => void): Promise<LookedOn> => {
  const { bot, handing, meeting, pace, waits } = joining;
  const { connects_within_ms, starts_within_ms } = meeting;
  const wasInside = bot.state !== undefined && isInMeeting(bot.state);
  const onlooking = { ...how, wasInside, begun_ms: pace.now_ms(), connects_within_ms, starts_within_ms };
  const heard: SpeechView[] = [];
  let shown = nothingShown;
  let last: Look | undefined;
  for await (const look of pace.looks(meeting, () => last && waits.answerBy(last.view))) {
    handing.checkRelieved();
    last = look;
    seen(look);
    const { view, now_ms } = look;
    const { phase, page } = view;
    heard.push(...view.speech);
    heard.splice(0, heard.length - mostHeard);
    if (bot.state === 'leaving') {
      await withdraw(joining);
      return { ending: left };
    }
    if (phase === 'waiting_room') await bot.advance('put_in_waiting_room');
    shown = after(shown, look);
    const inVain = isWait(phase) ? waits.look(phase, now_ms, page) : undefined;
    const again_after_ms = isWait(phase) ? waits.againAfterMs(phase, page) : undefined;
    const step = decide({ onlooking, shown, look, inVain, again_after_ms });
    if (step) return carryOut(joining, step, { view, heard });
  }
  return { ending: couldNotJoin('unable_to_connect_to_meeting') };
};

/**
 * Does a step on the way in. Where the meeting is lost meanwhile, and the bot has waited in it for as long as it may, by what
 * it showed `last`, it does not come back to ask again.
 * @throws what was thrown where there is time left
 */
const unlessInVain = async <T>(
  joining: Joining,
  last: () => Look | undefined,
  step: () => Promise<T>,
): Promise<T | Ended> => {
  const { meeting, pace, waits } = joining;
  try {
    return await step();
  } catch (error) {
    const shown = last();
    const isLost = !(error instanceof SessionOverError) && (error instanceof MeetingLostError || meeting.isLost);
    const inVain = isLost && shown ? waits.lookBack(shown.view, pace.now_ms()) : undefined;
    if (!inVain) throw error;
    // Nothing can be asked of it any more.
    meeting.giveUp();
    return giveUp(joining, inVain);
  }
};

/**
 * From what the bot has come to, when its time has come, into the meeting: asks again and again while the user on whose behalf
 * it comes is not there. `told`: once it is told that its time has come.
 */
const getIn = async (joining: Joining, arrived: Arrival, told: Promise<unknown>): Promise<Joined> => {
  let arrival: Arrival | Ended = arrived;
  let last: Look | undefined;
  const step = <T>(work: () => Promise<T>) => unlessInVain(joining, () => last, work);
  let loads = 1;
  let failures = 0;
  let refusals = 0;
  let notTaken = 0;
  for (;;) {
    if (typeof arrival !== 'string') return arrival;
    // What else is to be told comes after it.
    if (arrival !== 'pre_join') await told;
    if (joining.bot.state === 'leaving') return { ending: left };
    joining.handing.checkRelieved();
    const onward = onwardFrom(arrival, loads);
    if (typeof onward !== 'string') return giveUp(joining, onward);
    if (onward === 'load') {
      loads += 1;
      arrival = await step(() => arriveAnew(joining));
      continue;
    }
    const hasAsked = onward === 'press';
    if (hasAsked) {
      arrival = await step(() => press(joining, told));
      await told;
      if (arrival !== 'pre_join') continue;
    }
    const outcome = await step(() =>
      lookOn(joining, { hasAsked, failures, refusals }, (look) => {
        last = look;
      }),
    );
    if (typeof outcome !== 'string') return outcome;
    if (outcome === 'failed') failures += 1;
    if (outcome === 'refused') refusals += 1;
    if (outcome === 'not_taken') notTaken += 1;
    if (notTaken === mostAsks) return giveUp(joining, neverTaken);
    arrival = await step(() => (outcome === 'ready' ? arriveAsItStands(joining) : arriveAnew(joining)));
  }
};

/**
 * Loads the meeting and gets the recorder ready ahead of time, asks to be let in at join_at and waits for it. A bot that
 * is staged is told that its time has come; one whose worker was started again joins without saying so again.
 */
export const join = async (joining: Joining): Promise<Joined> => {
  const { appointed, bot, handing, meeting, pace } = joining;
  const loaded_ms = pace.now_ms();
  let arrival = await arriveAnew(joining);
  joining.onArrival();
  const start = await waitForStart(joining, appointed);
  if (start === 'elsewhere') return start;
  if (start === 'leaving') return { ending: left };
  const isDue = bot.state === 'staged';
  const told = bot.advance('join_due');
  await (isDue ? pace.waitFor(told, toldWithinMs) : told);
  pace.checkOver();
  // A meeting that could not be joined ahead of time may have opened by now. The bot may have been moved meanwhile.
  const isEarly = loaded_ms < bot.appointed.join_at.getTime();
  if (arrival !== 'pre_join' && isEarly) arrival = await arriveAnew(joining);
  // Whoever has come to nothing leaves the bot to the worker that is inside.
  const hasCome = typeof onwardFrom(arrival, 1) === 'string';
  if (meeting.capabilities.one_client && hasCome) await handing.takeTurn(pace, () => bot.state !== 'leaving');
  return getIn(joining, arrival, told);
};
