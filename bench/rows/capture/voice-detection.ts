/** Row 31: where our gate hears speech, beside Silero VAD, the detector that most others use. Both hear the same sound. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { clips } from '../../../lib/demo-room/scripted/clips.ts';
import { pythonPackages } from '../../../test/facsimiles/python.ts';
import { speechOf } from '../../../test/facsimiles/sound/speech.ts';
import {
  at,
  dice,
  hearing,
  hum,
  laid,
  laughter,
  music,
  pink,
  rate,
  silence,
  typing,
  white,
} from '../../../test/lab/builders/sounds.ts';
import type { Row } from '../../row.ts';

/** From one moment to another, in ms. */
type Span = readonly [from: number, to: number];

interface Scene {
  readonly what: string;
  readonly samples: Float32Array;
  readonly said: readonly Span[];
}

const voiceDb = -25;
const sentencesInScene = 14;
const noises = { silence, white, pink, hum, typing, music };
const spans = z.array(z.tuple([z.number(), z.number()]));

/** Between which moments a sentence sounds: where it is louder than a thirtieth of its loudest. */
const soundOf = (samples: Float32Array): Span => {
  const step = rate / 100;
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, n) =>
    samples.subarray(n * step, (n + 1) * step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  const loud = Math.max(...levels) / 30;
  return [levels.findIndex((level) => level > loud) * 10, (levels.findLastIndex((level) => level > loud) + 1) * 10];
};

const names = [...clips.keys()].filter((name) => !name.endsWith('laugh'));
const sentenceNamed = async (name: string): Promise<Float32Array> =>
  at(
    Float32Array.from(await speechOf(name, rate), (sample) => sample / 32_768),
    voiceDb,
  );

/** People who speak one after the other, one to two and a half seconds apart; or, where they overlap, before the other is done. */
const talk = async (seed: number, overlap: boolean): Promise<Omit<Scene, 'what'>> => {
  const roll = dice(seed);
  const parts: [number, Float32Array][] = [];
  const said: Span[] = [];
  let now_ms = 3_000;
  for (let n = 0; n < sentencesInScene; n += 1) {
    const samples = await sentenceNamed(names[Math.floor(roll() * names.length)] ?? 'maya-01');
    const [from, to] = soundOf(samples);
    parts.push([now_ms - from, samples]);
    const last = said.at(-1);
    if (overlap && n % 2 === 1 && last) said[said.length - 1] = [last[0], Math.max(last[1], now_ms + to - from)];
    else said.push([now_ms, now_ms + to - from]);
    now_ms =
      overlap && n % 2 === 0
        ? now_ms + (to - from) / 2
        : Math.max(last?.[1] ?? 0, now_ms + to - from) + 1_000 + roll() * 1_500;
  }
  return { samples: laid(now_ms / 1000 + 3, ...parts), said };
};

const inNoise = async (name: keyof typeof noises, snr_db: number, seed: number, overlap = false): Promise<Scene> => {
  const { samples, said } = await talk(seed, overlap);
  const seconds = samples.length / rate;
  const noise = at(noises[name](seconds), voiceDb - snr_db);
  const what = overlap ? 'two at once' : name === 'silence' ? 'quiet' : `${name} ${snr_db} dB below`;
  return { what, samples: laid(seconds, [0, samples], [0, noise]), said };
};

const laughs = async (): Promise<[number, Float32Array][]> =>
  Promise.all(
    [...clips.keys()]
      .filter((name) => name.endsWith('laugh'))
      .map(async (name, n): Promise<[number, Float32Array]> => [5_000 + 10_000 * n, await sentenceNamed(name)]),
  );

const aMinuteOf = (what: string, samples: Float32Array): Scene => ({ what, samples, said: [] });

const scenes = async (): Promise<Scene[]> => [
  await inNoise('silence', 60, 1),
  await inNoise('pink', 40, 2, true),
  ...(await Promise.all(
    ([20, 10, 5] as const).flatMap((snr) =>
      (['white', 'pink', 'hum', 'typing', 'music'] as const).map((name, n) => inNoise(name, snr, 10 * snr + n)),
    ),
  )),
  aMinuteOf('white noise', at(white(60), -35)),
  aMinuteOf('pink noise', at(pink(60), -35)),
  aMinuteOf('hum', at(hum(60), -30)),
  aMinuteOf('typing', at(typing(60), -25)),
  aMinuteOf('music', at(music(60), -25)),
  aMinuteOf('recorded laughs', laid(60, ...(await laughs()))),
  aMinuteOf(
    'laughter',
    laid(60, ...[5, 15, 25, 35, 45].map((s): [number, Float32Array] => [s * 1000, at(laughter(3), -25)])),
  ),
];

