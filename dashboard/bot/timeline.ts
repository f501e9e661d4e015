/** Moments of a meeting, and where they lie in its recording, which leaves out what was paused or lost. */
import type { ParticipantEvent, RecordingPart, Utterance } from '../../lib/client/generated.ts';
import { clockOf, lengthOf } from '../bots/times.ts';
import { type Line, textOf } from './found.ts';

/** Where in the file a moment lies, in seconds; that of the next part for a moment between two. */
export const fileSecondsAt = (parts: readonly RecordingPart[], at_ms: number): number => {
  let before_ms = 0;
  for (const { start_timestamp_ms, duration_ms } of parts) {
    if (at_ms < start_timestamp_ms) break;
    if (at_ms < start_timestamp_ms + duration_ms) return (before_ms + at_ms - start_timestamp_ms) / 1000;
    before_ms += duration_ms;
  }
  return before_ms / 1000;
};

/** The moment, in Unix ms, of a place in the file. */
export const momentAt = (parts: readonly RecordingPart[], seconds: number): number => {
  let rest_ms = seconds * 1000;
  for (const { start_timestamp_ms, duration_ms } of parts) {
    if (rest_ms < duration_ms) return start_timestamp_ms + rest_ms;
    rest_ms -= duration_ms;
  }
  const last = parts.at(-1);
  return last ? last.start_timestamp_ms + last.duration_ms : 0;
};

/** What there is of a recording, if anything. */
type Recorded = { readonly parts: readonly RecordingPart[] } | null | undefined;

/** What stands beside a line: where in the recording it is heard; without one, when it was said. */
export const timeIn =
  (recording: Recorded) =>
  ({ timestamp_ms }: Pick<Utterance, 'timestamp_ms'>): string =>
    recording ? lengthOf(fileSecondsAt(recording.parts, timestamp_ms) * 1000) : clockOf(timestamp_ms);

/** What was said as a text, for people: a line for each that somebody said. */
export const transcriptText = (
  recorded: Recorded,
  lines: readonly (Line & Pick<Utterance, 'timestamp_ms'>)[],
): string => lines.map((line) => `[${timeIn(recorded)(line)}] ${line.speaker_name}: ${textOf(line)}\n`).join('');

/** The line that is heard at a moment: the last one that has begun. -1 before the first. */
export const lineAt = (lines: readonly Utterance[], at_ms: number): number => {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.timestamp_ms ?? 0) <= at_ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

export interface Lane {
  readonly name: string;
  /** When somebody spoke: from and to, in Unix ms. */
  readonly spoke: readonly (readonly [from: number, to: number])[];
}

/** A lane for each who spoke, in the order in which they first did. */
export const lanesOf = (events: readonly ParticipantEvent[], end_ms: number): Lane[] => {
  const lanes = new Map<string, { name: string; spoke: [number, number][]; since: number | undefined }>();
  for (const { participant_uuid, participant_name, event_type, timestamp_ms } of events) {
    const lane = lanes.get(participant_uuid) ?? { name: participant_name, spoke: [], since: undefined };
    if (event_type === 'speech_start') {
      lanes.set(participant_uuid, lane);
      lane.since ??= timestamp_ms;
    } else if (event_type !== 'join' && lane.since !== undefined) {
      lane.spoke.push([lane.since, timestamp_ms]);
      lane.since = undefined;
    }
  }
  return [...lanes.values()].map(({ name, spoke, since }) => ({
    name,
    spoke: since === undefined ? spoke : [...spoke, [since, end_ms] as const],
  }));
};

/** Between two parts nothing was recorded. */
export const gapsOf = (parts: readonly RecordingPart[]): (readonly [from: number, to: number])[] =>
  parts.slice(1).map(({ start_timestamp_ms }, i) => {
    const before = parts[i];
    return [before ? before.start_timestamp_ms + before.duration_ms : start_timestamp_ms, start_timestamp_ms] as const;
  });
