/** Who is in the meeting: makes join, leave and speech events of what the meeting shows. Pure but for its memory. */
import type { ParticipantEvent } from '../../../domain/captured/captured.ts';
import { BoundedMap } from '../../../process/bounded.ts';
import type { ParticipantView, SpeechView } from '../../meeting/view.ts';
import { type Attendee, attendeesAfter } from './attendees.ts';
import { createGhostWatch } from './ghost-watch.ts';
import { stableId } from './stable-id.ts';

type EventType = ParticipantEvent['event_type'];

interface Present extends Attendee {
  /** Whether this session has seen the participant, or only knows of them from an earlier one. */
  is_seen: boolean;
  /**
   * Since when the meeting has not shown the participant. Pages redraw, so somebody who is missing in one look has not
   * left.
   */
  missing_since_ms: number | undefined;
  /** In how many looks since. */
  missing_looks: number;
}

/** What is known of somebody's being missing while they are shown. */
const notMissed = { missing_since_ms: undefined, missing_looks: 0 } as const;

const toldLast = ({ told_ms }: Attendee): number => Math.max(0, ...told_ms.values());

const mostRemembered = 1_000;
const goneAfterMs = 1_000;
/** However far apart they are: a page may draw anew while nobody can look. */
const goneAfterLooks = 3;
// A meeting that has just been joined may need a moment to show everybody.
const neverSeenGoneAfterMs = 4_000;

export interface RosterOptions {
  readonly bot_id: string;
  /** What the bot is to be called; by which other names it is in the meeting, the meeting tells. */
  readonly bot_name: string;
  /** As which participant an earlier worker of the bot was there. */
  readonly participant_id?: string | undefined;
  /** What earlier workers of the bot reported, in order of time; undefined for its first one. */
  readonly reported?: readonly ParticipantEvent[] | undefined;
  /** Whether another worker of the bot is to come into the meeting. */
  readonly isTwinExpected?: () => boolean;
  /** They reported until the first look: what was being said then goes on. */
  readonly isUnbroken?: boolean;
}

/**
 * Whoever is there when the bot comes is told as a join too, at the time that the platform gives for it, unless an earlier
 * worker has told that join. Leaves are told of those who left while the bot was there, or between two workers, but not of
 * those who are still there when it goes. Nothing is told of the bot itself, nor of the silent participants that its lost
 * connections leave behind for a while.
 */
