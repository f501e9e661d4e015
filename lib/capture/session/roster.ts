/** Who is in the meeting: makes join, leave and speech events of what the page shows. Pure but for its memory. */
import type { ParticipantEvent } from '../../domain/captured.ts';
import type { ParticipantView, SpeechView } from '../platforms/platform.ts';
import { stableId } from './stable-id.ts';

type EventType = ParticipantEvent['event_type'];

interface Present {
  view: ParticipantView;
  is_speaking: boolean;
  /** Since when the page has not shown the participant; pages redraw, so one look without is not a leave. */
  missing_since_ms: number | undefined;
}

const gone_after_ms = 1_000;

/**
 * Whoever is there when the bot comes is told as a join too, at the time the platform gives for it. Leaves are told of
 * those who left while the bot was there, not of those still there when it goes. The bot itself is never told.
 */
export const createRoster = (bot_id: string) => {
  const present = new Map<string, Present>();

  const event = ({ id, name, is_host }: ParticipantView, event_type: EventType, at_ms: number): ParticipantEvent => ({
    id: stableId('participant_event', bot_id, at_ms, event_type, id),
    participant_name: name,
    participant_uuid: id,
    participant_user_uuid: null,
    participant_is_host: is_host,
    event_type,
    event_data: {},
    timestamp_ms: at_ms,
  });

  const stopSpeaking = (person: Present, at_ms: number): ParticipantEvent[] => {
    if (!person.is_speaking) return [];
    person.is_speaking = false;
    return [event(person.view, 'speech_stop', at_ms)];
  };

  const arrive = (view: ParticipantView, now_ms: number): ParticipantEvent[] => {
    const known = present.get(view.id);
    if (known) {
      known.view = view;
      known.missing_since_ms = undefined;
      return [];
    }
    present.set(view.id, { view, is_speaking: false, missing_since_ms: undefined });
    return [event(view, 'join', view.joined_at_ms ?? now_ms)];
  };

  const miss = (person: Present, now_ms: number): ParticipantEvent[] => {
    person.missing_since_ms ??= now_ms;
    if (now_ms - person.missing_since_ms < gone_after_ms) return [];
    present.delete(person.view.id);
    const at_ms = person.missing_since_ms;
    return [...stopSpeaking(person, at_ms), event(person.view, 'leave', at_ms)];
  };

  /** Starts and stops come in pairs; of somebody who is not in the roster nothing is told. */
  const hear = ({ participant_id, type, at_ms }: SpeechView): ParticipantEvent[] => {
    const person = present.get(participant_id);
    if (!person) return [];
    if (type === 'speech_stop') return stopSpeaking(person, at_ms);
    if (person.is_speaking) return [];
    person.is_speaking = true;
    return [event(person.view, 'speech_start', at_ms)];
  };

  return {
    /** Whether anybody but the bot is there. */
    get isAlone(): boolean {
      return present.size === 0;
    },
    find: (id: string): ParticipantView | undefined => present.get(id)?.view,
    /** What is new since the last look: arrivals, then speech, then leaves. */
    look(shown: readonly ParticipantView[], speech: readonly SpeechView[], now_ms: number): ParticipantEvent[] {
      const others = shown.filter(({ id, is_self }) => id !== '' && !is_self);
      const ids = new Set(others.map(({ id }) => id));
      const arrivals = others.flatMap((view) => arrive(view, now_ms));
      const missing = [...present.values()].filter(({ view }) => !ids.has(view.id));
      return [...arrivals, ...speech.flatMap(hear), ...missing.flatMap((person) => miss(person, now_ms))];
    },
    /** The end of the session: closes speech that is still going on. */
    close: (now_ms: number): ParticipantEvent[] =>
      [...present.values()].flatMap((person) => stopSpeaking(person, now_ms)),
  };
};
export type Roster = ReturnType<typeof createRoster>;
