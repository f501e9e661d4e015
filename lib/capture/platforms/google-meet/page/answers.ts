/** What the service answers on the way into a meeting, in whatever language the page is. Pure but for its memory. */
import type { WireFact } from '../../judging/facts.ts';

/** Asked before the page offers anything; what is refused never comes to its form (two projects that looked at real pages, 2026). */
const resolves = '/google.rtc.meetings.v1.MeetingSpaceService/ResolveMeetingSpace';

export const createAnswers = () => {
  let resolved: number | undefined;
  return {
    /** Hears the status of an answer, where it is one of these. */
    listenerFor: ({ url }: { readonly url: string }) =>
      new URL(url).pathname.endsWith(resolves)
        ? ({ status }: { readonly status: number }): void => {
            resolved = status;
          }
        : undefined,
    /** For the judge of the page: whether the service has such a meeting, and lets this browser know it. */
    get facts(): readonly WireFact[] {
      return resolved === undefined ? [] : [{ kind: 'meet.resolved', status: resolved }];
    },
  };
};
