/**
 * `npm run image [-- --arch arm64] [--pull] [--out FOLDER]`: builds the images of the capture workers with Podman, as
 * root, and says how large they are and what they hold; what that is goes into FOLDER as a CycloneDX document for each.
 * Where no registry can be reached, other images stand in for those that the Dockerfiles begin with; with --pull they
 * are pulled.
 */
import './help.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workerNames } from '../lib/capture/build/worker.ts';
import { architectures, isArchitecture, ownArchitecture } from '../lib/image/architectures.ts';
import { buildImage } from '../lib/image/build.ts';
import { contentsOf } from '../lib/image/contents.ts';
import { compressedLayers } from '../lib/image/layers.ts';
import { NoPodmanError } from '../lib/image/podman.ts';

const options = () => {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', default: ownArchitecture() },
      pull: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const { arch, pull, out } = values;
  if (!isArchitecture(arch)) {
    console.error(`--arch is one of ${Object.keys(architectures).join(', ')}`);
    process.exit(2);
  }
  return { architecture: arch, pull, out };
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const run = async (): Promise<void> => {
  const { architecture, pull, out } = options();
  if (out !== undefined) await mkdir(out, { recursive: true });
  for (const worker of workerNames) {
    const image = await buildImage(worker, { architecture, pull });
    const layers = await compressedLayers(image);
    const { counts, forbidden, bill } = await contentsOf(worker, architecture);
    const sum = layers.reduce((total, size) => total + size, 0);
    console.log(`${image}: ${megabytes(sum)} MB compressed, in layers of ${layers.map(megabytes).join(', ')} MB`);
    console.log(`  holds ${counts.npm} packages of npm and ${counts.debian} of Debian`);
    for (const licence of forbidden) console.log(`  must not be handed on: ${licence}`);
    if (forbidden.length > 0) process.exitCode = 1;
    if (out !== undefined) {
      const file = join(out, `${worker}-${architecture}.cdx.json`);
      await writeFile(file, bill);
      console.log(`  listed in ${file}; trivy sbom ${file} looks for what is known to be vulnerable`);
    }
  }
};

try {
  await run();
} catch (error) {
  console.error(error instanceof NoPodmanError ? error.message : error);
  process.exitCode = 1;
}
