import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layersOf } from '../../lib/image/layers.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

it('the layers of an OCI layout are as large as its manifest says', async () => {
  await using folder = await aDataFolder();
  await mkdir(join(folder.path, 'blobs/sha256'), { recursive: true });
  const blob = (digest: string, size: number) => ({ mediaType: 'any', digest: `sha256:${digest}`, size });
  await writeFile(join(folder.path, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [blob('abc', 9)] }));
  const manifest = { schemaVersion: 2, config: blob('c', 1), layers: [blob('1', 30_000_000), blob('2', 7)] };
  await writeFile(join(folder.path, 'blobs/sha256/abc'), JSON.stringify(manifest));
  expect(await layersOf(folder.path)).toEqual([30_000_000, 7]);
});
