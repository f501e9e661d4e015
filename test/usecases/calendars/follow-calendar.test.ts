import { describe, expect, it } from 'vitest';
import type { Calendar } from '../../../lib/domain/calendar/calendar.ts';
import { disconnected } from '../../../lib/domain/calendar/calendar.ts';
import { syncFailures } from '../../../lib/domain/calendar/sync-failures.ts';
import type { Message } from '../../../lib/ports/queue.ts';
import { refOfCalendar } from '../../../lib/storage/calendars/calendar-item.ts';
import { botsNameOf, dueNameOf, farewellNameOf } from '../../../lib/storage/calendars/due-calendars.ts';
import { createFollowCalendar } from '../../../lib/usecases/calendars/follow-calendar.ts';
import { storeCalendar } from '../../lab/builders/calendars.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const at = new Date('2026-03-02T09:00:00.000Z');

/** What is to be done after a change of a calendar, each with its group in the queue. */
const afterChange = async (change: (calendar: Calendar) => Parameters<ReturnType<typeof createFollowCalendar>>[0]) => {
  const calendar = await storeCalendar(memoryTable(), {}, at);
  const sent: Message[] = [];
  await createFollowCalendar({ send: async (messages) => void sent.push(...messages) })(change(calendar));
  return { ref: refOfCalendar(calendar), sent: sent.map(({ body, group }) => [(body as { id: string }).id, group]) };
};

describe('bots that are not to come any more', () => {
  const revoked = syncFailures.failureOf('invalid_grant');

  it('are called off without waiting for looks at other calendars of the project', async () => {
    const { ref, sent } = await afterChange((before) => ({ before, after: disconnected(before, revoked, at) }));
    expect(sent).toEqual([[botsNameOf(ref), `${ref.project_id} ended`]]);
  });

  it('go so with the calendar when that is deleted; its platform is told when there is time', async () => {
    const { ref, sent } = await afterChange((before) => ({ before, after: undefined }));
    expect(sent).toEqual([
      [farewellNameOf(ref), ref.project_id],
      [dueNameOf(ref), `${ref.project_id} ended`],
    ]);
  });
});

it('a calendar that is new is looked at in its turn', async () => {
  const { ref, sent } = await afterChange((after) => ({ before: undefined, after }));
  expect(sent).toEqual([[dueNameOf(ref), ref.project_id]]);
});
