/** The containers of capture tasks, on this machine: from the very images, and kept in as Fargate keeps them in. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task, TaskDefinition } from '@aws-sdk/client-ecs';
import { workerNames } from '../capture/build/worker.ts';
import { imageName } from '../image/build.ts';
import { asOnFargate, dockerSeccompProfile } from '../image/fargate.ts';
import { hasImage, podmanRunCommand } from '../image/podman.ts';
import type { TaskSize } from '../infra/fleet/sizes.ts';
import { startTaskProcess, type TaskProcess } from './task-process.ts';
import { environmentOf, roleVariables, stopTimeoutMs, type Workers } from './workers.ts';

/** How long Podman has to tell that what it ran was killed. */
const tellingMs = 10_000;

/** The settings of a stack whose tasks are run from the images of this machine. */
export const imageSettings = (): string[] => [
  `captureImage=${imageName('capture-worker')}`,
  `appSessionImage=${imageName('app-session-worker')}`,
];

/** The process of a container, as this machine numbers it, once there is one. */
const processIn = (file: string): number | undefined => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const killProcess = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** What the definition says, or what was said when the task was asked for. */
const sizeOf = ({ overrides }: Task, { cpu, memory }: TaskDefinition): TaskSize => ({
  cpu: Number(overrides?.cpu ?? cpu),
  memoryMiB: Number(overrides?.memory ?? memory),
});

/** The folder, which is there, takes the logs. @throws Error that says how to build the images, when one is missing */
export const prepareContainers = async (folder: string, endpoint: string): Promise<Workers> => {
  for (const worker of workerNames) {
    if (!(await hasImage(imageName(worker))))
      throw new Error(`there is no ${imageName(worker)}: run npm run image first`);
  }
  const seccomp = await dockerSeccompProfile(folder);
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const idOf = ({ taskArn = '' }: Task): string => taskArn.split('/').at(-1) ?? '';
  const logOf = (task: Task): string => join(logs, `${idOf(task)}.log`);

  const start = (task: Task, definition: TaskDefinition): TaskProcess => {
    const image = definition.containerDefinitions?.[0]?.image;
    if (!image) throw new Error(`the task definition ${definition.family} names no image`);
    const environment = { ...roleVariables(endpoint, definition), ...environmentOf(task, definition) };
    const variables = Object.keys(environment).flatMap((name) => ['--env', name]);
    const pidFile = join(folder, `${idOf(task)}.pid`);
    const how = [...asOnFargate(sizeOf(task, definition), seccomp), '--name', idOf(task), '--pidfile', pidFile];
    const [program = '', ...args] = podmanRunCommand(...how, ...variables, image);
    const stop_timeout_ms = stopTimeoutMs(definition);
    const { PATH, HOME, CONTAINERS_STORAGE_CONF } = process.env;
    // It hands the values on by their names, and signals too.
    const podman = startTaskProcess({
      ...{ program, args, log: logOf(task), stop_timeout_ms: stop_timeout_ms + tellingMs },
      environment: { PATH, HOME, CONTAINERS_STORAGE_CONF, ...environment },
    });
    let kill: NodeJS.Timeout | undefined;
    return {
      get pid() {
        return processIn(pidFile);
      },
      stop(within_ms = stop_timeout_ms) {
        podman.stop(within_ms + tellingMs);
        clearTimeout(kill);
        // With a container's first process all of it ends.
        kill = setTimeout(() => killProcess(processIn(pidFile)), within_ms);
      },
      ended: podman.ended.finally(() => clearTimeout(kill)),
    };
  };
  return { start, logOf };
};
