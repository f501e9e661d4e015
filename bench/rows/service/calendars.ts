/** Row 27: how soon a bot follows its event, and what calendars cost. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import { tableIndexes } from '../../../lib/ports/table.ts';
import { aCountedCalendar } from '../../../test/lab/worlds/calendars/counted-calendar.ts';
import { killEachCall } from '../../../test/lab/worlds/calendars/killed-sync.ts';
import type { Row } from '../../row.ts';
import { movesFollowed } from '../../worlds/moved-events.ts';
import { sweepMany } from '../../worlds/sweep-many.ts';

const moves = 200;

const soon = async (): Promise<string> => {
  const seconds = (await movesFollowed(moves)).toSorted((a, b) => a - b);
  const at = (share: number): number => seconds[Math.ceil(share * seconds.length) - 1] ?? Number.NaN;
  const figure = `${at(0.95).toFixed(1)}, ${at(1).toFixed(1)}; median ${at(0.5).toFixed(1)}`;
  if (at(0.95) > 5 || at(1) > 10) throw new Error(figure);
  return figure;
};

/** A figure for each platform; one that is more than it may be fails the row. */
const ofEach = async (
  measure: (platform: (typeof calendarPlatforms)[number]) => Promise<Limited[]>,
): Promise<string> => {
  const figures: string[] = [];
  for (const platform of calendarPlatforms) {
    const limited = await measure(platform);
    const text = limited.map(({ name, value }) => `${name} ${value}`).join(', ');
    if (limited.some(({ value, most }) => value > most)) throw new Error(`${platform}: ${text}`);
    figures.push(`${platform}: ${text}`);
  }
  return figures.join('; ');
};
interface Limited {
  readonly name: string;
  readonly value: number;
  readonly most: number;
}

const aDay = 24 * 60;
/** A sweep each minute reads four shards, for all calendars together. */
const sweepUnits = 2 * aDay;

const quietDay = () =>
  ofEach(async (platform) => {
    const { world, consumed } = await aCountedCalendar(platform, { events: 200, hears: true });
    await using _ = world;
    const before = world.asked();
    await world.pass(aDay);
    const { read_units, write_units } = consumed();
    return [
      { name: 'requests', value: world.asked() - before, most: 52 },
      { name: 'write units', value: write_units, most: 190 },
      { name: 'read units', value: read_units - sweepUnits, most: 110 },
    ];
  });

const firstLook = () =>
  ofEach(async (platform) => {
    const { world, first } = await aCountedCalendar(platform, { events: 200, hears: true });
    await using _ = world;
    return [
      { name: 'requests', value: first.requests, most: 3 },
      { name: 'write units', value: first.write_units, most: 420 },
    ];
  });

const atOnce = 20;

/** The most writes that first looks at calendars, all in the same second, make to one key of an index. */
const hottestKey = () =>
  ofEach(async (platform) => {
    const writes = new Map<string, number>();
    for (let i = 0; i < atOnce; i += 1) {
      const { world } = await aCountedCalendar(platform, { events: 200, hears: true });
      await using _ = world;
      for (const { old, new: item } of world.table.changes) {
        for (const { pk, sk } of Object.values(tableIndexes)) {
          if (old?.[pk] === item?.[pk] && old?.[sk] === item?.[sk]) continue;
          for (const key of [old?.[pk], item?.[pk]])
            if (typeof key === 'string') writes.set(key, (writes.get(key) ?? 0) + 1);
        }
      }
    }
    return [{ name: 'writes', value: Math.max(...writes.values()), most: 250 }];
  });

interface CalendarLook {
  readonly list_ms: number;
  readonly change_ms: number;
  readonly rss_mb: number;
}

/** Bundled, as functions are: what strips types would be in memory too. */
const look = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-look-'));
  const outfile = join(folder, 'look.mjs');
  const run = promisify(execFile);
  try {
    const script = fileURLToPath(new URL('../../fixtures/calendar-look.ts', import.meta.url));
    const require = "import{createRequire}from'module';const require=createRequire(import.meta.url);";
    const options = ['--bundle', '--minify', '--platform=node', '--format=esm', '--conditions=local'];
    await run('esbuild', [script, ...options, `--outfile=${outfile}`, `--banner:js=${require}`, '--log-level=error']);
    const takes = async (events: number, times: number, store: 'memory' | 'sqlite') => {
      const { stdout } = await run(process.execPath, [outfile, String(events), String(times), store]);
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as CalendarLook;
    };
    const [{ list_ms, change_ms }, { rss_mb }] = [await takes(200, 31, 'memory'), await takes(5_000, 1, 'sqlite')];
    const figure = `${list_ms.toFixed(1)}, ${change_ms.toFixed(1)}; ${rss_mb.toFixed(0)} MB`;
    if (list_ms > 60 || change_ms > 5 || rss_mb > 150) throw new Error(figure);
    return figure;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** So many calendars are due, and as many are not. `most` is seconds of this process. */
const sweep = (on: 'SQLite' | 'Dynoxide', due: number, most: number) => async (): Promise<string> => {
  const { sent, read, seconds, cpu_seconds } = await sweepMany(on, due, due);
  const counts = `${sent.toLocaleString('en')} sent, ${read.toLocaleString('en')} read`;
  const figure = `${counts}, ${cpu_seconds.toFixed(1)} s of CPU (${seconds.toFixed(0)} s by the clock)`;
  if (sent !== due || read !== due || cpu_seconds > most) throw new Error(figure);
  return figure;
};

const killed = async (): Promise<string> => {
  const figures: string[] = [];
  for (const platform of calendarPlatforms) {
    const { points, broken } = await killEachCall(platform, { events: 260, changes: 40, bots: 10 }, 1);
    if (broken.length > 0) throw new Error(`${broken.length} of ${points}, the first: ${broken[0]}`);
    figures.push(`0 of ${points} (${platform})`);
  }
  return figures.join(', ');
};

export const calendarRows: readonly Row[] = [
  {
    number: 27,
    title: `event moved at its platform → its bot moved, with push, ${moves} moves: p95 and longest, s`,
    target: '≤ 5, ≤ 10',
    measure: soon,
  },
  {
    number: 27,
    title: 'a calendar of 200 events on a day on which nothing happens',
    target: '≤ 52 requests, ≤ 190 write and ≤ 110 read units',
    measure: quietDay,
  },
  {
    number: 27,
    title: 'the first look at a calendar of 200 events',
    target: '≤ 3 requests, ≤ 420 write units',
    measure: firstLook,
  },
  {
    number: 27,
    title: `${atOnce} first looks in the same second: most writes to one key of an index`,
    target: '≤ 250',
    measure: hottestKey,
  },
  {
    number: 27,
    title: 'CPU of a list of 200 events, and of one change, ms; memory with 5,000 events',
    target: '≤ 60, ≤ 5; ≤ 150 MB',
    measure: look,
  },
  {
    number: 27,
    title: 'a sweep of 200,000 calendars, half of them due, on SQLite',
    target: 'reads and sends what is due, ≤ 20 s of CPU',
    measure: sweep('SQLite', 100_000, 20),
  },
  {
    number: 27,
    title: 'a sweep of 20,000 calendars, half of them due, on Dynoxide',
    target: 'reads and sends what is due, ≤ 20 s of CPU',
    measure: sweep('Dynoxide', 10_000, 20),
  },
  {
    number: 27,
    title:
      'a run of 40 changes with 10 bots killed, or cut off, before and after each of its calls: what differs in the end',
    target: '0',
    measure: killed,
  },
];
