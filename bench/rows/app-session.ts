/** What a minute of an app session costs (row 23): three people talk and are seen, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { aDataFolder } from '../../test/lab/hosts/data-folder.ts';
import type { Row } from '../row.ts';

const minutes = 2;

const Cost = z.object({ cpu_s: z.number(), peak_mb: z.number(), duration_ms: z.number(), pieces: z.number() });
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
    const { cpu_s, peak_mb, duration_ms, pieces } = Cost.parse((await linesOf(session).next()).value);
    const perMinute = cpu_s / (duration_ms / 60_000);
    const heard = speech ? `, ${pieces} pieces of speech` : '';
    return `${perMinute.toFixed(2)}, ${Math.round(peak_mb)} MB (${Math.round(duration_ms / 1000)} s recorded; its start is left out, its finishing is not${heard})`;
  } finally {
    meeting.kill();
  }
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
];
