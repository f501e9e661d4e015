/** What a container on Fargate gets and is refused, for one on this machine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSize } from '../infra/fleet/sizes.ts';
import { imageName } from './build.ts';
import { podmanRun } from './podman.ts';

const cpuUnits = 1024;

/**
 * The options of `podman run`. Fargate lets a task definition set neither shared memory, privileges nor security options, and
 * add no capability but SYS_PTRACE: what is left is Docker's default.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-tasks-services.html
 */
export const asOnFargate = ({ cpu, memoryMiB }: TaskSize, seccomp: string): string[] => [
  ...['--init', '--shm-size', '64m', '--security-opt', `seccomp=${seccomp}`],
  ...['--cpus', String(cpu / cpuUnits), '--memory', `${memoryMiB}m`, '--memory-swap', `${memoryMiB}m`],
  // Emulators and demo rooms answer on this machine's loopback address.
  ...['--network', 'host'],
];

const profilePackage = 'golang-github-docker-docker-dev';
const profilePath = './usr/share/gocode/src/github.com/docker/docker/profiles/seccomp/default.json';

/**
 * Writes Docker's own list of the system calls that containers may make, as Debian's package of its source has it, and
 * answers the file: Podman's own list lets a container have namespaces, which Docker's and Fargate's do not.
 */
export const dockerSeccompProfile = async (folder: string): Promise<string> => {
  const script = `cd /tmp && apt-get update >&2 && apt-get download ${profilePackage} >&2 && dpkg-deb --fsys-tarfile ${profilePackage}_*.deb | tar --extract --to-stdout ${profilePath}`;
  const profile = await podmanRun(
    '--user',
    'root',
    '--network',
    'host',
    imageName('capture-worker'),
    'sh',
    '-c',
    script,
  );
  const file = join(folder, 'seccomp.json');
  await writeFile(file, profile);
  return file;
};
