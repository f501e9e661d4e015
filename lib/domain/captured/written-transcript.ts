/** A transcript as people read it, and as players show it beside the recording. Pure. */
import type { Bot } from '../bot/bot.ts';
import type { Utterance } from './captured.ts';
import type { RecordingPart } from './recording.ts';
import { readablePieces } from './subtitles.ts';

export const writtenFormats = ['text', 'srt', 'vtt'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

/** Media types. Of SRT there is no registered one, and what is named as no text is a file of bytes to many clients. */
export const writtenTypes: Readonly<Record<WrittenFormat, string>> = {
  text: 'text/plain',
  srt: 'text/plain',
  vtt: 'text/vtt',
};

/**
 * Where a moment lies in a recording of these parts, in ms from its beginning. What lies between two parts lies where they
 * meet.
 */
export const offsetIn = (parts: readonly RecordingPart[], at_ms: number): number => {
  let before = 0;
  for (const { start_timestamp_ms, duration_ms } of parts) {
    if (at_ms < start_timestamp_ms + duration_ms) return before + Math.max(0, at_ms - start_timestamp_ms);
    before += duration_ms;
  }
  return before;
};

type Recorded = Pick<Bot, 'events' | 'recording'>;

/** The stretches in which a bot recorded, as its events tell them; the last one may go on. */
const stretchesOf = ({ events }: Recorded): readonly RecordingPart[] => {
  const times = events.map(({ created_at }) => Date.parse(created_at));
  return times.flatMap((start_timestamp_ms, i) =>
    events[i]?.state === 'joined_recording'
      ? [{ start_timestamp_ms, duration_ms: (times[i + 1] ?? Number.POSITIVE_INFINITY) - start_timestamp_ms }]
      : [],
  );
};

/** The parts of a bot's recording; until it is finished, and where there is none, the stretches that it would be of. */
const partsOf = (bot: Recorded, utterances: readonly Utterance[]): readonly RecordingPart[] => {
  if (bot.recording) return bot.recording.parts.length > 0 ? bot.recording.parts : [bot.recording];
  const stretches = stretchesOf(bot);
  if (stretches.length > 0) return stretches;
  return [{ start_timestamp_ms: utterances[0]?.timestamp_ms ?? 0, duration_ms: Number.POSITIVE_INFINITY }];
};

interface Cue {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly speaker: string;
  readonly text: string;
  /** Why there is no text; players show nothing of it. */
  readonly failure: string | undefined;
}

/** A player shows nothing for shorter. */
const shortestMs = 300;
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const cuesOf = (utterances: readonly Utterance[], bot: Recorded): Cue[] => {
  const parts = partsOf(bot, utterances);
  return utterances.flatMap(({ timestamp_ms, duration_ms, speaker_name, transcription }) => {
    const text = inOneLine(transcription.transcript);
    const { error_code, error_message = error_code } = transcription;
    const failure = text === '' ? error_message : undefined;
    if (text === '' && failure === undefined) return [];
    const from_ms = offsetIn(parts, timestamp_ms);
    const to_ms = Math.max(from_ms + shortestMs, offsetIn(parts, timestamp_ms + duration_ms));
    return [{ from_ms, to_ms, speaker: inOneLine(speaker_name), text, failure }];
  });
};

const two = (number: number): string => String(number).padStart(2, '0');
const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};
const precise = (ms: number, mark: string): string =>
  `${clock(ms)}${mark}${String(Math.round(ms) % 1000).padStart(3, '0')}`;

/** https://www.w3.org/TR/webvtt1/#webvtt-cue-text */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Who said what; what could not be written down stands in brackets, with the reason. */
const lineOf = ({ speaker, text, failure }: Cue): string => {
  const said = failure === undefined ? text : `(${inOneLine(failure)})`;
  return speaker === '' ? said : `${speaker}: ${said}`;
};
const shown = (cues: readonly Cue[]): readonly Cue[] => cues.filter(({ failure }) => failure === undefined);

const writers: Readonly<Record<WrittenFormat, (cues: readonly Cue[]) => string>> = {
  text: (cues) => cues.map((cue) => `[${clock(cue.from_ms)}] ${lineOf(cue)}\n`).join(''),
  srt: (cues) =>
    shown(cues)
      .map(
        ({ from_ms, to_ms, speaker, text }, i) =>
          `${i + 1}\n${precise(from_ms, ',')} --> ${precise(to_ms, ',')}\n${speaker}: ${text}\n\n`,
      )
      .join(''),
  vtt: (cues) =>
    `WEBVTT\n\n${shown(cues)
      .map(
        ({ from_ms, to_ms, speaker, text }) =>
          `${precise(from_ms, '.')} --> ${precise(to_ms, '.')}\n<v ${escaped(speaker)}>${escaped(text)}\n\n`,
      )
      .join('')}`,
};

/** The transcript in a format, with times that count from the beginning of the bot's recording. */
export const writtenTranscript = (format: WrittenFormat, utterances: readonly Utterance[], bot: Recorded): string =>
  writers[format](cuesOf(format === 'text' ? utterances : utterances.flatMap(readablePieces), bot));
