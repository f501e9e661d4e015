/** When a meeting is opened, and when it is joined. */
import { stagingLeadSeconds } from '../../../domain/bot/deadlines.ts';
import type { Ending } from '../../meeting/final-phases.ts';
import type { SessionBot } from '../bot.ts';
import { left } from '../leaving/ending.ts';
import type { Pace } from '../pace.ts';
import type { Appointed } from '../ports.ts';

const openAheadMs = stagingLeadSeconds * 1000;
const checkEveryMs = 500;

/** What waiting for the start takes. */
export interface Starting {
  readonly bot: Pick<SessionBot, 'state' | 'appointed' | 'refresh'>;
  readonly pace: Pace;
}

/** Why the wait for the start is over: it is time, the bot was told to leave, or to join another meeting. */
export type Start = 'due' | 'leaving' | 'elsewhere';

/**
 * Waits until it is time to join the meeting that was opened, or so long before. A bot that is staged may be moved at any time:
 * when its time seems to have come, it is asked once more when and where that is.
 * @throws SessionOverError
 */
export const waitForStart = async (
  { bot, pace }: Starting,
  { meeting_url }: Pick<Appointed, 'meeting_url'>,
  ahead_ms = 0,
): Promise<Start> => {
  let isCertain = bot.state !== 'staged';
  for (;;) {
    if (bot.state === 'leaving') return 'leaving';
    if (bot.appointed.meeting_url !== meeting_url) return 'elsewhere';
    const left_ms = bot.appointed.join_at.getTime() - ahead_ms - pace.now_ms();
    if (left_ms > 0) {
      await pace.wait(Math.min(checkEveryMs, left_ms));
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

/**
 * Waits until it is time, and tells the bot that it is. Answers what becomes of the bot where it is told to leave before, or to join
 * another meeting.
 * @throws SessionOverError
 */
export const whenDue = async (
  starting: Starting & { readonly bot: Pick<SessionBot, 'advance'> },
  appointed: Pick<Appointed, 'meeting_url'>,
): Promise<Ending | 'elsewhere' | undefined> => {
  const start = await waitForStart(starting, appointed);
  if (start === 'elsewhere') return start;
  if (start === 'leaving') return left;
  await starting.bot.advance('join_due');
  return undefined;
};

/**
 * Waits until it is time to open the meeting. Where very many bots join at one moment a worker may be up long before: no page is
 * made to be looked at for that long, and the account to join with may be another bot's until then.
 * @throws SessionOverError
 */
export const waitToOpen = async (starting: Starting, appointed: Appointed): Promise<Start> => {
  const isFarAhead = appointed.join_at.getTime() - starting.pace.now_ms() > openAheadMs;
  return isFarAhead ? waitForStart(starting, appointed, openAheadMs) : 'due';
};
