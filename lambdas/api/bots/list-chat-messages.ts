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
const listChatMessages = createListCaptured('chat_messages', {
  bots: botRepository(table),
  captured: capturedRepository(table),
  clock: systemClock,
  onUnreadable,
});

export const handler = httpList(capturedRoutes.listChatMessages, table, async ({ ref, query, list }) => {
  const { page_size, updated_after: after } = query;
  return presentPage(
    await listChatMessages(ref, { from: cursorOf(list), page_size, after }),
    list,
    (message) => message,
  );
});
