import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { UnreadableItemError } from '../../lib/domain/errors.ts';
import type { Key } from '../../lib/ports/table.ts';
import { expiring, itemKind } from '../../lib/storage/item-kind.ts';
import {
  accountKey,
  calendarDeduplicationKey,
  deduplicationKey,
  oauthAppUserKey,
  personKey,
} from '../../lib/storage/keys.ts';

interface Cup {
  readonly owner: string;
  readonly millilitres: number;
}
const makeSchema = () => z.object({ owner: z.string(), millilitres: z.number() });
const key = { pk: 'cups', sk: '1' };
const cup: Cup = { owner: 'Maya', millilitres: 250 };

/** The kind as it was at first, as it is, and as it will be. */
const firstCups = itemKind('cup', () => z.object({ owner: z.string(), litres: z.number() }));
const cups = itemKind<Cup>('cup', makeSchema, {
  migrations: [({ litres, ...item }) => ({ ...item, millilitres: Number(litres) * 1000 })],
});
const laterCups = itemKind<Cup & { colour: string }>(
  'cup',
  () => z.object({ ...makeSchema().shape, colour: z.string() }),
  {
    migrations: [
      ({ litres, ...item }) => ({ ...item, millilitres: Number(litres) * 1000 }),
      (item) => ({ ...item, colour: 'white' }),
    ],
  },
);

describe('an item', () => {
  it('says its kind and version, and holds the record that is read from it', () => {
    const item = cups.itemOf(key, cup, { gsi1_pk: 'cups', expires_at: 1 });
    expect(item).toEqual({ ...key, kind: 'cup', kind_version: 2, ...cup, gsi1_pk: 'cups', expires_at: 1 });
    expect(cups.recordOf(item)).toEqual(cup);
  });

  it('that expires says so in whole seconds, and never is answered for longer', () => {
    const at = new Date('2026-03-02T09:00:00.999Z');
    expect(expiring(at)).toEqual({ expires_at: Date.parse('2026-03-02T09:00:00Z') / 1000 });
    expect(expiring(at, 60_001)).toEqual({ expires_at: Date.parse('2026-03-02T09:01:01Z') / 1000 });
  });

  it('of an older version is migrated, step by step', () => {
    const old = firstCups.itemOf(key, { owner: 'Maya', litres: 0.25 });
    expect(cups.recordOf(old)).toEqual(cup);
    expect(laterCups.recordOf(old)).toEqual({ ...cup, colour: 'white' });
    expect(laterCups.recordOf(cups.itemOf(key, cup))).toEqual({ ...cup, colour: 'white' });
  });

  it('that says no version is of the first one', () => {
    const { kind_version: _, ...old } = firstCups.itemOf(key, { owner: 'Maya', litres: 0.25 });
    expect(cups.recordOf({ ...key, ...old })).toEqual(cup);
  });

  const refused: [string, () => unknown, string][] = [
    [
      'of a newer version',
      () => cups.recordOf(laterCups.itemOf(key, { ...cup, colour: 'red' })),
      'it is a cup of version 3, and this program knows the versions 1 to 2: update the program',
    ],
    [
      'of a version that is none',
      () => cups.recordOf({ ...cups.itemOf(key, cup), kind_version: 'second' }),
      'it is a cup of version NaN, and this program knows the versions 1 to 2: update the program',
    ],
    ['of another kind', () => cups.recordOf({ ...key, kind: 'plate' }), 'its kind is plate, not cup'],
    ['of no kind', () => cups.recordOf(key), 'its kind is not said, not cup'],
    [
      'that does not hold what the kind says',
      () => cups.recordOf({ ...cups.itemOf(key, cup), owner: { secret: 'canary' } }),
      'as a cup of version 2: owner: Invalid input: expected string, received object',
    ],
    [
      'that cannot be migrated',
      () =>
        itemKind('cup', makeSchema, {
          migrations: [
            () => {
              throw new Error('cups were not measured then');
            },
          ],
        }).recordOf({ ...key, kind: 'cup' }),
      'as a cup of version 1: cups were not measured then',
    ],
  ];
  it.each(refused)('%s is refused with a sentence that holds nothing of its content', (_, read, reason) => {
    expect(read).toThrow(UnreadableItemError);
    expect(read).toThrow(`the item cups / 1 cannot be read: ${reason}`);
  });

  it.each<[string, Key, string]>([
    ['an address', personKey('prj_1', 'maya@example.com'), 'person#sha256:a813d5642c0c / person#prj_1'],
    ['a key of a client', deduplicationKey('prj_1', 'maya / bob'), 'project#prj_1#deduplication#sha256:'],
    [
      'a key of a calendar',
      calendarDeduplicationKey('prj_1', 'maya\nbob'),
      'project#prj_1#calendar_deduplication#sha256:',
    ],
    ['whom a client knows', oauthAppUserKey('prj_1', 'coa_1', 'maya'), 'project#prj_1#oauth_app#coa_1 / user#sha256:'],
    ['an account', accountKey('prj_1', 'zoom', 'maya@example.com'), 'project#prj_1 / account#zoom#sha256:'],
  ])('whose key holds %s is told without it', (_, where, shown) => {
    const read = () => cups.recordOf({ ...where, kind: 'plate' });
    expect(read).toThrow(`the item ${shown}`);
    expect(read).not.toThrow(/maya|bob/);
  });
});
