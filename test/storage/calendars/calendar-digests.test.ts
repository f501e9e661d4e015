import { describe, expect, it } from 'vitest';
import { eventIdOf } from '../../../lib/domain/calendar/calendar-event.ts';
import { keyOfDerived } from '../../../lib/domain/ids.ts';
import { digestRepository, newsOfItem, replacingDigest } from '../../../lib/storage/calendars/calendar-digests.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { itemBytes } from '../../lab/write-units.ts';

const created_at = '2026-03-02T08:00:00.000Z';
const ref = { project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS', calendar_id: 'cal_01KJNWKZ00ABCDEFGHJKMNPQRS' };
const state = { ...ref, calendar_created_at: created_at, generation: 7 };

const idsUpTo = (count: number) =>
  Array.from({ length: count }, (_, n) => eventIdOf({ id: ref.calendar_id, created_at }, `event ${n}`));
const digestOf = (ids: readonly string[], hash = '0123456789ab') =>
  new Map(ids.map((id) => [keyOfDerived(id), hash] as const));

/** Writes a digest over one that there was, and answers what is told of that. */
const write = async (ids: readonly string[], changed: readonly string[], before = digestOf([])) => {
  const table = memoryTable(aClock());
  const repository = digestRepository(table);
  if (before.size > 0) await table.write(...replacingDigest(state, { digest: before, changed: [] }, new Map()));
  const known = table.changes.length;
  await table.write(...replacingDigest(state, { digest: digestOf(ids), changed }, before));
  const changes = table.changes.slice(known).flatMap((change) => change.new ?? []);
  return { digest: await repository.get(ref), news: changes.flatMap((item) => newsOfItem(item) ?? []), changes };
};

describe('what is known of a calendar, in short', () => {
  it('names the events that have changed, in the order in which they were told', async () => {
    const ids = idsUpTo(10);
    const changed = [ids[7] ?? '', ids[2] ?? ''];
    const { digest, news } = await write(ids, changed);
    expect(digest).toEqual(digestOf(ids));
    expect(news).toEqual([{ ...ref, generation: 7, event_ids: changed, more: false }]);
  });

  it('names a hundred at most, once, however many parts it has', async () => {
    const ids = idsUpTo(4_500);
    const changed = ids.toReversed();
    const { digest, news, changes } = await write(ids, changed);
    expect(changes).toHaveLength(3);
    expect(digest).toEqual(digestOf(ids));
    expect(news).toEqual([{ ...ref, generation: 7, event_ids: changed.slice(0, 100), more: true }]);
  });

  it('says nothing where only what is long over was left out, and keeps no part that is not needed', async () => {
    const { digest, news } = await write(idsUpTo(3), [], digestOf(idsUpTo(2_500)));
    expect(digest).toEqual(digestOf(idsUpTo(3)));
    expect(news).toEqual([]);
  });

  it('costs five units of writing with 200 events that are all new', async () => {
    const ids = idsUpTo(200);
    const { changes } = await write(ids, ids);
    expect(changes.map(itemBytes).map((bytes) => Math.ceil(bytes / 1024))).toEqual([5]);
  });
});
