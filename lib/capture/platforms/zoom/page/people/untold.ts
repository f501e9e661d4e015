/** How many people the client counts of whom it tells nothing else. Pure but for its memory. */
import type { ParticipantView } from '../../../../meeting/view.ts';
import { hasBar } from '../client/inside.ts';
import { countIn, untoldOf } from './people.ts';

export interface Untold {
  /** `present`: all who are told of, at this look into a room that the bot is in. */
  look(root: ParentNode, present: readonly Pick<ParticipantView, 'is_self'>[]): number;
  /** Another room has other people. */
  forget(): void;
}

export const createUntold = (): Untold => {
  let count: number | undefined;
  let untold = 0;
  return {
    look(root, present) {
      const isCounted = hasBar(root);
      if (isCounted) count = countIn(root);
      const now = untoldOf(count, present);
      // The bar counts, and may be out of the page. Who is told of no more has left then, and is not one of the others.
      untold = isCounted ? now : Math.min(untold, now);
      return untold;
    },
    forget() {
      untold = 0;
    },
  };
};
