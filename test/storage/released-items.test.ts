/**
 * Items outlive the program that wrote them: what a release has stored is read by every later one. Of each kind that the
 * program stores, items as a release writes them are kept in `fixtures/items/<version>.json`, with the records in them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Item } from '../../lib/ports/table.ts';
import type { ItemKind } from '../../lib/storage/item-kind.ts';

type AnyKind = Pick<ItemKind<object>, 'name' | 'recordOf' | 'tag'> & { readonly makeSchema: () => z.ZodType };
interface Kept {
  readonly item: Item;
  readonly record: object;
}

const { kinds } = vi.hoisted(() => ({ kinds: [] as AnyKind[] }));

vi.mock('../../lib/storage/item-kind.ts', async (original) => {
  const real = await original<typeof import('../../lib/storage/item-kind.ts')>();
  const itemKind = (...of: Parameters<typeof real.itemKind>) => {
    const kind = real.itemKind(...of);
    kinds.push({ ...kind, makeSchema: of[1] });
    return kind;
  };
  return { ...real, itemKind };
});

const folder = join(import.meta.dirname, 'fixtures/items');
const releases = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
const keptBy = (release: string): Readonly<Record<string, readonly Kept[]>> =>
  JSON.parse(readFileSync(join(folder, `${release}.json`), 'utf8'));

beforeAll(async () => {
  // Whatever is stored is defined in this folder.
  const storage = join(import.meta.dirname, '../../lib/storage');
  for (const file of readdirSync(storage, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) await import(join(storage, file));
  }
});

/** What a kind of this name makes of an item. Some kinds are several: what was captured is one for each sort. */
const read = (name: string, item: Item): object[] =>
  kinds
    .filter((kind) => kind.name === name)
    .flatMap((kind) => {
      try {
        return kind.recordOf(item);
      } catch {
        return [];
      }
    });

describe.each(releases)('items of release %s', (release) => {
  it.each(Object.entries(keptBy(release)))('are read: %s', (name, kept) => {
    expect(kept.length).toBeGreaterThan(0);
    for (const { item, record } of kept) {
      // A later program may read more out of it, never something else.
      expect(read(name, item)).toContainEqual(expect.objectContaining(record));
    }
  });
});

it('every kind that is stored is kept for later, in its newest version', () => {
  const kept = releases.flatMap((release) => Object.entries(keptBy(release)));
  const versions = new Set(kept.flatMap(([name, all]) => all.map(({ item }) => `${name} ${item.kind_version ?? 1}`)));
  const missing = kinds.map(({ name, tag }) => `${name} ${tag.kind_version}`).filter((kind) => !versions.has(kind));
  expect(missing, 'add an item of each to the newest file of test/storage/fixtures/items').toEqual([]);
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What an item may hold that a program has to know, and what it has to hold, as lines. */
const demandsOf = (schema: JsonSchema, path: string): string[] => {
  const { properties = {}, required = [], additionalProperties, items, anyOf = [], enum: choices = [] } = schema;
  const inside = (inner: unknown, at: string): string[] =>
    typeof inner === 'object' && inner !== null ? demandsOf(inner as JsonSchema, at) : [];
  return [
    ...choices.map((choice) => `${path} may be ${JSON.stringify(choice)}`),
    ...('const' in schema ? [`${path} may be ${JSON.stringify(schema.const)}`] : []),
    ...required.map((name) => `${path}.${name} is there`),
    ...Object.entries(properties).flatMap(([name, field]) => inside(field, `${path}.${name}`)),
    ...inside(additionalProperties, `${path}.*`),
    ...inside(items, `${path}[]`),
    ...anyOf.flatMap((one) => inside(one, path)),
  ];
};

/**
 * Whoever goes back to an earlier program looks at how this file has changed since (docs/deploy.md): a program refuses an item
 * with a choice that it does not know, or without a field that it asks for, though it is of a version that it knows.
 */
it('what each kind may hold is written down, for those who go back to an earlier release', async () => {
  const lines = kinds.flatMap(({ name, makeSchema }) =>
    demandsOf(z.toJSONSchema(makeSchema(), { io: 'output', unrepresentable: 'any' }), name),
  );
  const text = [...new Set(lines)].sort().join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('fixtures/demands.txt');
});
