import { expect, it } from 'vitest';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createDeleteAppSessionData } from '../../../lib/usecases/app-sessions/delete-app-session-data.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

it('what an app session cannot do is said of an app session, not of a bot', async () => {
  const bots = botRepository(memoryTable());
  const session = anAppSession();
  await bots.create(session);
  const deleteData = createDeleteAppSessionData({ bots, clock: systemClock });
  await expect(deleteData({ project_id: session.project_id, bot_id: session.id })).rejects.toThrow(
    `the app session is ${session.state}`,
  );
});
