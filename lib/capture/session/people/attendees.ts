/** Who was in the meeting according to what has been reported of it. */
import type { ParticipantEvent } from '../../../domain/captured/captured.ts';
import type { ParticipantView } from '../../meeting/view.ts';

export interface Attendee {
  view: ParticipantView;
  is_speaking: boolean;
  /** Of which moment each kind of event was told last. */
  readonly told_ms: Map<ParticipantEvent['event_type'], number>;
}

const viewOf = (event: ParticipantEvent): ParticipantView => ({
  id: event.participant_uuid,
  user_uuid: event.participant_user_uuid,
  name: event.participant_name,
  is_host: event.participant_is_host,
  is_self: false,
  has_camera: false,
  is_sharing: false,
  joined_at_ms: null,
});

/** Who is there after the events, given in the order in which they were reported, and when others left. */
export const attendeesAfter = (events: readonly ParticipantEvent[]) => {
  const present = new Map<string, Attendee>();
  const left_ms = new Map<string, number>();
  for (const event of events) {
    const { event_type, participant_uuid: id } = event;
    if (event_type === 'leave') {
      present.delete(id);
      left_ms.set(id, event.timestamp_ms);
    } else if (event_type === 'join') {
      present.set(id, { view: viewOf(event), is_speaking: false, told_ms: new Map() });
    } else {
      const person = present.get(id);
      if (person) person.is_speaking = event_type === 'speech_start';
    }
    present.get(id)?.told_ms.set(event_type, event.timestamp_ms);
  }
  return { present, left_ms };
};
