/**
 * What a minute of an app session costs (row 23): three people talk and are seen, in a process of its own. Whether what
 * they say, all at once and while connections are cut, is taken for whose it is (row 23c). And whether anything grows with
 * its length (row 23d): `SESSION_MINUTES=60 npm run bench -- 23d` watches one for an hour.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { buildWorker } from '../../../lib/capture/build/worker.ts';
import { filmOf } from '../../../test/facsimiles/rtms/films/films.ts';
import { voiceOf } from '../../../test/facsimiles/rtms/meeting.ts';
import { anRtms } from '../../../test/facsimiles/rtms/rtms.ts';
import { aLongMeeting, maya, utterancesOf } from '../../../test/facsimiles/rtms/script.ts';
import { aDataFolder } from '../../../test/lab/hosts/data-folder.ts';
import { heardIn, latenessOf, packetsOf } from '../../../test/lab/in-step.ts';
import { runStreamedSession } from '../../../test/lab/worlds/streams/streamed-session.ts';
import { growthPerHour } from '../../memory/samples.ts';
import type { Row } from '../../row.ts';
import { aHomeWithApp } from '../../worlds/home-with-app.ts';

const minutes = 2;
const watchedMinutes = Number(process.env.SESSION_MINUTES ?? 12);

const Cost = z.object({
  cpu_s: z.number(),
  steady_cpu_s_per_min: z.number(),
  peak_mb: z.number(),
  duration_ms: z.number(),
  pieces: z.number(),
  memory: z.array(z.object({ at_s: z.number(), held_mb: z.number(), resident_mb: z.number() })),
});
type Cost = z.infer<typeof Cost>;
const Stream = z.looseObject({ server_urls: z.array(z.string()) });

const pathOf = (worker: string): string => fileURLToPath(new URL(`../../workers/${worker}.ts`, import.meta.url));
const start = (program: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, ['--conditions=local', '--expose-gc', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<unknown> {
  if (stdout) for await (const line of createInterface({ input: stdout })) yield JSON.parse(line);
}

interface Session {
  readonly format: 'mp4' | 'mp3';
  /** What is said is also handed over to be transcribed. */
  readonly speech: boolean;
  readonly watched: boolean;
  /** Whose key pictures are 2 s apart, or 20. */
  readonly film?: 'hd' | 'rare';
}

/** A session in a meeting of so many minutes, in one file, as it is deployed: run from its sources it takes 50 MB more. */
const runSession = async (minutes: number, { film = 'hd', ...session }: Session): Promise<Cost> => {
  await using folder = await aDataFolder();
  buildWorker(folder.path, 'app-session-worker', { entry: pathOf('stream-session'), conditions: ['local'] });
  const meeting = start(pathOf('stream-meeting'), String(minutes), film);
  try {
    const stream = Stream.parse((await linesOf(meeting).next()).value);
    const running = start(
      join(folder.path, 'app-session-worker.mjs'),
      JSON.stringify({ ...stream, folder: folder.path, ...session }),
    );
    return Cost.parse((await linesOf(running).next()).value);
  } finally {
    meeting.kill();
  }
};

const costOf = async (format: 'mp4' | 'mp3', speech: boolean, film: 'hd' | 'rare' = 'hd'): Promise<string> => {
  const cost = await runSession(minutes, { format, speech, watched: false, film });
  const { cpu_s, steady_cpu_s_per_min: steady, peak_mb, duration_ms, pieces } = cost;
  const perMinute = cpu_s / (duration_ms / 60_000);
  const heard = speech ? `, ${pieces} pieces of speech` : '';
  const recorded = `${Math.round(duration_ms / 1000)} s recorded${heard}`;
  return `${steady.toFixed(2)}, ${Math.round(peak_mb)} MB (${perMinute.toFixed(2)} with the first half minute and with its finishing; ${recorded})`;
};

/** Of the watched time, in which what is used is compiled and buffers find their size. */
const warmPart = 0.25;
const stretches = 12;

const watched = async (): Promise<string> => {
  const { steady_cpu_s_per_min, peak_mb, duration_ms, memory } = await runSession(watchedMinutes, {
    format: 'mp4',
    speech: false,
    watched: true,
  });
  const seen = memory.filter(({ at_s }) => at_s > (warmPart * duration_ms) / 1000);
  const growth = (of: 'held_mb' | 'resident_mb'): string =>
    growthPerHour(
      seen.map((one) => ({ at_s: one.at_s, value: one[of] })),
      duration_ms / 1000 / stretches,
    ).toFixed(1);
  return `held ${growth('held_mb')}, resident ${growth('resident_mb')}; at most ${Math.round(peak_mb)} MB; ${steady_cpu_s_per_min.toFixed(2)} CPU-s a minute, ${Math.round(duration_ms / 60_000)} minutes recorded`;
};

