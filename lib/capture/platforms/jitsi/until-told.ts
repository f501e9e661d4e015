import type { Controls } from '../controls.ts';
import type { JitsiHandle } from './handle.ts';
import { program } from './program.ts';

/**
 * Waits until the page's program says so. A page that has gone to another one to have somebody sign in there comes back with
 * nothing for a bot. `from`: where it was.
 */
export const untilTold = (
  controls: Controls,
  what: 'isPastTheDoor' | 'isAnswered',
  from: string,
  timeout_ms: number,
): Promise<void> =>
  controls.until(
    'the meeting in place of the form',
    program.inPage(
      (handle: JitsiHandle | undefined, asked: typeof what, from: string) =>
        handle?.isAway(from) === true || handle?.[asked]() === true,
    ),
    timeout_ms,
    what,
    from,
  );
