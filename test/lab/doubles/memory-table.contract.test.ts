import { describeTable } from '../../contracts/table.ts';
import { memoryTable } from './memory-table.ts';

describeTable('in memory', async () => ({ table: memoryTable(), close: async () => undefined }));
