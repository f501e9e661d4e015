/** Has the note of an act written with the very write that does it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table, Write } from '../ports/table.ts';

/** An act under way: what notes it down, until that is written. */
export interface Act {
  note?: Write | undefined;
}
const acts = new AsyncLocalStorage<Act>();

/** A table that, with the first thing that an act writes, notes the act down: both or neither. */
export const auditedTable = (table: Table): Table => ({
  get: (key) => table.get(key),
  getMany: (keys) => table.getMany(keys),
  query: (query) => table.query(query),
  update: (update) => table.update(update),
  write: async (...writes) => {
    const act = acts.getStore();
    const { note } = act ?? {};
    await table.write(...writes, ...(note ? [note] : []));
    if (act) act.note = undefined;
  },
});

/** Says what the act under way is about, where what was asked does not tell: before the first thing that it writes. */
export const notingAbout = (about: string): void => {
  const act = acts.getStore();
  if (act?.note && 'update' in act.note) act.note = { ...act.note, set: { ...act.note.set, about } };
};

/** Does an act. What has not noted it down until it is done does so then; what throws was not done. */
export const noting = <T>(table: Pick<Table, 'write'>, act: Act, work: () => Promise<T>): Promise<T> =>
  acts.run(act, async () => {
    const result = await work();
    const { note } = act;
    act.note = undefined;
    if (note) await table.write(note);
    return result;
  });
