/** How long a bot waits to be let in, for each thing that it can wait for. */
import type { AutomaticLeaveSettings } from '../../../domain/bot/settings.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import { type Ending, waitingEndings } from './ending.ts';

const timeouts = {
  waiting_room: 'waiting_room_timeout_seconds',
  not_started: 'wait_for_host_to_start_meeting_timeout_seconds',
  authorized_user_absent: 'authorized_user_not_in_meeting_timeout_seconds',
} as const satisfies Partial<Record<MeetingPhase, keyof AutomaticLeaveSettings>>;

type WaitPhase = keyof typeof timeouts;
export const isWait = (phase: MeetingPhase): phase is WaitPhase => phase in timeouts;

export interface Waits {
  /** The page shows that the bot has to wait; answers how it ends when it has waited for long enough. */
  look(phase: WaitPhase, now_ms: number): Ending | undefined;
  /** The bot was let in: when it has to wait again, that is another wait. */
  over(): void;
}

/**
 * Adds up over pages that broke and workers that were lost. Of an earlier worker that was not in the waiting room it is
 * not known what it waited for: for what the page shows first now, since it was asked to join.
 */
export const createWaits = ({
  automatic_leave_settings: settings,
  waiting_since,
  asked_at,
}: Pick<CaptureAssignment, 'automatic_leave_settings' | 'waiting_since' | 'asked_at'>): Waits => {
  const since_ms = new Map<WaitPhase, number>();
  if (waiting_since) since_ms.set('waiting_room', waiting_since.getTime());
  let earlier_ms = asked_at?.getTime();

  const beginOf = (phase: WaitPhase, now_ms: number): number => {
    const earlier = phase === 'waiting_room' ? undefined : earlier_ms;
    earlier_ms = undefined;
    return since_ms.get(phase) ?? earlier ?? now_ms;
  };

  return {
    look(phase, now_ms) {
      const began_ms = beginOf(phase, now_ms);
      since_ms.set(phase, began_ms);
      return now_ms - began_ms >= settings[timeouts[phase]] * 1000 ? waitingEndings[phase] : undefined;
    },
    over: () => since_ms.clear(),
  };
};
