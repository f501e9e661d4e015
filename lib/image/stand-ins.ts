/**
 * What stands in for the two images that a worker's is made of, where no registry of images can be reached: Debian's own
 * packages in a bare root, and Node's own program from npm. It differs from the published ones in the version of Node,
 * which is this project's, in Debian's packages, which are today's, and in that npm and yarn are not there, of which
 * a worker's image takes nothing.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOutput } from '../process/program-output.ts';
import { type Architecture, architectures } from './architectures.ts';
import { hasImage, podman } from './podman.ts';

const release = 'trixie';
const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';

// Missing in Debian's small images too, but for the licences.
const slimmed = ['doc', 'man', 'info', 'locale', 'lintian', 'groff'].map((name) => `usr/share/${name}`);
const downloaded = ['var/lib/apt/lists', 'var/cache/apt'];

const importTree = async (folder: string, architecture: Architecture, name: string): Promise<void> => {
  const archive = `${folder}.tar`;
  await programOutput(['tar', '--create', '--numeric-owner', '--file', archive, '--directory', folder, '.']);
  await podman('import', '--quiet', '--arch', architecture, archive, name);
};

const makeDebian = async (folder: string, architecture: Architecture): Promise<void> => {
  await programOutput(['debootstrap', `--arch=${architecture}`, '--variant=minbase', release, folder, mirror]);
  for (const name of [...slimmed, ...downloaded]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isDirectory() && entry.name !== 'copyright') await rm(join(entry.parentPath, entry.name));
    }
  }
  const security = `deb ${mirror}-security ${release}-security main\n`;
  await writeFile(join(folder, 'etc/apt/sources.list.d/security.list'), security);
};

/** The user that Node's image has, in files of Debian's. */
const addNodeUser = async (debian: string, folder: string): Promise<void> => {
  await mkdir(join(folder, 'etc'), { recursive: true });
  const lines = { passwd: 'node:x:1000:1000::/home/node:/bin/bash', group: 'node:x:1000:' };
  for (const [name, line] of Object.entries(lines)) {
    await writeFile(join(folder, 'etc', name), `${await readFile(join(debian, 'etc', name), 'utf8')}${line}\n`);
  }
  await mkdir(join(folder, 'home/node'), { recursive: true });
};

const makeNode = async (folder: string, architecture: Architecture, version: string): Promise<void> => {
  const unpacked = await mkdtemp(join(tmpdir(), 'node-package-'));
  try {
    const name = `node-linux-${architectures[architecture].npm}@${version}`;
    const packed = await programOutput(['npm', 'pack', '--silent', '--pack-destination', unpacked, name]);
    await programOutput(['tar', '--extract', '--file', join(unpacked, packed.trim()), '--directory', unpacked]);
    const place = join(folder, 'usr/local');
    await mkdir(join(place, 'bin'), { recursive: true });
    await cp(join(unpacked, 'package/bin/node'), join(place, 'bin/node'));
    await chmod(join(place, 'bin/node'), 0o755);
    await cp(join(unpacked, 'package/LICENSE'), join(place, 'LICENSE'));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
};

export interface BaseImages {
  readonly NODE_IMAGE: string;
  readonly DEBIAN_IMAGE: string;
}

/** Makes the two where they are missing. Takes minutes, more of them for another kind of machine than this. */
export const standIns = async (architecture: Architecture, node_version: string): Promise<BaseImages> => {
  const images = {
    NODE_IMAGE: `localhost/meeting-bots/node:${node_version}-${release}-${architecture}`,
    DEBIAN_IMAGE: `localhost/meeting-bots/debian:${release}-${architecture}`,
  };
  if ((await hasImage(images.NODE_IMAGE)) && (await hasImage(images.DEBIAN_IMAGE))) return images;
  const folder = await mkdtemp(join(tmpdir(), 'base-images-'));
  try {
    const [debian, node] = [join(folder, 'debian'), join(folder, 'node')];
    await makeDebian(debian, architecture);
    await addNodeUser(debian, node);
    await makeNode(node, architecture, node_version);
    await importTree(debian, architecture, images.DEBIAN_IMAGE);
    await importTree(node, architecture, images.NODE_IMAGE);
    return images;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
