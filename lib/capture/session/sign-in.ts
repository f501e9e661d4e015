/** Gets a bot the account that it joins with, where its project has some for the platform. */
import {
  type Login,
  type LoginAnswer,
  type NoAccount,
  noAccountAdvice,
  noAccountReasons,
  type SignOn,
} from '../../domain/meeting/login.ts';
import { within } from '../../process/deadline.ts';
import { MeetingLostError, type SignInFailedError } from '../meeting/errors.ts';
import { couldNotJoin, type Ending } from '../meeting/final-phases.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { SessionBot } from './bot.ts';
import type { Diagnostics } from './diagnostics.ts';
import { whenDue } from './joining/start.ts';
import { left } from './leaving/ending.ts';
import type { Pace } from './pace.ts';
import type { Appointed, SessionPorts } from './ports.ts';

const askAgainAfterMs = 5_000;
const answeredWithinMs = 20_000;
/** Past its time: whoever has the account may be late in leaving the meeting before. */
const waitedForMs = 120_000;

export interface SigningIn {
  readonly bot: Pick<SessionBot, 'state' | 'appointed' | 'refresh' | 'advance'>;
  readonly pace: Pace;
  readonly login: SessionPorts['login'];
  readonly diagnostics: Diagnostics;
  readonly log: SessionLog;
}

/** Absent: the bot joins as a guest. */
export type SignedIn =
  | { readonly login?: Login; readonly sign_on?: SignOn }
  | { readonly ending: Ending }
  | 'elsewhere';

/** There is no page to look at yet. */
const noPage = { isLost: true, evidence: () => Promise.reject(new MeetingLostError('no page was opened')) };

/**
 * A bot that finds none that is free waits for one, until two minutes past its time. It does not join as a guest then: where
 * accounts are kept guests are not let in, or another bot is in the same meeting under the same account.
 * @throws SessionOverError
 */
export const signIn = async (signing: SigningIn, appointed: Appointed): Promise<SignedIn> => {
  const { bot, pace, login, diagnostics, log } = signing;
  if (!login) return {};
  let told: NoAccount | undefined;
  const ask = async (): Promise<LoginAnswer | undefined> => {
    try {
      return await within(answeredWithinMs, 'asking for an account', login(appointed));
    } catch (error) {
      log('the account to join with could not be fetched', { error });
      return undefined;
    }
  };
  let isDue = false;
  for (;;) {
    const answer = await ask();
    if (answer && !('refused' in answer)) return answer;
    if (answer && answer.refused !== told) log(noAccountReasons[answer.refused], {});
    told = answer?.refused ?? told;
    const past_ms = pace.now_ms() - bot.appointed.join_at.getTime();
    if (past_ms > waitedForMs) break;
    if (!isDue && past_ms >= 0) {
      const other = await whenDue(signing, appointed);
      if (other) return other === 'elsewhere' ? other : { ending: other };
      isDue = true;
    }
    await pace.wait(Math.min(askAgainAfterMs, past_ms < 0 ? -past_ms : askAgainAfterMs));
    if (bot.state === 'leaving') return { ending: left };
    if (bot.appointed.meeting_url !== appointed.meeting_url) return 'elsewhere';
  }
  const reason = told ? noAccountReasons[told] : 'the accounts of this project cannot be reached';
  await diagnostics.keep(noPage, 'login_required', new Error(reason), told ? noAccountAdvice[told] : 'reach_accounts');
  return { ending: couldNotJoin('login_required') };
};

/** Why there is nobody to be when an account was found: what the browser saw is kept, once the bot's time has come. */
export const signedInInVain = async (
  signing: SigningIn,
  appointed: Appointed,
  error: SignInFailedError,
): Promise<Ending | 'elsewhere'> => {
  const other = await whenDue(signing, appointed);
  if (other) return other;
  const { evidence } = error;
  const seen = evidence ? { isLost: false, evidence: async () => evidence } : noPage;
  await signing.diagnostics.keep(seen, 'login_required', error, 'check_sign_on');
  return couldNotJoin('login_required');
};