const longMinutes = 10;
const cuts = 20;
/** Never in the same part of a sentence, and the last one while there is something to be lost. */
const cutEveryMs = 28_700;

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Written = Awaited<ReturnType<typeof runStreamedSession>>;
type Said = ReturnType<typeof utterancesOf>[number];

/** So many of the last sentences are looked at which nobody else's come near. */
const lastSentences = 10;

/** By how much pictures are behind the sound at the end of a recording. */
const outOfStep = async ({ store, recording, from_ms }: Written, said: readonly Said[]): Promise<number> => {
  const isClear = (one: Said): boolean =>
    said.every(
      ({ at_ms, duration_ms }) =>
        at_ms === one.at_ms || at_ms + duration_ms < one.at_ms - 300 || at_ms > one.at_ms + 2_000,
    ) && said.filter(({ at_ms }) => at_ms === one.at_ms).length === 1;
  if (!recording) throw new Error('nothing was recorded');
  const { pictures, sound } = await packetsOf(
    store.objects.get(recording.name) ?? new Uint8Array(),
    recording.start_timestamp_ms,
  );
  const film = await filmOf('wide');
  const behind = await Promise.all(
    said
      .filter(isClear)
      .slice(-lastSentences)
      .map(async ({ at_ms, clip }) => {
        const said_ms = from_ms + at_ms;
        const silent_ms = (await voiceOf(clip)).samples.findIndex((sample) => Math.abs(sample) > 300) / 48;
        const [heard] = heardIn(sound, said_ms - 200, said_ms + 2_000);
        // Whoever begins to speak comes into the picture, whose film begins then.
        const shown = pictures.filter((picture) => picture.at_ms > said_ms && picture.at_ms < said_ms + 2_000);
        const late_ms = (heard?.at_ms ?? Number.NaN) - said_ms - silent_ms;
        return middleOf(latenessOf(shown, film, said_ms)) - late_ms;
      }),
  );
  return middleOf(behind.filter(Number.isFinite));
};

/** In a time that runs as fast as it can. */
const attributed = async (): Promise<string> => {
  const meeting = aLongMeeting(longMinutes, 'wide');
  const cut = Array.from({ length: cuts }, (_, n) => ({
    at_ms: (n + 1) * cutEveryMs,
    does: 'cut' as const,
    what: 'media' as const,
  }));
  const script = [...meeting, ...cut].toSorted((a, b) => a.at_ms - b.at_ms);
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
  /** From each cut until media flowed again. */
  const away_ms = cut.map(({ at_ms }) => {
    const cut_ms = written.from_ms + at_ms;
    return (written.accepted_ms.find((accepted_ms) => accepted_ms >= cut_ms) ?? Number.NaN) - cut_ms;
  });
  const lost = said.filter((one) => !find(one)).length;
  const [handed, away, behind] = [middleOf(late_ms), Math.max(...away_ms), await outOfStep(written, said)].map(
    (ms) => ms / 1000,
  ) as [number, number, number];
  const figure = `${lost} of ${said.length}; ${astray} of ${heard.pieces.length}; ${handed.toFixed(2)} s; ${away.toFixed(2)} s; ${parts} part; ${behind.toFixed(2)} s`;
  const isKept = lost + astray === 0 && handed <= 0.5 && away <= 2 && parts === 1 && Math.abs(behind) <= 0.08;
  if (!isKept) throw new Error(figure);
  return figure;
};

const sessions = 10;
const shortMs = 10_000;

