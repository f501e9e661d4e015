/** Builds the images of capture workers from their own Dockerfiles. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkerName } from '../capture/build/worker.ts';
import { writeWorkerImage } from '../infra/fleet/worker-image.ts';
import { type Architecture, ownArchitecture } from './architectures.ts';
import { podman } from './podman.ts';
import { type BaseImages, standIns } from './stand-ins.ts';

export const imageName = (worker: WorkerName, architecture: Architecture = ownArchitecture()): string =>
  `localhost/meeting-bots/${worker}:${architecture}`;

export interface BuildOptions {
  readonly architecture: Architecture;
  /** Whether the images that the Dockerfile names are pulled, or others stand in for them. */
  readonly pull: boolean;
}

/** The arguments of a build that say what its Dockerfile begins with. */
export const buildArguments = (images: BaseImages): string[] =>
  Object.entries(images).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);

/** @throws NoPodmanError where there is no Podman, or Error with the words of what failed */
export const buildImage = async (worker: WorkerName, { architecture, pull }: BuildOptions): Promise<string> => {
  const name = imageName(worker, architecture);
  const bases = pull
    ? ['--pull']
    : ['--pull=never', ...buildArguments(await standIns(architecture, process.versions.node))];
  const folder = await mkdtemp(join(tmpdir(), 'worker-image-'));
  try {
    writeWorkerImage(worker, folder);
    // What a Dockerfile runs is chrooted, and needs no more of the machine than that; layers keep packages between builds.
    const how = ['--isolation', 'chroot', '--network', 'host', '--layers', '--platform', `linux/${architecture}`];
    await podman('build', '--quiet', ...how, ...bases, '--tag', name, folder);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
