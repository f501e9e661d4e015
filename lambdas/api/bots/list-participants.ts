import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { capturedRoutes } from '../../../lib/api/routes/captured.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { createListParticipants } from '../../../lib/usecases/captured/list-participants.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listParticipants = createListParticipants({
  bots: botRepository(table),
  participants: participantRepository(table),
  onUnreadable,
});

export const handler = httpList(capturedRoutes.listParticipants, table, async ({ ref, query, list }) => {
  const page = await listParticipants(ref, { from: cursorOf(list), page_size: query.page_size });
  return presentPage(page, list, (participant) => participant);
});
