/** What is wrong with the transcript of a meeting of which is known who said what, and when. */
import type { RecordingPart, Utterance } from '../../lib/client/generated.ts';
import type { Said } from './platform-meetings.ts';

/** A bot that has come in turns captions on, and hears of voices, a moment later. */
const settledMs = 6_000;
/** What was said has been heard, and stored, so long after. */
const storedMs = 3_000;
/** Whose is what nobody can be told to have said. */
const nobody = 'unknown';

const answers = (sentence: Said, { speaker_name, transcription }: Utterance): boolean =>
  speaker_name === sentence.who && transcription.transcript === sentence.text;

/** How long an utterance is within a sentence; sound comes a little later than it was sent. */
const shared_ms = ({ start_ms, end_ms }: Said, { timestamp_ms, duration_ms }: Utterance): number =>
  Math.max(0, Math.min(timestamp_ms + duration_ms, end_ms + 600) - Math.max(timestamp_ms, start_ms - 100));

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** What is wrong with a transcript that was read from captions. */
export const wrongInCaptions = (
  due: readonly Said[],
  said: readonly Said[],
  transcript: readonly Utterance[],
): string[] => [
  ...due.flatMap((sentence) => {
    const times = transcript.filter((one) => answers(sentence, one)).length;
    return times === 1 ? [] : [`“${sentence.text}” of ${sentence.who} ${times} times in the transcript`];
  }),
  ...transcript
    .filter((one) => !said.some((sentence) => answers(sentence, one)))
    .map((one) => `“${one.transcription.transcript}” under the name of ${one.speaker_name}`),
];

/** What is wrong with one of which only who spoke, and when, is known. */
export const wrongInSound = (
  due: readonly Said[],
  said: readonly Said[],
  transcript: readonly Utterance[],
): string[] => [
  ...due.flatMap((sentence) => {
    const own = transcript.filter(({ speaker_name }) => speaker_name === sentence.who);
    const part = sum(own.map((one) => shared_ms(sentence, one))) / (sentence.end_ms - sentence.start_ms);
    return part > 0.5 && part < 1.5 ? [] : [`“${sentence.text}” of ${sentence.who} heard for ${part.toFixed(1)} of it`];
  }),
  ...transcript.flatMap((one) => {
    // What is nobody's is under no wrong name.
    if (one.speaker_name === nobody) return [];
    const own = said.filter(({ who }) => who === one.speaker_name);
    const part = sum(own.map((sentence) => shared_ms(sentence, one))) / Math.max(1, one.duration_ms);
    return part > 0.5 ? [] : [`${one.duration_ms} ms that ${one.speaker_name} did not say`];
  }),
];

/** What was said while the bot was certainly there and settled. */
export const dueIn = (said: readonly Said[], parts: readonly RecordingPart[]): Said[] =>
  said.filter(({ start_ms, end_ms }) =>
    parts.some(
      ({ start_timestamp_ms: from_ms, duration_ms }) =>
        start_ms > from_ms + settledMs && end_ms + storedMs < from_ms + duration_ms,
    ),
  );
