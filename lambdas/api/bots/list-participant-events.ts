import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { capturedRoutes } from '../../../lib/api/routes/captured.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listParticipantEvents = createListCaptured('participant_events', {
  bots: botRepository(table),
  captured: capturedRepository(table),
  clock: systemClock,
  onUnreadable,
});

export const handler = httpList(capturedRoutes.listParticipantEvents, table, async ({ ref, query, list }) => {
  const { page_size, after, before } = query;
  return presentPage(
    await listParticipantEvents(ref, { from: cursorOf(list), page_size, after, before }),
    list,
    (event) => event,
  );
});
