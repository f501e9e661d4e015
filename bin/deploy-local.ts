/**
 * `npm run deploy:local`: deploys the stack to the emulator of AWS in AWS_ENDPOINT_URL, runs its capture tasks on this
 * machine, opens a demo room, and prints the line that sends a bot there. What follows is told; Ctrl-C ends everything
 * that was started. Options are settings of the stack, `-c name=value` each.
 */

import './help.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Task } from '@aws-sdk/client-ecs';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { say, tellWebhook } from '../lib/demo/telling.ts';
import { startDemoRoom } from '../lib/demo-room/own-server.ts';
import { browsedAt, createProject, deploy, freeSetting, invitation, servedAt } from '../lib/emulator/deployment.ts';
import { emulatorAt, NoEmulatorError } from '../lib/emulator/endpoint.ts';
import { localProject } from '../lib/emulator/local-project.ts';
import { startOwnEcs } from '../lib/emulator/own-ecs.ts';
import { startProjectSink } from '../lib/emulator/project-sink.ts';
import { runTasks } from '../lib/emulator/run-tasks.ts';
import type { TaskEnd } from '../lib/emulator/task-events.ts';
import { prepareWorkers, type Workers } from '../lib/emulator/workers.ts';
import { messageOf } from '../lib/process/message-of.ts';
import { ProgramError } from '../lib/process/program-output.ts';

/** How long workers have to leave their meetings after Ctrl-C. */
const leavingMs = 10_000;

interface Wanted {
  readonly context: readonly string[];
  readonly free: boolean;
}

const wantedOf = (args: readonly string[]): Wanted =>
  parseArgs({
    args: [...args],
    options: {
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      free: { type: 'boolean', default: false },
    },
  }).values;

const askedWith = (key: string, base_url: string): Promise<Response> =>
  fetch(`${base_url}/api/v1/bots?page_size=1`, { headers: { authorization: `Token ${key}` } });

const tellTask =
  (workers: Workers) =>
  (task: Task, what: 'started' | 'stopped', end?: TaskEnd): void => {
    const how = end
      ? `: ${end.stoppedReason}, exit code ${end.exitCode ?? 'none'}`
      : `, its log is ${workers.logOf(task)}`;
    say(`capture task of ${task.startedBy} ${what}${how}`);
  };

/** Aborted by Ctrl-C, or whatever else asks this process to end. */
const asked = (): AbortSignal => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
};

const run = async ({ context, free }: Wanted, stop: AbortSignal): Promise<void> => {
  const { endpoint, emulator, hasAll } = await emulatorAt(process.env.AWS_ENDPOINT_URL);
  // Nobody's own settings for AWS have a say here, and the clients of this process speak to the emulator only.
  process.env.AWS_ENDPOINT_URL = endpoint;
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-local-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  if (emulator === 'localstack') say('LocalStack answers: this was tried with MiniStack only');
  const isFree = free || !hasAll;
  if (isFree) say('without HTTP APIs and ECS: the API is a REST API, and the task runner answers in place of ECS');
  const ecs = isFree ? started.use(await startOwnEcs()) : undefined;
  const { demoRoom, base_url: room_base, host } = started.use(await startDemoRoom());
  say(`deploying to ${endpoint}: about a minute on an idle machine`);
  const settings = [`demoRoomHosts=${host}`, ...(ecs ? [freeSetting(ecs.urlFor(emulator))] : []), ...context];
  const { outputs, file } = await deploy(endpoint, folder, settings, { signal: stop, onStep: say });
  ecs?.define(outputs);
  const base_url = servedAt(endpoint, outputs.ApiUrl);
  const { project_id, api_key, webhook_secret } = await localProject(outputs.TableName, {
    secrets: new SecretsManagerClient(clientSettings()),
    create: () => createProject(file, 'local'),
    isRefused: async (key) => (await askedWith(key, base_url)).status === 401,
  });
  const workers = await prepareWorkers(folder, endpoint);
  started.use(await startProjectSink(file, project_id, tellWebhook));
  const runner = await runTasks(outputs.CaptureCluster, workers, {
    onTask: tellTask(workers),
    onError: (error) => say(`cannot run capture tasks: ${messageOf(error)}`),
    ...(ecs && { ecs: ecs.client }),
  });
  started.defer(() => runner.close(leavingMs));
  const { room_path, host_path } = demoRoom.standing_room;
  // A REST API's stage would come before the dashboard's path, and LocalStack's names for APIs are others.
  const dashboard =
    isFree || emulator !== 'ministack'
      ? undefined
      : await invitation(file, browsedAt(endpoint, outputs.ApiUrl), { project_id, name: 'you', role: 'owner' });
  const room_url = room_base + room_path;
  console.log(`
The stack is deployed, and its capture tasks run on this machine.

  Base URL         ${base_url}
  API key          ${api_key}
  Webhook secret   ${webhook_secret}
  Demo room        ${room_url}
    as its host    ${room_base + host_path}${
      dashboard
        ? `
  Dashboard        ${dashboard}
    signs you in once, in a browser on this machine`
        : ''
    }

Open the demo room in a browser, and send a bot there:

  curl -X POST '${base_url}/api/v1/bots' -H 'Authorization: Token ${api_key}' -H 'Content-Type: application/json' \\
    -d '{"meeting_url": "${room_url}", "bot_name": "Minutes Bot"}'

Operators' programs find the stack by its outputs, as long as this runs:

  AWS_ENDPOINT_URL=${endpoint} npm run doctor -- --outputs ${file}

What happens is told here. Ctrl-C ends everything that was started; the stack stays in the emulator.
`);
  if (!stop.aborted) await once(stop, 'abort');
  console.log('stopping …');
};

const stop = asked();
try {
  await run(wantedOf(process.argv.slice(2)), stop);
  process.exit(0);
} catch (error) {
  // What was under way when it was to stop has failed for that.
  if (stop.aborted) process.exit(130);
  // Of what the CDK was told to do, only its own words are of use: such as that a setting does not fit.
  if (error instanceof ProgramError) console.error(error.said);
  else console.error(error instanceof NoEmulatorError ? error.message : error);
  process.exit(1);
}
