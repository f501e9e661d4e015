/** Who is and was in the meeting, made from the events of joining and leaving; those of speaking tell who it is by now. */
import { createHash } from 'node:crypto';
import type { Participant, ParticipantEvent } from './captured.ts';

/** A participant's position in the list of all: by first arrival. It never changes. */
export const arrivalOf = ({ participant_uuid, joined_at_ms }: Participant): string => {
  const digest = createHash('sha256').update(participant_uuid).digest('base64url');
  return `${String(joined_at_ms).padStart(15, '0')}#${digest}`;
};

/**
 * The participant after an event; the very one that was given when the event tells nothing new. Events come in the
 * order in which they were reported, and may come twice.
 */
export const attendanceAfter = (
  known: Participant | undefined,
  { event_type, timestamp_ms, ...event }: ParticipantEvent,
): Participant | undefined => {
  const { participant_name, participant_uuid, participant_user_uuid, participant_is_host } = event;
  const who = { participant_name, participant_uuid, participant_user_uuid, participant_is_host };
  // Somebody may have another name by now, or have been made a host.
  if (event_type !== 'join' && event_type !== 'leave') return known && { ...known, ...who };
  const before = known ?? { joined_at_ms: timestamp_ms, left_at_ms: null };
  return event_type === 'join'
    ? { ...who, joined_at_ms: before.joined_at_ms, left_at_ms: null, is_present: true }
    : { ...who, joined_at_ms: before.joined_at_ms, left_at_ms: timestamp_ms, is_present: false };
};
