import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteQueue } from '../../../lib/adapters/local/queue.ts';
import { describeQueue } from '../../contracts/queue.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describeQueue('in SQLite', async () => {
  const folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const queue = sqliteQueue(database, 'test');
  return {
    queue,
    receive: async () =>
      queue.receive(10).map((message) => ({
        body: message.body,
        receive_count: message.receive_count,
        acknowledge: async () => queue.acknowledge(message),
        refuse: async () => void queue.refuse(message),
      })),
    close: async () => {
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
