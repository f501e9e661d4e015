/** Something that the service does not have: a greeting, which is due at a moment. Step 2 of docs/extending.md. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { type IdKind, newId } from '../../../lib/domain/ids.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { Key, Table } from '../../../lib/ports/table.ts';
import type { TimedJob } from '../../../lib/ports/timer.ts';
import { dueAt } from '../../../lib/storage/due.ts';
import { type Fields, itemKind } from '../../../lib/storage/item-kind.ts';
import { itemsIn, type List, listedIn } from '../../../lib/storage/listings.ts';

/** Step 1 is in the test: a prefix for the ids of this kind. */
export const greetingKind = 'greeting' as IdKind;

export interface Greeting {
  readonly id: string;
  readonly project_id: string;
  readonly text: string;
  readonly due_at: string;
}

/** Its key, its list, its place among what is due, and a repository. */
const greetingItems = itemKind<Greeting>('greeting', () =>
  z.object({
    id: z.string(),
    project_id: z.string(),
    text: z.string(),
    due_at: z.string(),
  } satisfies Fields<Greeting>),
);
const keyOf = (projectId: string, id: string): Key => ({
  pk: `project#${projectId}#greeting#${id}`,
  sk: 'greeting',
});
const greetingList = (projectId: string): List => ({ index: 'gsi1', partition: `${projectId}#greetings` });
export const dueGreetings = 'greeting';

export const greetingRepository = (table: Table) => ({
  async create(greeting: Greeting): Promise<void> {
    const { id, project_id, due_at } = greeting;
    const key = keyOf(project_id, id);
    const item = greetingItems.itemOf(key, greeting, listedIn({ ...greetingList(project_id), position: id }));
    const due = { pk: key.pk, sk: 'due', ...listedIn(dueAt(dueGreetings, id, new Date(due_at))) };
    await table.write({ put: item, when: { exists: false } }, { put: due });
  },
  async get(projectId: string, id: string): Promise<Greeting | undefined> {
    const item = await table.get(keyOf(projectId, id));
    return item && greetingItems.recordOf(item);
  },
  async list(projectId: string): Promise<Greeting[]> {
    return (await itemsIn(table, greetingList(projectId))).map((item) => greetingItems.recordOf(item));
  },
});

/** Step 7: its row in lib/ports/timer.ts. */
export const sweepGreetings: TimedJob = { function_name: 'greetings/sweep', every_seconds: 60 };

/** What is done with it. */
export const createGreetings = (ports: { readonly table: Table; readonly clock: Clock }) => {
  const greetings = greetingRepository(ports.table);
  return {
    async create(project_id: string, text: string, due_at: string): Promise<Greeting> {
      const greeting = { id: newId(greetingKind, ports.clock.now(), randomBytes(10)), project_id, text, due_at };
      await greetings.create(greeting);
      return greeting;
    },
    async get(projectId: string, id: string): Promise<Greeting> {
      const greeting = await greetings.get(projectId, id);
      if (!greeting) throw new NotFoundError('greeting');
      return greeting;
    },
    list: greetings.list,
  };
};
