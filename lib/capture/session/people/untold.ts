/** Notices that a meeting has had more people for long than it tells the bot of. Pure but for its memory. */
import type { MeetingView } from '../../meeting/view.ts';
import type { News } from '../news.ts';

/** Whoever comes is counted at once, and told of a little later. */
const longMs = 30_000;

/** Told at every look into the meeting. */
export const createUntoldWatch = (news: News) => {
  let since_ms: number | undefined;
  return ({ untold = 0 }: Pick<MeetingView, 'untold'>, now_ms: number): void => {
    since_ms = untold === 0 ? undefined : (since_ms ?? now_ms);
    if (since_ms === undefined) news(false, now_ms);
    else if (now_ms - since_ms >= longMs) news(true, since_ms);
  };
};
