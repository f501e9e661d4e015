import { type Launches, sharesOf, type Urgency } from '../../domain/bot/launch-shares.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LaunchCountRepository } from '../../storage/launch-counts.ts';

export interface LaunchTurnsPorts {
  readonly counts: LaunchCountRepository;
  readonly clock: Clock;
  /** So many tasks a second the platform launches; absent where it has no such limit, or a queue of its own. */
  readonly launches_per_second?: number | undefined;
}

export interface LaunchTurns {
  /** @throws CaptureNotLaunchedError when it is not a bot's turn in this second: the caller tries again */
  take(projectId: string, urgency: Urgency): Promise<void>;
}

/** Everybody has a turn at once. */
export const noLaunchLimit: LaunchTurns = { take: async () => undefined };

/**
 * Gives each second's launches to those that ask in it, by the shares of `launch-shares.ts`, whichever functions they reach. Nobody
 * queues: who is refused asks again later, as somebody does whom the platform refuses. So a project that asks for very many can
 * only use up its own share, and there is no queue to repair. Costs two writes an order that has its turn; a function that knows
 * that a share is used up refuses without any.
 */
export const createLaunchTurns = ({ counts, clock, launches_per_second }: LaunchTurnsPorts): LaunchTurns => {
  if (launches_per_second === undefined) return noLaunchLimit;
  const rate = launches_per_second;
  // Of one second only: the launches of the one before it, and the shares that are used up.
  let known: { readonly second: number; readonly before: Promise<Launches>; readonly used_up: Set<string> } | undefined;

  const knownOf = (second: number) => {
    if (known?.second !== second) known = { second, before: counts.in(second - 1), used_up: new Set() };
    return known;
  };

  const hasTurn = async (projectId: string, urgency: Urgency): Promise<boolean> => {
    const second = Math.floor(clock.now().getTime() / 1000);
    const { before, used_up } = knownOf(second);
    const ofProject = `${projectId}#${urgency}`;
    if (used_up.has(ofProject)) return false;
    const share = sharesOf(rate, await before)[urgency];
    const mine = await counts.addOfProject(projectId, urgency, second);
    if (mine > share.of_project) {
      used_up.add(ofProject);
      return false;
    }
    const isFirst = mine === 1;
    return (await counts.add(urgency, isFirst, second)) <= (isFirst ? share.all_and_newcomers : share.all);
  };

  return {
    take: async (projectId, urgency) => {
      const isTurn = await hasTurn(projectId, urgency).catch((cause: unknown) => {
        // An item that very many write to in one second is refused for a moment: so is who asked.
        throw new CaptureNotLaunchedError('it could not be told whether it is the turn of the bot', { cause });
      });
      if (!isTurn) throw new CaptureNotLaunchedError(`it is not the turn of the bot: ${rate} are launched a second`);
    },
  };
};
