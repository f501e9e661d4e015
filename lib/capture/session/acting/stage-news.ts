/** Lets the client know while a bot is not seen or heard as it was asked to. */
import { NotAllowedError } from '../../meeting/errors.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { News } from '../news.ts';
import type { SessionClock } from '../ports.ts';

/** Something else was in the way so often, one time after the other: what was forbidden may be allowed since. */
const forgetForbiddenAfter = 2;

interface StageNewsPorts {
  /** Whether the bot cannot be seen or heard as it was asked to. */
  readonly news: News;
  readonly clock: Pick<SessionClock, 'now_ms'>;
}

export const createStageNews = ({ news, clock }: StageNewsPorts) => {
  let failures = 0;
  let forbidden: { readonly why: string; readonly at_failure: number } | undefined;
  return {
    /** What is on is as it is wanted, as far as it may be and there is something to show. */
    shown({ silenced, isAgentFailing }: { silenced: readonly StageDevice[]; isAgentFailing: boolean }): void {
      failures = 0;
      forbidden = undefined;
      const why = [
        ...(silenced.length > 0 ? [`somebody in the meeting has turned off its ${silenced.join(' and its ')}`] : []),
        ...(isAgentFailing ? ['the page of its voice agent does not load, and is opened again'] : []),
      ];
      if (why.length > 0) news(true, clock.now_ms(), why.join('; '));
      else news(false, clock.now_ms());
    },
    /** A page that was busy when a device was to be turned on is told of only where that fails again. */
    notShown(error: unknown): void {
      failures += 1;
      if (error instanceof NotAllowedError) forbidden = { why: error.message, at_failure: failures };
      else if (forbidden && failures - forbidden.at_failure >= forgetForbiddenAfter) forbidden = undefined;
      const why = forbidden?.why ?? (failures > 1 ? 'the meeting did not let it turn its devices on' : undefined);
      if (why !== undefined) news(true, clock.now_ms(), why);
    },
  };
};
