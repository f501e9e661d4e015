/** How large an image is: as it lies in a registry, each layer compressed by gzip, which is what a task fetches. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { programOutput } from '../process/program-output.ts';

const Blob = z.object({ digest: z.string(), size: z.int().nonnegative() });
const Index = z.object({ manifests: z.array(Blob).length(1) });
const Manifest = z.object({ layers: z.array(Blob).min(1) });

/** The size of each layer of the one image of an OCI layout, in bytes, the lowest first. */
export const layersOf = async (layout: string): Promise<number[]> => {
  const parsed = async <T>(schema: z.ZodType<T>, name: string): Promise<T> =>
    schema.parse(JSON.parse(await readFile(join(layout, name), 'utf8')));
  const { manifests } = await parsed(Index, 'index.json');
  const [digest = ''] = manifests.map((one) => one.digest.replace(':', '/'));
  const { layers } = await parsed(Manifest, join('blobs', digest));
  return layers.map(({ size }) => size);
};

/** The layers of an image of this machine. Takes a minute of a processor: they are compressed for it. */
export const compressedLayers = async (image: string): Promise<number[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'image-layers-'));
  try {
    const layout = join(folder, 'layout');
    await programOutput(['buildah', 'push', '--quiet', '--format', 'oci', image, `oci:${layout}`]);
    return await layersOf(layout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
