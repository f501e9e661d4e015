import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listEvents = createListCaptured(
  'participant_events',
  { bots: botRepository(table), captured: capturedRepository(table), clock: systemClock, onUnreadable },
  ({ event_type }) => event_type === 'join' || event_type === 'leave',
);

export const handler = httpList(
  appSessionRoutes.listAppSessionParticipantEvents,
  table,
  async ({ ref, query, list }) => {
    const { page_size, after, before } = query;
    const page = await listEvents(refOfAppSession(ref), { from: cursorOf(list), page_size, after, before });
    return presentPage(page, list, (event) => event);
  },
);
