/** How long a bot waits to be let in, for each thing that it can wait for. */
import type { AutomaticLeaveSettings } from '../../../domain/bot/settings.ts';
import { couldNotJoin, type Ending } from '../../meeting/final-phases.ts';
import type { MeetingPhase } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';

const waitPhases = {
  waiting_room: {
    setting: 'waiting_room_timeout_seconds',
    ending: couldNotJoin('waiting_room_timeout_exceeded'),
  },
  not_started: {
    setting: 'wait_for_host_to_start_meeting_timeout_seconds',
    ending: couldNotJoin('meeting_not_started_waiting_for_host'),
  },
  authorized_user_absent: {
    setting: 'authorized_user_not_in_meeting_timeout_seconds',
    ending: couldNotJoin('authorized_user_not_in_meeting_timeout_exceeded'),
  },
} as const satisfies Partial<
  Record<MeetingPhase, { readonly setting: keyof AutomaticLeaveSettings; readonly ending: Ending }>
>;

type WaitPhase = keyof typeof waitPhases;
export const isWait = (phase: MeetingPhase): phase is WaitPhase => phase in waitPhases;

export interface Waits {
  /** The meeting shows that the bot has to wait; answers how it ends when it has waited for long enough. */
  look(phase: WaitPhase, now_ms: number): Ending | undefined;
  /** The bot was let in: when it has to wait again, that is another wait. */
  over(): void;
}

/**
 * Waiting times add up when a page broke or a worker was lost. Only of a wait in the waiting room is it known when an
 * earlier worker began it. Any other wait is taken to have begun when the bot was asked to join, and to be for what the
 * meeting shows first now.
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
      const { setting, ending } = waitPhases[phase];
      return now_ms - began_ms >= settings[setting] * 1000 ? ending : undefined;
    },
    over: () => since_ms.clear(),
  };
};
