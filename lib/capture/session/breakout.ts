/** Follows the bot between the rooms of its meeting and tells where it is. */
import { isBetweenRooms } from '../../domain/bot/lifecycle.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { MeetingView } from '../meeting/view.ts';
import type { SessionBot } from './bot.ts';

type Place = MeetingView['breakout']['state'];

// A meeting may show for a moment after a move where the bot was before, and one joined again where it begins.
const settledAfterMs = 5_000;
/** Less, where the meeting has said that it leads the bot on, from a room that it is in: back, or into another. */
const ledOnAfterMs = 1_000;
const acceptAgainAfterMs = 5_000;
/** Who cannot follow an invitation is still where it was, and is not to wait for long with the recording stopped. */
const followsWithinMs = 30_000;

export interface RoomKeeper {
  /** Accepts an invitation and tells of moves, so that the bot's state comes to say what the meeting shows. */
  look(meeting: Pick<Meeting, 'enterBreakoutRoom'>, place: Place, now_ms: number): Promise<void>;
}

export interface RoomPorts {
  readonly bot: Pick<SessionBot, 'state' | 'orders' | 'advance'>;
  /** While the bot still is another worker's, that one tells where it is. */
  readonly isInStandby: () => boolean;
  readonly log: SessionLog;
}

/**
 * Every move is told in two steps, also one that was only seen when it was over, or of which an earlier worker told the
 * first: whoever reads the events can always tell in which room the bot was.
 */
export const createRoomKeeper = ({ bot, isInStandby, log }: RoomPorts): RoomKeeper => {
  /** Whether the bot was told to be in a room, but for a move that goes on; undefined while only earlier workers told so. */
  let told: boolean | undefined;
  let shown: Place | undefined;
  let since_ms = 0;
  /** Where the bot was seen last, and still is while it cannot follow an invitation. */
  let stays: Place = 'none';
  let accepted_ms = Number.NEGATIVE_INFINITY;
  let isLedOn = false;

  const isInside = (): boolean => told ?? bot.orders?.is_in_breakout_room === true;

  const arrive = async (): Promise<void> => {
    const isThere = bot.state === 'joining_breakout_room';
    await bot.advance(isThere ? 'breakout_joined' : 'breakout_left');
    if (!isInStandby()) told = isThere;
    isLedOn = false;
  };

  const accept = async (meeting: Pick<Meeting, 'enterBreakoutRoom'>, now_ms: number): Promise<void> => {
    if (now_ms - accepted_ms < acceptAgainAfterMs) return;
    accepted_ms = now_ms;
    await meeting
      .enterBreakoutRoom?.()
      .catch((error: unknown) => log('the breakout room could not be joined', { error }));
  };

  return {
    async look(meeting, shows, now_ms) {
      if (shows !== shown) since_ms = now_ms;
      shown = shows;
      if (shows === 'inside' || shows === 'none') stays = shows;
      const place = shows === 'invited' && now_ms - since_ms >= followsWithinMs ? stays : shows;
      const isSettled = now_ms - since_ms >= (isLedOn ? ledOnAfterMs : settledAfterMs);
      const isMoving = bot.state !== undefined && isBetweenRooms(bot.state);

      if (place === 'inside' || place === 'none') {
        const isThere = place === 'inside';
        // A move that ends where it was to end is over at once, any other when it is certain.
        const isExpected = (bot.state === 'joining_breakout_room') === isThere;
        if (isMoving && (isExpected || isSettled)) await arrive();
        else if (!isMoving && isInside() !== isThere) {
          await bot.advance(isThere ? 'breakout_joining' : 'breakout_leaving');
        }
      } else if (place === 'leaving' || (place === 'joining' && isInside())) {
        // A page may say of the way back what it says of the way into a room: where it leads is what it shows next.
        isLedOn = place === 'joining';
        if (!isMoving && isInside()) await bot.advance('breakout_leaving');
      } else {
        if (bot.state === 'leaving_breakout_room') await arrive();
        if (isInside() && !isMoving) await bot.advance('breakout_leaving');
        else await bot.advance('breakout_joining');
        if (place === 'invited' && bot.state === 'joining_breakout_room') await accept(meeting, now_ms);
      }
    },
  };
};
