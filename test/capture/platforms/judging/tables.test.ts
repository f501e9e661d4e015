import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { finalPhases } from '../../../../lib/capture/meeting/final-phases.ts';
import type { MeetingPhase } from '../../../../lib/capture/meeting/view.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import {
  entriesOf,
  oldEntries,
  type SignTable,
  type StateRow,
} from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { sources } from '../../../../lib/capture/platforms/judging/sources.ts';
import { tables } from '../../../../lib/capture/platforms/tables.ts';
import { isWait } from '../../../../lib/capture/session/leaving/waits.ts';

const all = Object.entries(tables) as [string, SignTable][];
const confidences = ['P', '++', '+', '?'];
/** What fails, beside what is waited for. */
const mayFail: readonly MeetingPhase[] = ['connecting', 'unknown', 'login_required'];
const folders = new URL('../../../../lib/capture/platforms/', import.meta.url).pathname;
/** What a platform's page program is written in, and what reads the wire for it. */
const sourcesOf = (platform: string): string => {
  const folder = join(folders, platform.replaceAll('_', '-'), 'page');
  return globSync('**/*.ts', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
};
/** Told by the page of the maker's SDK alone, by which no bot comes. */
const untold = ['zoom.failed', 'zoom.ended'];

/** How many states the plan of the adapters has of each. */
const planned: Readonly<Record<string, [letter: string, count: number]>> = {
  google_meet: ['M', 36],
  zoom: ['Z', 55],
  teams: ['T', 36],
  jitsi: ['J', 30],
  galene: ['G', 20],
};

describe.each(all)('the table of %s', (platform, table) => {
  const entries = entriesOf(table);

  it('is its own', () => {
    expect([
      table.platform,
      all.filter(([, other]) => other === table || other.states === table.states).length,
    ]).toEqual([platform, 1]);
  });

  it('says of each entry what it is called, when and by whom it was seen, and how sure that is', () => {
    const lacking = [...entries, ...table.states].filter(
      ({ id, seen_on, source, confidence }) =>
        !/^[A-Z]\d\d(\.\w+)*$/.test(id) ||
        Number.isNaN(Date.parse(seen_on)) ||
        !/^\d{4}-\d\d-\d\d$/.test(seen_on) ||
        source.trim() === '' ||
        !confidences.includes(confidence),
    );
    expect(lacking).toEqual([]);
  });

  it('names each entry once, after its state', () => {
    const ids = entries.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(entries.filter(({ id, state }) => !id.startsWith(`${state}.`))).toEqual([]);
  });

  it('has selectors that a browser understands, and special cases of rows that are there', () => {
    const page = documentOf('<p>Paper</p>');
    const shell = Object.values(table.shell).flat();
    for (const { selector } of [...entries.flatMap((sign) => (sign.class === 'S' ? sign : [])), ...shell])
      expect(() => page.querySelectorAll(selector), selector).not.toThrow();
    for (const selector of [...table.people, ...table.dialogs])
      expect(() => page.querySelectorAll(selector)).not.toThrow();
    const ids = new Set(table.states.map(({ id }) => id));
    expect(table.states.flatMap(({ over = [] }) => over).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('seeks nothing on the wire that its page does not tell', () => {
    const sought = [
      ...entries.flatMap((sign) => (sign.class === 'N' ? sign : [])),
      ...table.states.flatMap(({ unless_told = [] }) => unless_told),
    ];
    const told = sourcesOf(platform);
    const never = sought.flatMap(({ kind }) => (untold.includes(kind) || told.includes(`'${kind}'`) ? [] : kind));
    expect(never).toEqual([]);
  });

  it('can give every reason to end by two kinds of evidence', () => {
    const poor = table.states.filter(({ phase, signs }) => {
      if (!(phase in finalPhases)) return false;
      const classes = new Set(signs.map((sign) => sign.class));
      return !classes.has('T') && classes.size < 2;
    });
    expect(poor.map(({ id }) => id)).toEqual([]);
  });

  it('says how often a page is tried again that fails, and after how long; waits have deadlines of their own', () => {
    const failures = table.states.filter(({ again_times }) => again_times !== undefined);
    expect(
      failures.filter(({ again_s, phase }) => again_s === undefined || !(mayFail.includes(phase) || isWait(phase))),
    ).toEqual([]);
    const endless = table.states.filter(
      ({ again_s, again_times }) => again_s !== undefined && again_times === undefined,
    );
    // Inside, what never connects again by itself is opened anew, as often as a meeting may be lost.
    const isInside = ({ phase, gate }: StateRow): boolean => phase === 'connecting' && gate?.admitted === true;
    expect(endless.filter((row) => !isWait(row.phase) && !isInside(row))).toEqual([]);
  });

  it.skipIf(!planned[platform])('has a row for every state of the plan', () => {
    const [letter = '', count = 0] = planned[platform] ?? [];
    const known = new Set(table.states.flatMap(({ id, also = [] }) => [id, ...also]));
    const wanted = Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`);
    expect(wanted.filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('a short name of a source', () => {
  const named = all.flatMap(([, table]) => [...entriesOf(table), ...table.states]).map(({ source }) => source);

  it.each(Object.keys(sources))('is one that the tables use: %s', (key) => {
    expect(named.some((source) => new RegExp(`(?:^|[ ,;])${key}(?:$|[ ,:;#])`).test(source))).toBe(true);
  });

  it('of a thread is told with whom it is', () => {
    const threads = named.flatMap((source) => [...source.matchAll(/([\w-]+)#\d/g)].map(([, key = '']) => key));
    expect([...new Set(threads)].filter((key) => !(key in sources))).toEqual([]);
  });
});

describe('an entry that was not seen for half a year', () => {
  it('is told by its name', () => {
    const old = (day: string) => oldEntries(googleMeet, new Date(day)).map(({ id }) => id);
    expect(old('2025-12-01')).toEqual([]);
    expect(old('2026-11-22')).toEqual(['M25.text.1', 'M25.text.2']);
    expect(old('2028-01-01')).toHaveLength(entriesOf(googleMeet).length);
  });
});
