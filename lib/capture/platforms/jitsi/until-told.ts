import type { Controls } from '../controls.ts';
import { handleName, type JitsiHandle } from './handle.ts';

/**
 * Waits until the page's program says so. A page that has gone to another host to have somebody sign in there comes back with
 * nothing for a bot.
 */
export const untilTold = (
  controls: Controls,
  what: 'isPastTheDoor' | 'isAnswered',
  host: string,
  timeout_ms: number,
): Promise<void> =>
  controls.until(
    'the meeting in place of the form',
    (key, what, host) => {
      const handle = Reflect.get(document, Symbol.for(key)) as JitsiHandle | undefined;
      return location.hostname !== host || handle?.[what]() === true;
    },
    timeout_ms,
    handleName,
    what,
    host,
  );
