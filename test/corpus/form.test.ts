/** That the corpus is a corpus: each entry keeps its form (README.md here), each row has one, and none holds what it must not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { meetingPhases } from '../../lib/capture/meeting/view.ts';
import { triggerTable } from '../../lib/domain/bot/lifecycle.ts';
import { isOfTwoStates } from '../lab/pages/entry-names.ts';

/** By platform: the letter of its rows' ids, and how many rows there are. */
const rows = {
  google_meet: ['M', 41],
  zoom: ['Z', 61],
  teams: ['T', 39],
  jitsi: ['J', 39],
  galene: ['G', 21],
  livekit: ['L', 18],
} as const;
type Platform = keyof typeof rows;
const platforms = Object.keys(rows) as Platform[];

const subTypes = [...triggerTable.meeting_ended.sub_types, ...triggerTable.could_not_join.sub_types] as const;
const Facts = z.intersection(
  z.record(z.string().regex(/^[a-z_]+$/), z.union([z.boolean(), z.int().nonnegative(), z.string()])),
  z.looseObject({ link_host: z.hostname().optional() }),
);
const Entry = z.strictObject({
  expected: z.strictObject({
    state: z
      .string()
      .regex(/^[A-Z][0-9]{2}$/)
      .nullable(),
    phase: z.enum(meetingPhases),
    sub_type: z.enum(subTypes).nullable(),
  }),
  address: z.url({ protocol: /^https?$/ }),
  title: z.string().optional(),
  status: z.int().min(100).max(599).optional(),
  history: Facts.optional(),
  frames: z.array(z.strictObject({ file: z.string(), address: z.url() })).optional(),
  wire: z
    .array(
      z.looseObject({
        kind: z.string().regex(/^(?:meet|zoom|teams|jitsi|galene|livekit)\.[a-z_]+$/),
      }),
    )
    .optional(),
  before: z.array(z.string().min(1).max(300)).optional(),
  is_young: z.literal(true).optional(),
  sources: z
    .array(
      z.strictObject({
        text: z.string().min(1),
        from: z.string().min(1),
        seen: z.iso.date(),
        confidence: z.enum(['P', '++', '+', '?']),
      }),
    )
    .min(1),
  author: z.enum(['corpus', 'canary']),
});

const here = import.meta.dirname;
const foldersOf = (folder: string) =>
  readdirSync(join(here, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const entries = platforms.flatMap((platform) =>
  foldersOf(platform).map((name) => {
    const folder = join(here, platform, name);
    const files = readdirSync(folder);
    const text = (file: string) => readFileSync(join(folder, file), 'utf8');
    const pages = files.filter((file) => file.endsWith('.html')).map(text);
    return { platform, name, row: name.slice(0, 3).toUpperCase(), files, pages, state: text('state.json') };
  }),
);
const rowsOf = (platform: Platform) =>
  Array.from({ length: rows[platform][1] }, (_, n) => `${rows[platform][0]}${String(n + 1).padStart(2, '0')}`);
const rowsWithEntries = (platform: Platform) =>
  new Set(entries.filter((entry) => entry.platform === platform).map(({ row }) => row));

/** What no page of a corpus may hold, and why. */
const unwanted: ReadonlyMap<string, RegExp> = new Map([
  ['a script', /<script|\son[a-z]+=|javascript:/i],
  [
    'a style that is not about being out of sight',
    /<style|<link[^>]+stylesheet|style="(?!(?:display:none|visibility:hidden);?")/i,
  ],
  ['a mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['a token or a passcode in an address', /[?&#;](?:token|jwt|pwd|tk|zak|access_token|p)=[^"&\s]/i],
  ['a signed token', /eyJ[\w-]{8,}/],
  ['what looks like a key', /(?<![\w/])(?=[\w+]*[0-9])(?=[\w+]*[a-zA-Z])[\w+]{32,}/],
]);
const foundIn = (text: string) => [...unwanted].filter(([, pattern]) => pattern.test(text)).map(([what]) => what);

it.each(entries)('$platform/$name keeps the form', ({ state, files, row, name }) => {
  const entry = Entry.parse(JSON.parse(state));
  expect(name).toMatch(/^[a-z][0-9]{2}-[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(entry.expected.state ?? row).toBe(row);
  if (entry.expected.state === null) expect(entry.expected).toMatchObject({ phase: 'unknown', sub_type: null });
  const frames = entry.frames?.map(({ file }) => file) ?? ['frame-0.html'];
  expect(entry.frames?.[0]?.address ?? entry.address).toBe(entry.address);
  expect(files.toSorted()).toEqual([...frames, 'state.json'].toSorted());
});

it.each(entries)('$platform/$name holds nothing that a page of a corpus must not', ({ state, pages }) => {
  expect([state, ...pages].flatMap(foundIn)).toEqual([]);
});

it.each(['docs/platforms/pages.md', 'test/platform-checks.md'])(
  'has as many pages of two states as %s says',
  (document) => {
    const ofTwo = entries.filter(({ platform, name }) => isOfTwoStates(`${platform}/${name}`));
    const says = `${ofTwo.length} of ${entries.length.toLocaleString('en')})`;
    expect(readFileSync(join(here, '../..', document), 'utf8')).toContain(says);
  },
);

it.each([
  ['<body onload="go()">', 'a script'],
  ['<p style="color:red">', 'a style that is not about being out of sight'],
  ['<p>ada@example.com</p>', 'a mail address'],
  ['<a href="/j/1?pwd=123456">', 'a token or a passcode in an address'],
  ['<i data-jwt="eyJhbGciOiJIUzI1NiJ9">', 'a signed token'],
  ['<i id="0123456789abcdef0123456789abcdef">', 'what looks like a key'],
])('%s would be found', (text, what) => {
  expect(foundIn(text)).toContain(what);
});

describe('the rows of the tables', () => {
  it('are at least 150 of which something is known, 100 of them of the big three', () => {
    const known = entries.flatMap(({ platform, state }) => {
      const row = Entry.parse(JSON.parse(state)).expected.state;
      return row === null ? [] : [{ platform, row }];
    });
    const count = (all: typeof known) => new Set(all.map(({ row }) => row)).size;
    const bigThree = known.filter(({ platform }) => ['google_meet', 'zoom', 'teams'].includes(platform));
    expect(count(known)).toBeGreaterThanOrEqual(150);
    expect(count(bigThree)).toBeGreaterThanOrEqual(100);
  });

  it.each(platforms)('of %s have each an entry', (platform) => {
    expect([...rowsWithEntries(platform)].toSorted()).toEqual(rowsOf(platform));
  });

  it.each(platforms)('of %s: three pages show two of them at once', (platform) => {
    const id = rows[platform][0].toLowerCase();
    const both = new RegExp(`^${id}[0-9]{2}-and-${id}[0-9]{2}`);
    expect(entries.filter((entry) => entry.platform === platform && both.test(entry.name))).toHaveLength(3);
  });

  it.each(platforms)('of %s: an in-meeting page has the decoys', (platform) => {
    const decoys = entries.filter((entry) => entry.platform === platform && entry.name.endsWith('-decoys'));
    expect(decoys.map(({ state }) => Entry.parse(JSON.parse(state)).expected.phase)).toContain('in_meeting');
  });
});
