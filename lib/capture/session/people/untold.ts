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
  let areAll: boolean | undefined;
  let since_ms = 0;
  let isNoticed = false;
  return ({ untold = 0 }: Pick<MeetingView, 'untold'>, now_ms: number): void => {
    if (areAll !== (untold === 0)) since_ms = now_ms;
    areAll = untold === 0;
    const lasted_ms = now_ms - since_ms;
    if (areAll) {
      // Until its list is there a meeting tells of nobody, whatever an earlier worker has told.
      if (isNoticed || lasted_ms >= longMs) news(false, since_ms);
      if (isNoticed) long_ms *= longerEachTime;
      isNoticed = false;
    } else if (lasted_ms >= long_ms) {
      isNoticed = true;
      news(true, since_ms);
    }
  };
};
