/** Podman builds and runs images without a service in the background, and Debian has it as a package. */
import { programOutput } from '../process/program-output.ts';

/** Images can neither be built nor run here; the message says what to install. */
export class NoPodmanError extends Error {
  override readonly name = 'NoPodmanError';
}

const howToGetIt = `images are built and run with Podman, as root: on Debian or Ubuntu

  apt-get install --no-install-recommends podman buildah runc catatonit debootstrap qemu-user-static`;

// Both do without systemd; runc is what Fargate's containerd runs too, and knows every kind of control groups.
const everywhere = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];

const podmanCommand = (...args: readonly string[]): string[] => ['podman', ...everywhere, ...args];

/** What Podman prints. @throws NoPodmanError where there is none, or Error with its own words when it fails */
export const podman = (...args: readonly string[]): Promise<string> =>
  programOutput(podmanCommand(...args)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NoPodmanError(howToGetIt, { cause: error }) : error;
  });

// Podman asks for a million files and four million processes, which not every root may give.
const limits = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=32768:32768'];

/** The command that runs a container, which is gone once it has ended. */
export const podmanRunCommand = (...args: readonly string[]): string[] =>
  podmanCommand('run', '--rm', ...limits, ...args);

/** What a container prints, once it has ended. @throws as `podman` does */
export const podmanRun = (...args: readonly string[]): Promise<string> => podman('run', '--rm', ...limits, ...args);

export const hasImage = (name: string): Promise<boolean> =>
  podman('image', 'exists', name).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoPodmanError) throw error;
      return false;
    },
  );
