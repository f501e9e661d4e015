/**
 * What a minute of an app session costs (row 23): three people talk and are seen, in a process of its own. And whether what
 * they say, all at once and while connections are cut, is taken for whose it is (row 23c).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { aLongMeeting, utterancesOf } from '../../test/facsimiles/rtms/script.ts';
import { aDataFolder } from '../../test/lab/hosts/data-folder.ts';
import { runStreamedSession } from '../../test/lab/worlds/streamed-session.ts';
import type { Row } from '../row.ts';

const minutes = 2;

const Cost = z.object({
  cpu_s: z.number(),
  steady_cpu_s_per_min: z.number(),
  peak_mb: z.number(),
  duration_ms: z.number(),
  pieces: z.number(),
});
const Stream = z.looseObject({ server_urls: z.array(z.string()) });

const start = (worker: string, argument: string): ChildProcess =>
  spawn(
    process.execPath,
    ['--conditions=local', fileURLToPath(new URL(`../workers/${worker}.ts`, import.meta.url)), argument],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, MALLOC_ARENA_MAX: '2' } },
  );

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<unknown> {
  if (stdout) for await (const line of createInterface({ input: stdout })) yield JSON.parse(line);
}

/** `speech`: what is said is also handed over to be transcribed. */
const costOf = async (format: 'mp4' | 'mp3', speech: boolean): Promise<string> => {
  await using folder = await aDataFolder();
  const meeting = start('stream-meeting', String(minutes));
  try {
    const stream = Stream.parse((await linesOf(meeting).next()).value);
    const session = start('stream-session', JSON.stringify({ ...stream, folder: folder.path, format, speech }));
    const {
      cpu_s,
      steady_cpu_s_per_min: steady,
      peak_mb,
      duration_ms,
      pieces,
    } = Cost.parse((await linesOf(session).next()).value);
    const perMinute = cpu_s / (duration_ms / 60_000);
    const heard = speech ? `, ${pieces} pieces of speech` : '';
    const recorded = `${Math.round(duration_ms / 1000)} s recorded${heard}`;
    return `${steady.toFixed(2)}, ${Math.round(peak_mb)} MB (${perMinute.toFixed(2)} with the first half minute and with its finishing; ${recorded})`;
  } finally {
    meeting.kill();
  }
};

const longMinutes = 10;
const cutEveryMs = 30_000;

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** In a time that runs as fast as it can. */
const attributed = async (): Promise<string> => {
  const meeting = aLongMeeting(longMinutes, 'small');
  const cuts = Array.from({ length: (longMinutes * 60_000) / cutEveryMs - 1 }, (_, n) => ({
    at_ms: (n + 1) * cutEveryMs + 700,
    does: 'cut' as const,
    what: 'media' as const,
  }));
  const script = [...meeting, ...cuts].toSorted((a, b) => a.at_ms - b.at_ms);
  const said = utterancesOf(script);
  const written = await runStreamedSession({ script });
  const find = ({ who, text }: (typeof said)[number]) =>
    written.bot.seen.utterances.some(
      (one) => one.speaker_name === who.user_name && one.transcription.transcript === text,
    );
  const heard = await runStreamedSession({ script, transcription: { custom_async: {} }, format: 'mp3' });
  const ofPiece = ({ timestamp_ms, duration_ms, speaker_name }: (typeof heard.pieces)[number]) => {
    const middle_ms = timestamp_ms + duration_ms / 2 - heard.from_ms;
    return said.some(
      ({ who, at_ms, duration_ms: long_ms }) =>
        who.user_name === speaker_name && middle_ms > at_ms - 500 && middle_ms < at_ms + long_ms + 500,
    );
  };
  const late_ms = heard.pieces.map(
    ({ timestamp_ms, duration_ms, handed_ms }) => handed_ms - timestamp_ms - duration_ms,
  );
  const astray = heard.pieces.filter((piece) => !ofPiece(piece)).length;
  const parts = written.recording?.parts.length;
  return `${said.filter((one) => !find(one)).length} of ${said.length}; ${astray} of ${heard.pieces.length}; ${(middleOf(late_ms) / 1000).toFixed(2)} s; ${cuts.length} cuts, ${parts} part`;
};

export const appSessionRows: readonly Row[] = [
  {
    number: 23,
    title: 'app session, CPU-seconds per meeting-minute at 720p, and memory',
    target: '≤ 3, ≤ 200 MB',
    measure: () => costOf('mp4', false),
  },
  {
    number: '23a',
    title: '… with speech handed over to be transcribed',
    target: '≤ 3, ≤ 200 MB',
    measure: () => costOf('mp4', true),
  },
  {
    number: '23b',
    title: '… sound only',
    target: '≤ 1.5, ≤ 200 MB',
    measure: () => costOf('mp3', false),
  },
  {
    number: '23c',
    title:
      'app session of ten minutes, three speakers, cut every 30 s: sentences lost or somebody else’s; pieces of speech that are nobody’s; pieces handed over after the end of speech, p50',
    target: '0; 0; ≤ 0.5 s; one part',
    measure: attributed,
  },
];