const ours = (samples: Float32Array): Span[] => {
  const changes = hearing(samples);
  return changes.flatMap(({ type, at_ms }, n): Span[] =>
    type === 'speech_start' ? [[at_ms, changes[n + 1]?.at_ms ?? (samples.length / rate) * 1000]] : [],
  );
};

const silero = async (
  folder: string,
  all: readonly Scene[],
  { python, folder: packages }: { python: string; folder: string },
) => {
  const paths = await Promise.all(
    all.map(async ({ samples }, n) => {
      const path = join(folder, `${n}.f32`);
      await writeFile(path, new Uint8Array(samples.buffer));
      return path;
    }),
  );
  const program = fileURLToPath(new URL('../../fixtures/silero.py', import.meta.url));
  const { stdout } = await promisify(execFile)(python, [program, ...paths], {
    env: { ...process.env, PYTHONPATH: packages },
    maxBuffer: 16 * 1024 * 1024,
  });
  const found = z.record(z.string(), spans).parse(JSON.parse(stdout));
  return paths.map((path) => found[path] ?? []);
};

const touch = ([from, to]: Span, [since, until]: Span): boolean => from < until && since < to;
const overlapMs = ([from, to]: Span, others: readonly Span[]): number =>
  others.reduce((sum, [since, until]) => sum + Math.max(0, Math.min(to, until) - Math.max(from, since)), 0);

/** A pause begins a little after a sentence: its last sound, and the room, are no mistake. */
const marginMs = 150;

/** What was found, missed and made up in a scene; times in ms. */
const judged = ({ said, samples }: Scene, heard: readonly Span[]) => ({
  sentences: said.length,
  missed: said.filter((one) => !heard.some((span) => touch(span, one))).length,
  said_ms: said.reduce((sum, [from, to]) => sum + to - from, 0),
  heard_ms: said.reduce((sum, one) => sum + overlapMs(one, heard), 0),
  pause_ms: (samples.length / rate) * 1000 - said.reduce((sum, [from, to]) => sum + to - from + 2 * marginMs, 0),
  made_up_ms: heard.reduce(
    (sum, span) =>
      sum +
      span[1] -
      span[0] -
      overlapMs(
        span,
        said.map(([from, to]): Span => [from - marginMs, to + marginMs]),
      ),
    0,
  ),
  false_starts: heard.filter((span) => !said.some((one) => touch(span, one))).length,
});

const told = (results: readonly ReturnType<typeof judged>[]): string => {
  const sum = (of: keyof ReturnType<typeof judged>) => results.reduce((total, one) => total + one[of], 0);
  const made_up = ((100 * sum('made_up_ms')) / sum('pause_ms')).toFixed(1);
  const starts = `${sum('false_starts')} starts, ${made_up} %`;
  if (sum('sentences') === 0) return starts;
  const lost = (100 * (1 - sum('heard_ms') / sum('said_ms'))).toFixed(1);
  return `${sum('missed')} of ${sum('sentences')} missed, ${lost} %; ${starts}`;
};

const measure = async (): Promise<string> => {
  const packages = await pythonPackages('whisper.txt');
  if ('missing' in packages) return `not measured: ${packages.missing}`;
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-'));
  try {
    const all = await scenes();
    const theirs = await silero(folder, all, packages);
    const groups = Map.groupBy(all.keys(), (n) => all[n]?.what.replace(/^(?!music)\w+ (?=\d+ dB)/, 'noise ') ?? '');
    const lines = [...groups].map(([what, indexes]) => {
      const judge = (heard: (n: number) => readonly Span[]) =>
        told(indexes.flatMap((n) => (all[n] ? judged(all[n], heard(n)) : [])));
      return `${what}: ${judge((n) => ours(all[n]?.samples ?? new Float32Array()))} (Silero ${judge((n) => theirs[n] ?? [])})`;
    });
    return lines.join(' · ');
  } finally {
    await rm(folder, { recursive: true });
  }
};

export const voiceDetectionRows: readonly Row[] = [
  {
    number: 31,
    title:
      'speech found in made scenes: sentences missed, share of speech not heard; starts where nobody speaks, share of pauses heard as speech (Silero VAD beside it)',
    target: 'none missed; starts as few as those of Silero VAD, but for music',
    measure,
  },
];
