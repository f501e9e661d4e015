/** How a bot leaves its meeting. */
import type { Ending } from '../../meeting/final-phases.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { Observer } from '../people/observer.ts';
import type { SessionClock } from '../ports.ts';
import type { RecordingControl } from '../recording/recording-control.ts';
import type { SpeechDelivery } from '../speech/delivery.ts';
import type { Handing } from '../succession/handing.ts';
import { left } from './ending.ts';

const leftWithinMs = 3_000;
const leftLookEveryMs = 50;

/** What leaving takes. */
export interface Leaving {
  readonly clock: SessionClock;
  readonly delivery: Pick<SpeechDelivery, 'stop'>;
  readonly handing: Pick<Handing, 'until_ms'>;
  readonly meeting: Pick<Meeting, 'isLost' | 'look' | 'leave'>;
  readonly observer: Pick<Observer, 'readLast'>;
  readonly recording: Pick<RecordingControl, 'end'>;
  readonly log: SessionLog;
}

/**
 * Leaves, ends the take then, and waits a moment for the meeting to say that the bot is out; it is closed in any case.
 * Where the bot is handed over, its successor tells who speaks meanwhile.
 */
export const leave = async (leaving: Leaving): Promise<Ending> => {
  const { clock, delivery, handing, meeting, observer, recording, log } = leaving;
  // While the meeting is there, and those who speak are in it.
  await delivery.stop();
  await meeting.leave().catch((error: unknown) => log('could not press leave', { error }));
  const ended = recording.end();
  const deadline_ms = clock.now_ms() + leftWithinMs;
  while (clock.now_ms() < deadline_ms && !meeting.isLost) {
    const view = await meeting.look().catch(() => undefined);
    if (view) observer.readLast(handing.until_ms === undefined ? view : { ...view, speech: [] }, clock.now_ms());
    if (view && view.phase !== 'in_meeting') break;
    await clock.pause(leftLookEveryMs);
  }
  await ended;
  return left;
};
