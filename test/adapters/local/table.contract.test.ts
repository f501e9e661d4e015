import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { describeDue } from '../../contracts/due.ts';
import { describePresence } from '../../contracts/presence.ts';
import { describeTable } from '../../contracts/table.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const open = async () => {
  const folder = await aDataFolder();
  const database = openDatabase(folder.path);
  return {
    table: sqliteTable(database),
    close: async () => {
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

describeTable('in SQLite', open);
describeDue('in SQLite', open);
describePresence('in SQLite', open);
