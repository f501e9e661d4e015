/** An hour of conversation as a capture worker sees it: who enters, speaks and leaves when. The same every time. */
import type { Captured, ParticipantEvent, Utterance } from '../../lib/domain/captured/captured.ts';

const people = 20;
const utterances = 600;
const hourMs = 3_600_000;
/** From the end of speech until the provider of the transcript has its text. */
const providerMs = 600;

export interface Happening {
  readonly at_ms: number;
  readonly entries: Partial<Captured>;
}

const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** 600 utterances of about 12 words, 1,200 speech events, 40 joins and leaves, in the order of time. */
export const anHour = (startMs: number): Happening[] => {
  const random = randomFrom(7);
  const happenings: Happening[] = [];
  const participant = (n: number) => ({
    participant_name: `Participant Number ${n}`,
    participant_uuid: `0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a${String(n).padStart(2, '0')}`,
    participant_user_uuid: null,
    participant_is_host: n === 0,
  });
  const tell = (at_ms: number, n: number, event_type: ParticipantEvent['event_type']): void => {
    const id = `evt_01KJNWKZ00ABCDEFGHJK${String(happenings.length).padStart(6, '0')}`;
    const event = { id, ...participant(n), event_type, event_data: {}, timestamp_ms: startMs + Math.round(at_ms) };
    happenings.push({ at_ms, entries: { participant_events: [event] } });
  };
  for (let n = 0; n < people; n += 1) {
    tell(random() * 120_000, n, 'join');
    tell(hourMs - random() * 60_000, n, 'leave');
  }
  const turnMs = (hourMs - 200_000) / utterances;
  for (let i = 0; i < utterances; i += 1) {
    const begin = 125_000 + i * turnMs + random() * 800;
    const duration_ms = Math.round(turnMs * (0.4 + 0.45 * random()));
    const n = Math.floor(random() * people);
    const { participant_name, participant_uuid, participant_is_host } = participant(n);
    tell(begin, n, 'speech_start');
    tell(begin + duration_ms, n, 'speech_stop');
    const utterance: Utterance = {
      speaker_name: participant_name,
      speaker_uuid: participant_uuid,
      speaker_user_uuid: null,
      speaker_is_host: participant_is_host,
      timestamp_ms: startMs + Math.round(begin),
      duration_ms,
      transcription: { transcript: 'so what we agreed on last week still holds, does it not?' },
    };
    happenings.push({ at_ms: begin + duration_ms + providerMs, entries: { utterances: [utterance] } });
  }
  return happenings.sort((a, b) => a.at_ms - b.at_ms);
};

/**
 * What a worker reports together when it reports at most so often, and at once after a silence; beginnings and ends of speech
 * wait for so long for something else.
 */
export const batchesOf = (
  happenings: readonly Happening[],
  everyMs: number,
  speechMs = 0,
): { at_ms: number; entries: Captured }[] => {
  const batches: { at_ms: number; entries: { utterances: Utterance[]; participant_events: ParticipantEvent[] } }[] = [];
  for (const { at_ms, entries } of happenings) {
    const { utterances = [], participant_events = [] } = entries;
    const isPatient =
      utterances.length === 0 && participant_events.every(({ event_type }) => event_type.startsWith('speech'));
    const last = batches.at(-1);
    const isOpen = last !== undefined && last.at_ms >= at_ms;
    const earliest_ms = (batches.at(isOpen ? -2 : -1)?.at_ms ?? -everyMs) + everyMs;
    const goes_ms = Math.max(at_ms + (isPatient ? speechMs : 0), earliest_ms);
    let batch = isOpen ? last : undefined;
    if (!batch) {
      batch = { at_ms: goes_ms, entries: { utterances: [], participant_events: [] } };
      batches.push(batch);
    }
    batch.at_ms = Math.min(batch.at_ms, goes_ms);
    batch.entries.utterances.push(...utterances);
    batch.entries.participant_events.push(...participant_events);
  }
  return batches.map(({ at_ms, entries }) => ({ at_ms, entries: { ...entries, chat_messages: [] } }));
};
