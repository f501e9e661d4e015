import { describeDue } from '../../contracts/due.ts';
import { describePresence } from '../../contracts/presence.ts';
import { describeTable } from '../../contracts/table.ts';
import { memoryTable } from './memory-table.ts';

const open = async () => ({ table: memoryTable(), close: async () => undefined });

describeTable('in memory', open);
describeDue('in memory', open);
describePresence('in memory', open);
