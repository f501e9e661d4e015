/** Moments of a meeting, and where they lie in its recording, which leaves out what was paused or lost. */
import type { BotEvent, ParticipantEvent, RecordingPart, Utterance } from '../../../lib/client/generated.ts';
import { offsetIn } from '../../../lib/domain/captured/written-transcript.ts';
import { clockOf, lengthOf } from '../../bots/times.ts';
import type { Entry } from '../transcript/entries.ts';

export type Span = readonly [from: number, to: number];

const endOf = ({ start_timestamp_ms, duration_ms }: RecordingPart): number => start_timestamp_ms + duration_ms;

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

/** What stands beside an entry: where in the recording it is heard; without one, when it happened. */
export const timeIn =
  (recording: Recorded) =>
  ({ timestamp_ms }: Pick<Entry, 'timestamp_ms'>): string =>
    recording ? lengthOf(offsetIn(recording.parts, timestamp_ms)) : clockOf(timestamp_ms);

const written: Readonly<Record<Entry['kind'], (entry: Entry) => string>> = {
  said: ({ who, text }) => `${who}: ${text}`,
  wrote: ({ who, text }) => `${who} wrote: ${text}`,
  came: ({ who }) => `${who} came`,
  went: ({ who }) => `${who} went`,
};

/** What was said and written as a text, for people: a line for each entry. */
export const transcriptText = (recorded: Recorded, entries: readonly Entry[]): string =>
  entries.map((entry) => `[${timeIn(recorded)(entry)}] ${written[entry.kind](entry)}\n`).join('');

/** The line that is heard at a moment, among all entries: the last that has begun. -1 before the first. */
export const lineAt = (entries: readonly Pick<Entry, 'kind' | 'timestamp_ms'>[], at_ms: number): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.timestamp_ms ?? 0) <= at_ms) low = middle + 1;
    else high = middle;
  }
  while (low > 0 && entries[low - 1]?.kind !== 'said') low -= 1;
  return low - 1;
};

export interface Lane {
  readonly name: string;
  /** When somebody spoke: from and to, in Unix ms. */
  readonly spoke: readonly Span[];
}

type Line = Pick<Utterance, 'speaker_uuid' | 'speaker_name' | 'timestamp_ms' | 'duration_ms'>;

/** What was written down, as spans of speech, by speaker. */
const writtenLanes = (lines: readonly Line[]): Lane[] => {
  const bySpeaker = Map.groupBy(lines, ({ speaker_uuid }) => speaker_uuid);
  return [...bySpeaker.values()].map((said) => ({
    name: said[0]?.speaker_name ?? '',
    spoke: said.map(({ timestamp_ms, duration_ms }) => [timestamp_ms, timestamp_ms + duration_ms] as const),
  }));
};

/**
 * A lane for each who spoke, in the order in which they first did: by the events that tell so, or where there are none, as
 * in app sessions, by what was written down.
 */
export const lanesOf = (events: readonly ParticipantEvent[], lines: readonly Line[], end_ms: number): Lane[] => {
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
  if (lanes.size === 0) return writtenLanes(lines);
  return [...lanes.values()].map(({ name, spoke, since }) => ({
    name,
    spoke: since === undefined ? spoke : [...spoke, [since, end_ms] as const],
  }));
};

/**
 * From the first to the last that is known of a meeting, recorded or not, in Unix ms. A chat may hold what was written long
 * before: it makes a meeting longer at its end only.
 */
export const spanOf = (parts: readonly RecordingPart[], noted: readonly number[], written: readonly number[]): Span => {
  const known = [...parts.flatMap((part) => [part.start_timestamp_ms, endOf(part)]), ...noted];
  const least = (moments: readonly number[]) => moments.reduce((one, other) => Math.min(one, other), Infinity);
  const most = [...known, ...written].reduce((one, other) => Math.max(one, other), 0);
  return [Math.min(most, least(known.length > 0 ? known : written)), most];
};

/** When recording was paused: from and to, in Unix ms; without an end where it was never resumed. */
export const pausesOf = (happened: readonly Pick<BotEvent, 'type' | 'created_at'>[]): Span[] => {
  const pauses: Span[] = [];
  let since: number | undefined;
  for (const { type, created_at } of happened) {
    if (type === 'recording_paused') since ??= Date.parse(created_at);
    if (type !== 'recording_resumed' || since === undefined) continue;
    pauses.push([since, Date.parse(created_at)]);
    since = undefined;
  }
  return since === undefined ? pauses : [...pauses, [since, Infinity]];
};

export interface Gap {
  readonly span: Span;
  /** Why nothing was recorded then; `before` and `after` are the ends of a meeting. */
  readonly kind: 'paused' | 'lost' | 'before' | 'after';
}

/** A recording begins and ends within so long of its meeting: that is none of its gaps. */
const edgeMs = 5_000;

/** Where nothing was recorded, between the parts of a recording and at both ends. */
export const gapsOf = (parts: readonly RecordingPart[], [start, end]: Span, pauses: readonly Span[]): Gap[] => {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const gap = (from: number, to: number, kind: Gap['kind']): Gap[] => {
    const isPaused = pauses.some(([since, until]) => since < to && until > from);
    const isEdge = kind !== 'lost' && to - from < edgeMs;
    return to <= from || isEdge ? [] : [{ span: [from, to], kind: isPaused ? 'paused' : kind }];
  };
  return [
    ...gap(start, first.start_timestamp_ms, 'before'),
    ...parts.slice(1).flatMap((part, i) => gap(endOf(parts[i] ?? part), part.start_timestamp_ms, 'lost')),
    ...gap(endOf(last), end, 'after'),
  ];
};

/** The line on which a meeting is drawn: with a recording its own time, as player and transcript have it; without one, that of the day. */
export interface Axis {
  readonly length_ms: number;
  /** How far along it a moment lies, in ms: where the recording goes on for one at which nothing was recorded. */
  readonly offsetOf: (at_ms: number) => number;
}

export const axisOf = (parts: readonly RecordingPart[], [start, end]: Span): Axis =>
  parts.length > 0
    ? { length_ms: offsetIn(parts, Infinity), offsetOf: (at_ms) => offsetIn(parts, at_ms) }
    : { length_ms: end - start, offsetOf: (at_ms) => Math.max(0, at_ms - start) };

/** The lanes, with spans in ms along an axis; without what was said, and those who spoke, while nothing was recorded. */
export const lanesOn = ({ offsetOf }: Axis, lanes: readonly Lane[]): Lane[] =>
  lanes
    .map(({ name, spoke }) => ({
      name,
      spoke: spoke.map(([from, to]) => [offsetOf(from), offsetOf(to)] as const).filter(([from, to]) => to > from),
    }))
    .filter(({ spoke }) => spoke.length > 0);

/** The gaps in words, told by the recording's own time. */
export const gapWords = ({ offsetOf }: Axis, gaps: readonly Gap[]): string =>
  gaps
    .map(({ kind, span: [from, to] }) => {
      const lasted = lengthOf(to - from);
      if (kind === 'before' || kind === 'after') return `${lasted} ${kind} the recording`;
      return `${lasted} at ${lengthOf(offsetOf(from))} (${kind})`;
    })
    .join(', ');
