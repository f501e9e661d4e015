/**
 * Remembers what the rules of automatic leaving need to know of a meeting, also when its page or its worker is
 * replaced.
 */
import { type BotState, isBetweenRooms } from '../../../domain/bot/lifecycle.ts';
import type { MeetingView, ParticipantView } from '../../meeting/view.ts';
import { attendeesAfter } from '../people/attendees.ts';
import { createCompany } from '../people/company.ts';
import type { CaptureAssignment } from '../ports.ts';
import { type LeaveReason, leaveReason } from './auto-leave.ts';
import { gatherMs } from './waits.ts';

// A meeting that was joined again may need a moment to show everybody.
const settleMs = 5_000;
/** Longer between two looks than any page takes: this process was held up, or its machine slept. */
const heldUpMs = 20_000;

/** The last moment at which earlier workers of the bot heard somebody. */
const lastHeard = ({ participant_events = [], utterances = [] }: Partial<NonNullable<CaptureAssignment['reported']>>) =>
  [
    ...participant_events
      .filter(({ event_type }) => event_type.startsWith('speech'))
      .map((event) => event.timestamp_ms),
    ...utterances.map(({ timestamp_ms, duration_ms }) => timestamp_ms + duration_ms),
  ].reduce((latest, at_ms) => Math.max(latest, at_ms), Number.NEGATIVE_INFINITY);

/** Since when earlier workers of the bot have seen nobody. */
const lastCompany = (reported: CaptureAssignment['reported'], joined_ms: number): number | undefined => {
  if (!reported) return undefined;
  const { present, left_ms } = attendeesAfter(reported.participant_events);
  return present.size > 0 ? undefined : Math.max(joined_ms, ...left_ms.values());
};

type Assignment = Pick<
  CaptureAssignment,
  'automatic_leave_settings' | 'joined_at' | 'resumed_at' | 'alive_until' | 'reported'
>;

export interface LeaveWatch {
  /** The bot has come into the meeting. `wasLostByAll`: after a loss that others have to come back from as well. */
  enter(now_ms: number, wasLostByAll?: boolean): void;
  /** Why the bot should leave now, as far as this look tells. */
  look(
    view: Pick<MeetingView, 'participants' | 'speech' | 'last_sound_ms' | 'untold' | 'away'>,
    known: {
      /** The participants but for the bot. */
      readonly others: readonly ParticipantView[];
      readonly state: BotState | undefined;
      /** Whoever spoke now would not be heard, as it seems. */
      readonly isDeaf: boolean;
    },
    now_ms: number,
  ): LeaveReason | undefined;
  /** The same where the meeting, in which the bot has been, does not show itself. */
  lookAway(now_ms: number): LeaveReason | undefined;
}

/**
 * All times count from the bot's first joining, whichever worker that was. Silence is not counted while the recording is
 * paused, since whoever pauses it expects the bot to stay, nor while the bot is deaf, or its company is in other rooms, or has yet
 * to come back to a meeting that all had lost; after each it counts from nought.
 * Silence is not counted either while the bot was out of the meeting, or the meeting did not show itself, or nobody could look, as
 * the machine slept, since somebody may have spoken then; after that it counts on. A bot on its way between two rooms is not alone,
 * nor is one whose company is in other rooms, or has yet to come back.
 */
export const createLeaveWatch = (
  { automatic_leave_settings: settings, joined_at, resumed_at, alive_until, reported }: Assignment,
  otherBots: () => Promise<readonly string[]>,
): LeaveWatch => {
  const companyAmong = createCompany({ bot_keywords: settings.bot_keywords, otherBots });
  let joined_ms = joined_at?.getTime();
  let settled_ms = 0;
  let gathered_ms = 0;
  let alone_since_ms = joined_ms === undefined ? undefined : lastCompany(reported, joined_ms);
  let heard_ms = Math.max(lastHeard(reported ?? {}), resumed_at?.getTime() ?? Number.NEGATIVE_INFINITY);
  /** Until when this worker, or one before it, listened to the meeting. */
  let listened_ms = alive_until?.getTime() ?? Number.NEGATIVE_INFINITY;
  /** Whether the meeting has not shown itself since it was listened to last. */
  let isAway = false;
  let looked_ms: number | undefined;

  const enter = (now_ms: number, wasLostByAll = false): void => {
    looked_ms = now_ms;
    // Who comes in again before it has settled loses nothing of the silence from before.
    const counted_ms = Math.max(listened_ms, settled_ms);
    settled_ms = joined_ms === undefined ? now_ms : now_ms + settleMs;
    if (joined_ms !== undefined) heard_ms = settled_ms - Math.max(0, counted_ms - Math.max(joined_ms, heard_ms));
    joined_ms ??= now_ms;
    isAway = false;
    if (wasLostByAll) gathered_ms = now_ms + gatherMs;
  };

  return {
    enter,
    look({ participants, speech, last_sound_ms, untold = 0, away = [] }, { others, state, isDeaf }, now_ms) {
      const isHeldUp = looked_ms !== undefined && now_ms - looked_ms > heldUpMs;
      looked_ms = now_ms;
      // Who was there meanwhile is not known.
      if (isHeldUp) alone_since_ms = undefined;
      if (isAway || isHeldUp) enter(now_ms);
      joined_ms ??= now_ms;
      listened_ms = now_ms;
      heard_ms = Math.max(heard_ms, last_sound_ms ?? 0, ...speech.map(({ at_ms }) => at_ms));
      const self = participants.find(({ is_self }) => is_self);
      const company = companyAmong([...others, ...away], now_ms, self);
      const hasCompanyHere = untold > 0 || others.some((one) => company.includes(one));
      const isAwaiting = now_ms < gathered_ms || (company.length > 0 && !hasCompanyHere);
      if (state === 'joined_recording_paused' || isDeaf || isAwaiting) heard_ms = now_ms;
      const isAlone = company.length === 0 && untold === 0 && !(state && isBetweenRooms(state));
      alone_since_ms = isAlone ? (alone_since_ms ?? now_ms) : undefined;
      return leaveReason(settings, {
        now_ms,
        joined_ms,
        alone_since_ms: now_ms < Math.max(settled_ms, gathered_ms) ? undefined : alone_since_ms,
        silent_since_ms: now_ms < settled_ms ? undefined : Math.max(joined_ms, heard_ms),
      });
    },
    lookAway(now_ms) {
      joined_ms ??= now_ms;
      looked_ms = now_ms;
      isAway = true;
      // Who is there, and who is heard, is not known.
      return leaveReason(settings, { now_ms, joined_ms, alone_since_ms: undefined, silent_since_ms: undefined });
    },
  };
};
