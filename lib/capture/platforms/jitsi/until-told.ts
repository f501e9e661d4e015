import type { Controls } from '../controls.ts';
import { handleName, type JitsiHandle } from './handle.ts';

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
    (key, what, from) => {
      const handle = Reflect.get(document, Symbol.for(key)) as JitsiHandle | undefined;
      return handle?.isAway(from) === true || handle?.[what]() === true;
    },
    timeout_ms,
    handleName,
    what,
    from,
  );