const soon = async (): Promise<string> => {
  await using there = await aHomeWithApp();
  await using rtms = await anRtms();
  const { client, sink } = there;
  const took: Record<'connected' | 'told' | 'ended', number[]> = { connected: [], told: [], ended: [] };
  const until = async (is: () => boolean): Promise<number> => {
    while (!is()) await delay(5);
    return performance.now();
  };
  for (let n = 0; n < sessions; n += 1) {
    const stream = rtms.startStream();
    const began = performance.now();
    const webhooks = [{ url: sink.url, triggers: ['bot.state_change' as const] }];
    const { id } = await client.createAppSession({ body: { conf_rtms: { ...stream.started() }, webhooks } });
    const isTold = (state: string) => () =>
      sink.received.some(({ envelope }) => envelope.bot_id === id && envelope.data.new_state === state);
    took.connected.push((await until(() => stream.accepted.media > 0)) - began);
    took.told.push((await until(isTold('joined_recording'))) - began);
    using playing = await stream.play([
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 500, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: shortMs, does: 'end', reason: 6 },
    ]);
    await playing.done;
    const over = performance.now();
    took.ended.push((await until(isTold('ended'))) - over);
  }
  const of = (ms: readonly number[]): string =>
    `${(middleOf(ms) / 1000).toFixed(1)}, ${(Math.max(...ms) / 1000).toFixed(1)}`;
  const figure = `${of(took.connected)}; ${of(took.told)}; ${of(took.ended)}`;
  if (Math.max(...took.connected) > 3_000 || Math.max(...took.ended) > 8_000) throw new Error(figure);
  return figure;
};

const recordedMs = 11_300;

/** The process that looks after a session now. */
const workerOf = (data_dir: string, session_id: string): number => {
  using database = new DatabaseSync(join(data_dir, 'service.sqlite'), { readOnly: true });
  const workers = 'SELECT pid FROM capture_tasks WHERE id LIKE ? AND stopped_at IS NULL ORDER BY started_at DESC';
  return Number(database.prepare(workers).get(`${session_id}-%`)?.pid);
};

const killed = async (): Promise<string> => {
  await using there = await aHomeWithApp();
  await using rtms = await anRtms();
  const { client, data_dir } = there;
  const stream = rtms.startStream();
  const { id } = await client.createAppSession({ body: { conf_rtms: { ...stream.started() } } });
  const until = async (is: () => boolean | Promise<boolean>): Promise<number> => {
    while (!(await is())) await delay(20);
    return Date.now();
  };
  await until(() => stream.accepted.media === 1);
  using playing = await stream.play([
    { at_ms: 0, does: 'join', who: maya },
    { at_ms: 100, does: 'camera', who: maya, film: 'wide' },
    ...[1_000, 9_000, 17_000, 25_000].map((at_ms) => ({ at_ms, does: 'say', who: maya, clip: 'maya-01' }) as const),
    { at_ms: 2 * recordedMs + 8_000, does: 'end', reason: 6 },
  ]);
  await delay(recordedMs);
  const pid = workerOf(data_dir, id);
  const killedAt = Date.now();
  process.kill(pid, 'SIGKILL');
  const noticedAt = await until(() => {
    const now = workerOf(data_dir, id);
    return now > 0 && now !== pid;
  });
  await playing.done;
  const path = { object_id: id };
  await until(async () => (await client.getAppSession({ path })).state === 'ended');
  const [before, after, ...more] = (await client.getAppSessionMedia({ path })).parts;
  if (!before || !after || more.length > 0) throw new Error('the recording does not have two parts');
  const lost_ms = killedAt - before.start_timestamp_ms - before.duration_ms;
  const took_s = [lost_ms, noticedAt - killedAt, after.start_timestamp_ms - killedAt].map((ms) => ms / 1000);
  const figure = took_s.map((seconds) => seconds.toFixed(1)).join('; ');
  if (took_s.some((seconds, i) => seconds > ([8, 1, 4][i] ?? 0))) throw new Error(figure);
  return figure;
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
    number: '23f',
    title: '… at 720p, whose key pictures are 20 s apart',
    target: '≤ 3, ≤ 200 MB',
    measure: () => costOf('mp4', false, 'rare'),
  },
  {
    number: '23c',
    title:
      'app session of ten minutes, three speakers, its media cut 20 times: sentences lost or somebody else’s; pieces of speech that are nobody’s; pieces handed over after the end of speech, p50; media again after a cut, longest; parts; pictures behind sound at its end',
    target: '0; 0; ≤ 0.5 s; ≤ 2 s; one part; ≤ 0.08 s',
    measure: attributed,
  },
  {
    number: '23e',
    title:
      'a stream is forwarded → media flow, → the webhook that it is recorded; it ends after 10 s → the webhook that all is done; local stack, 10 one by one, s: median, longest',
    target: '≤ 3; ; ≤ 8',
    measure: soon,
  },
  {
    number: '23g',
    title: 'an app session’s worker is killed: media lost, noticed after, recording again after, s',
    target: 'lost ≤ 8, noticed ≤ 1, back ≤ 4',
    measure: killed,
  },
  {
    number: '23d',
    title: 'app session at 720p, growth of its memory in an hour, MB',
    target: '≤ 5',
    measure: watched,
  },
];
