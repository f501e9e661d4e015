import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOperatorSecrets } from '../../../lib/adapters/local/operator-secrets.ts';

it('a secret of the operator is a file of this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-secret-'));
  const path = join(folder, 'deepgram');
  await writeFile(path, 'key\n');
  expect(await openOperatorSecrets()(path)).toBe('key\n');
  await rm(folder, { recursive: true });
  await expect(openOperatorSecrets()(path)).rejects.toThrow('ENOENT');
});