export const createRoster = (options: RosterOptions) => {
  const { bot_id, bot_name, participant_id, reported, isTwinExpected, isUnbroken = false } = options;
  let wasShown = false;
  let isAnew = false;
  const isRejoin = (): boolean => isAnew || reported !== undefined || isTwinExpected?.() === true;
  const ghosts = createGhostWatch(bot_name, isRejoin, participant_id);
  const { present: known, left_ms: earlier } = attendeesAfter(reported ?? []);
  const left_ms = new BoundedMap<string, number>(mostRemembered);
  for (const [id, at_ms] of earlier) left_ms.set(id, at_ms);
  const present = new Map<string, Present>(
    [...known].map(([id, person]) => [id, { ...person, is_seen: false, ...notMissed }]),
  );
  // Nothing is known of what was said while no page was open.
  let hasLooked = isUnbroken;
  /** What was heard of people who were not shown yet. */
  let early: readonly SpeechView[] = [];

  const event = (
    { id, user_uuid, name, is_host }: ParticipantView,
    event_type: EventType,
    at_ms: number,
  ): ParticipantEvent => ({
    id: stableId('participant_event', bot_id, at_ms, event_type, id),
    participant_name: name,
    participant_uuid: id,
    participant_user_uuid: user_uuid,
    participant_is_host: is_host,
    event_type,
    event_data: {},
    timestamp_ms: at_ms,
  });

  /** Nothing is told of somebody as earlier than what was told of them before, nor twice. */
  const tell = (person: Present, type: EventType, at_ms: number): ParticipantEvent => {
    const due_ms = Math.max(at_ms, toldLast(person));
    const told_ms = due_ms === person.told_ms.get(type) ? due_ms + 1 : due_ms;
    person.told_ms.set(type, told_ms);
    return event(person.view, type, told_ms);
  };

  const stopSpeaking = (person: Present, at_ms: number): ParticipantEvent[] => {
    if (!person.is_speaking) return [];
    person.is_speaking = false;
    return [tell(person, 'speech_stop', at_ms)];
  };

  /** Closes what was being said when an earlier worker was lost. */
  const closeEarlier = (speech: readonly SpeechView[], now_ms: number): ParticipantEvent[] => {
    if (hasLooked) return [];
    hasLooked = true;
    return [...present.values()].flatMap((person) => {
      const heard_ms = speech
        .filter(({ participant_id }) => participant_id === person.view.id)
        .map(({ at_ms }) => at_ms);
      return stopSpeaking(person, Math.min(now_ms, ...heard_ms));
    });
  };

  const arrive = (view: ParticipantView, now_ms: number): ParticipantEvent[] => {
    const known = present.get(view.id);
    if (known) {
      Object.assign(known, { view, is_seen: true, ...notMissed });
      return [];
    }
    const shown_ms = view.joined_at_ms ?? 0;
    // Who comes back under the same id may still carry the time of the first arrival.
    const isKnown = shown_ms > (left_ms.get(view.id) ?? 0);
    // A platform's clock may be ahead of ours.
    const joined_ms = isKnown ? Math.min(shown_ms, now_ms) : now_ms;
    const told_ms = new Map<EventType, number>([['join', joined_ms]]);
    present.set(view.id, { view, is_speaking: false, is_seen: true, ...notMissed, told_ms });
    return [event(view, 'join', joined_ms)];
  };

  const miss = (person: Present, now_ms: number): ParticipantEvent[] => {
    person.missing_since_ms ??= now_ms;
    person.missing_looks += 1;
    if (person.missing_looks < goneAfterLooks) return [];
    if (now_ms - person.missing_since_ms < (person.is_seen ? goneAfterMs : neverSeenGoneAfterMs)) return [];
    present.delete(person.view.id);
    const stopped = stopSpeaking(person, person.missing_since_ms);
    const left = tell(person, 'leave', person.missing_since_ms);
    left_ms.set(person.view.id, left.timestamp_ms);
    return [...stopped, left];
  };

  /** What was heard of people of whom it can be told now. What was heard of others is kept until it can. */
  const due = (speech: readonly SpeechView[], canTell: (id: string) => boolean): SpeechView[] => {
    const heard = [...early, ...speech];
    early = heard.filter(({ participant_id }) => !canTell(participant_id)).slice(-mostRemembered);
    return heard.filter(({ participant_id }) => canTell(participant_id));
  };

  /** Starts and stops come in pairs; of somebody who is not in the roster nothing is told. */
  const hear = ({ participant_id, type, at_ms }: SpeechView): ParticipantEvent[] => {
    const person = present.get(participant_id);
    if (!person) return [];
    if (type === 'speech_stop') return stopSpeaking(person, at_ms);
    if (person.is_speaking) return [];
    person.is_speaking = true;
    return [tell(person, 'speech_start', at_ms)];
  };

  /**
   * In the order of time, as people may be heard by several tracks. Of what was said before that which was told last, as
   * before somebody came, only what goes on: the last that was heard of each until then.
   */
  const sinceTold = (heard: readonly SpeechView[]): SpeechView[] => {
    const speech = heard.toSorted((one, other) => one.at_ms - other.at_ms);
    const isEarlier = ({ participant_id, at_ms }: SpeechView): boolean => {
      const person = present.get(participant_id);
      return person !== undefined && at_ms <= toldLast(person);
    };
    const last = new Map(speech.filter(isEarlier).map((one) => [one.participant_id, one]));
    return speech.filter((one) => !isEarlier(one) || last.get(one.participant_id) === one);
  };

  return {
    /** Everybody who is there but the bot. */
    get others(): ParticipantView[] {
      return [...present.values()].map(({ view }) => view);
    },
    /** The meeting was joined anew, and may need a moment to show everybody. */
    lookAnew(): void {
      hasLooked = false;
      isAnew = wasShown;
      early = [];
      for (const person of present.values()) Object.assign(person, { is_seen: false, ...notMissed });
    },
    /** Whether anybody is being heard. */
    get isAnySpeaking(): boolean {
      return [...present.values()].some(({ is_speaking }) => is_speaking);
    },
    find: (id: string): ParticipantView | undefined => present.get(id)?.view,
    /** What is new since the last look: arrivals, then speech, then leaves. */
    look(shown: readonly ParticipantView[], speech: readonly SpeechView[], now_ms: number): ParticipantEvent[] {
      wasShown = true;
      const shownIds = new Set(shown.map(({ id }) => id));
      const heard = due(speech, (id) => shownIds.has(id) || present.has(id));
      const closed = closeEarlier(heard, now_ms);
      const others = ghosts.others(shown, heard, (id) => present.has(id), now_ms);
      const ids = new Set(others.map(({ id }) => id));
      const arrivals = others.flatMap((view) => arrive(view, now_ms));
      const missing = [...present.values()].filter(({ view }) => !ids.has(view.id));
      const spoken = sinceTold(heard).flatMap(hear);
      return [...closed, ...arrivals, ...spoken, ...missing.flatMap((person) => miss(person, now_ms))];
    },
    /** What was heard since the last look, where nobody is shown any more, or not yet. */
    hearLast: (speech: readonly SpeechView[]): ParticipantEvent[] =>
      sinceTold(due(speech, (id) => hasLooked && present.has(id))).flatMap(hear),
    /** The end of the session: closes speech that is still going on. */
    close: (now_ms: number): ParticipantEvent[] =>
      [...present.values()].flatMap((person) => stopSpeaking(person, now_ms)),
  };
};
export type Roster = ReturnType<typeof createRoster>;
