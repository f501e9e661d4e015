/** What a bot does at each look that shows its meeting: records, writes, shows, and leaves when it is time. */
import { MeetingLostError } from '../../meeting/errors.ts';
import type { Ending } from '../../meeting/final-phases.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { ChatDesk } from '../acting/chat-desk.ts';
import type { Outlet } from '../acting/outlet.ts';
import type { SessionBot } from '../bot.ts';
import { type Leaving, leave } from '../leaving/leave.ts';
import type { LeaveWatch } from '../leaving/leave-watch.ts';
import type { LookAtMedia } from '../media/media-keeper.ts';
import type { Hosting } from '../people/hosting.ts';
import type { Introduction } from '../people/introduction.ts';
import type { Observer } from '../people/observer.ts';
import type { RecordingControl } from '../recording/recording-control.ts';
import type { Handing } from '../succession/handing.ts';
import type { Witness } from './witness.ts';

/** What taking part takes. */
export interface TakingPart extends Leaving {
  readonly bot: Pick<SessionBot, 'state' | 'orders' | 'advance'>;
  readonly meeting: Meeting;
  readonly recording: RecordingControl;
  readonly observer: Observer;
  readonly outlet: Pick<Outlet, 'keep'>;
  readonly chat: ChatDesk;
  readonly introduce: Introduction;
  readonly hosting: Hosting;
  readonly leaveWatch: LeaveWatch;
  readonly handing: Handing;
}

/**
 * One visit to the meeting. Answers how the bot ends; undefined while it stays.
 * @throws MeetingLostError when the meeting is to be opened anew; SessionOverError when another worker has taken over
 */
type Presence = (view: MeetingView, now_ms: number) => Promise<Ending | undefined>;

export const createPresence = (taking: TakingPart, witness: Witness, lookAtMedia: LookAtMedia): Presence => {
  const { bot, chat, handing, hosting, introduce, leaveWatch, meeting, observer, outlet, recording } = taking;

  const giveWay = async (now_ms: number): Promise<void> => {
    const isAwaited = meeting.capabilities.one_client === true;
    // The successor records already, or cannot before this one has left.
    if (!isAwaited) await recording.keep(false);
    handing.part(observer, now_ms, isAwaited);
  };

  const takePart = async (view: MeetingView, now_ms: number): Promise<void> => {
    chat.keep(meeting, view, now_ms);
    introduce(view.participants, now_ms);
    if (handing.isAlone) hosting.keep(meeting, view, now_ms);
    if (bot.orders && handing.isAlone) outlet.keep(bot.orders, view);
    const known = { others: observer.others, state: bot.state };
    const { isDeaf, lack } = await lookAtMedia(view, known, now_ms);
    if (lack) {
      // The page itself is well: one that is only closed would be shown to the others for a while.
      await leave(taking);
      throw new MeetingLostError(lack);
    }
    const reason = leaveWatch.look(view, { ...known, isDeaf }, now_ms);
    if (reason) await bot.advance('leave', reason);
  };

  return async (view, now_ms) => {
    const mayRecord = await witness.see(view, now_ms);
    if (bot.state === 'leaving') {
      await Promise.all([witness.settled, chat.finish(meeting, view, now_ms)]);
      return leave(taking);
    }
    if (handing.isRelieved) {
      await giveWay(now_ms);
      return undefined;
    }
    await recording.keep(mayRecord);
    const readiness = { isSettled: witness.isSettled, place: view.breakout.state };
    if (await handing.isOurs(readiness)) await takePart(view, now_ms);
    return undefined;
  };
};
