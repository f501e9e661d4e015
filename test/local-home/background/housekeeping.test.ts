import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { startHousekeeping } from '../../../lib/local-home/background/housekeeping.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const dayMs = 24 * 3600 * 1000;

it('removes the logs of workers with the rows of their tasks, after 90 days', async () => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const logs = join(folder.path, 'logs');
  await mkdir(logs);
  for (const [name, days] of [
    ['old.log', 91],
    ['young.log', 89],
  ] as const) {
    await writeFile(join(logs, name), '');
    const then = new Date(Date.now() - days * dayMs);
    await utimes(join(logs, name), then, then);
  }
  using _ = startHousekeeping(database, (fault) => {
    throw fault;
  });
  await expect.poll(() => readdir(logs)).toEqual(['young.log']);
  database.close();
});
