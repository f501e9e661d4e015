import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { lockService, ServiceRunsError } from '../../../lib/adapters/local/service-lock.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const source = new URL('../../../lib/adapters/local/service-lock.ts', import.meta.url).href;
const locking = `const { lockService } = await import(${JSON.stringify(source)}); lockService(process.argv[1]);`;
/** What another process says that tries to take the lock of a folder. */
const elsewhere = (folder: string): string =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', locking, folder], { encoding: 'utf8' }).stderr;

it('the lock of a data folder is held against everybody, also once its own process has asked for it again', async () => {
  await using folder = await aDataFolder();
  {
    using _ = lockService(folder.path);
    expect(() => lockService(folder.path)).toThrow(ServiceRunsError);
    expect(elsewhere(folder.path)).toContain('ServiceRunsError');
  }
  expect(elsewhere(folder.path)).not.toContain('ServiceRunsError');
});
