/** Notices that a meeting has had more people for long than it tells the bot of. Pure but for its memory. */
import type { MeetingView } from '../../meeting/view.ts';
import type { News } from '../news.ts';

/** Whoever comes is counted at once, and told of a little later. */
const longMs = 30_000;
/** Where it comes and goes, it has to last longer each time: else there was no end of telling. */
const longerEachTime = 2;

/** Told at every look into the meeting. */
export const createUntoldWatch = (news: News) => {
  let long_ms = longMs;
  let since_ms: number | undefined;
  let isNoticed = false;
  return ({ untold = 0 }: Pick<MeetingView, 'untold'>, now_ms: number): void => {
    since_ms = untold === 0 ? undefined : (since_ms ?? now_ms);
    if (since_ms === undefined) {
      if (isNoticed) long_ms *= longerEachTime;
      isNoticed = false;
      news(false, now_ms);
    } else if (now_ms - since_ms >= long_ms) {
      isNoticed = true;
      news(true, since_ms);
    }
  };
};
