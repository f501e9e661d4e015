/**
 * Whether anything grows with the length of a meeting (row 16a): a whole worker in one in which more happens in twelve
 * minutes than in a very busy hour. `MEMORY_MINUTES=60 npm run bench -- 16a` watches it for an hour, and `MEMORY_LOG`
 * names a file for all that is seen on the way.
 */
import { appendFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type BusyWorker, startBusyWorker } from '../../memory/busy-worker.ts';
import { eventsOf } from '../../memory/events.ts';
import { growthPerHour, type Sample } from '../../memory/samples.ts';
import type { Row } from '../../row.ts';

const minuteMs = 60_000;
const usualMinutes = 12;
const lookEveryMs = 5_000;
/** Of the watched time, at most five minutes of it. */
const warmUp = { part: 0.25, most_s: 300 };
const pauseEveryLooks = 12;
const messageEveryLooks = 6;
/** In all: whoever looks into heaps leaves something there, and in the memory around them. */
const heapLooks = 12;
/** Said in an hour of a busy meeting, by the targets: what a growth is set against, beside the clock. */
const utterancesOfAnHour = 600;

/** The time between two looks into heaps, for which they collect garbage: of each, the least is what stays. */
const stretchMs = (duration_ms: number): number => duration_ms / (heapLooks + 1);

interface Seen {
  readonly at_s: number;
  readonly sample: Sample;
}

const lineOf = ({ at_s, sample }: Seen): string => {
  const each = Object.entries(sample).map(([kind, value]) => `${kind} ${value.toFixed(2)}`);
  return `${at_s.toFixed(0)} s: ${each.join(', ')}`;
};

/** Watches the worker; has its recording paused for a moment, and a message written, now and then. */
const watch = async ({ client, path, sample }: BusyWorker, duration_ms: number): Promise<Seen[]> => {
  const began_ms = performance.now();
  const seen: Seen[] = [];
  const heaps_every_looks = Math.ceil(stretchMs(duration_ms) / lookEveryMs);
  for (let look = 1; performance.now() - began_ms < duration_ms; look += 1) {
    await delay(lookEveryMs);
    const at_s = (performance.now() - began_ms) / 1000;
    const isThorough = look % heaps_every_looks === 0;
    const one = { at_s, sample: await sample(isThorough) };
    seen.push(one);
    if (process.env.MEMORY_LOG) await appendFile(process.env.MEMORY_LOG, `${lineOf(one)}\n`);
    if (isThorough) console.error(`  ${lineOf(one)}`);
    if (look % messageEveryLooks === 0) {
      await client.sendChatMessage({ path, body: { to: 'everyone', message: `Seen at ${at_s.toFixed(0)} s.` } });
    }
    if (look % pauseEveryLooks === 0) await client.pauseRecording({ path });
    if (look % pauseEveryLooks === 1 && look > 1) await client.resumeRecording({ path });
  }
  return seen;
};

const measure = async (): Promise<string> => {
  const minutes = Number(process.env.MEMORY_MINUTES ?? usualMinutes);
  await using worker = await startBusyWorker();
  const seen = await watch(worker, minutes * minuteMs);
  const { utterances, speech, comings_and_goings } = await eventsOf(worker);
  const stretch_s = stretchMs(minutes * minuteMs) / 1000;
  // Only whole stretches, in each of which garbage was collected.
  const first_s = Math.ceil(Math.min(warmUp.most_s, minutes * 60 * warmUp.part) / stretch_s) * stretch_s;
  const last_s = stretch_s * (heapLooks + 1);
  const growth = (kind: string): number => {
    const points = seen.map(({ at_s, sample }) => ({ at_s, value: sample[kind] ?? Number.NaN }));
    const counted = points.filter(({ at_s, value }) => at_s >= first_s && at_s < last_s && !Number.isNaN(value));
    return growthPerHour(counted, stretch_s);
  };
  const kinds = new Set(seen.flatMap(({ sample }) => Object.keys(sample)));
  for (const kind of ['all', 'own', 'files']) kinds.delete(kind);
  const each = [...kinds].map((kind) => `${kind} ${growth(kind).toFixed(1)}`);
  const most = (kind: string): number => Math.max(...seen.map(({ sample }) => sample[kind] ?? 0));
  const meeting_hours = utterances / utterancesOfAnHour;
  const of_a_meeting_hour = (growth('own') * minutes) / 60 / meeting_hours;
  return (
    `peak ${most('all').toFixed(0)}; growth an hour of meeting ${of_a_meeting_hour.toFixed(1)}, ` +
    `by the clock ${growth('own').toFixed(1)} (${each.join(', ')}); at most ${most('files').toFixed(1)} on the disk; after ${minutes} minutes with ` +
    `${utterances} utterances, ${speech} speech events, ${comings_and_goings} joins and leaves`
  );
};

export const memoryGrowthRows: readonly Row[] = [
  {
    number: '16a',
    title:
      'memory of a whole worker, browser included, in a meeting that never rests, MB (peak: PSS; growth: after collection, without files; an hour of meeting: 600 utterances)',
    target: 'peak ≤ 600, growth ≤ 5 an hour of meeting',
    measure,
  },
];
