/**
 * `npm run test:aws`: deploys the stack to the LocalStack-compatible endpoint in AWS_ENDPOINT_URL, runs its capture tasks
 * on this machine, and has bots, calendars, connections and app sessions live there, seen by its HTTP API. The lives go on
 * side by side. The last line says how many steps passed. `-- --held`: the lives begin when a line comes in by standard input; until
 * then something else is tested, which goes before the deployment.
 * With `-- --images` its tasks run from their images (`npm run image`), in containers that are kept in as Fargate keeps them in.
 */
import './help.ts';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ECSClient } from '@aws-sdk/client-ecs';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { startWebhookSink } from '../lib/demo/webhook-sink.ts';
import { startDemoRoom } from '../lib/demo-room/own-server.ts';
import { imageSettings, prepareContainers } from '../lib/emulator/containers.ts';
import { createProject, deploy, servedAt } from '../lib/emulator/deployment.ts';
import { emulatorAt } from '../lib/emulator/endpoint.ts';
import { startProjectSink } from '../lib/emulator/project-sink.ts';
import { runTasks } from '../lib/emulator/run-tasks.ts';
import { prepareWorkers } from '../lib/emulator/workers.ts';
import { deployedApi, deployedHooks } from '../test/deployed/api.ts';
import { aStreamedMeeting } from '../test/deployed/app-sessions.ts';
import { aCalendarAndItsBot, calendarSettings } from '../test/deployed/calendars.ts';
import {
  aPlatformOfConnections,
  aUserAndTheirTokens,
  connectionSettings,
  enterTheApp,
} from '../test/deployed/connections.ts';
import { aMeetingAndItsBots, heardByOurServer } from '../test/deployed/meetings.ts';
import { laterAndDeleted, nowAndLeft, refusals } from '../test/deployed/scenarios.ts';
import type { Stage } from '../test/deployed/stage.ts';
import { createSteps } from '../test/deployed/steps.ts';
import { keepingToOurselves } from '../test/deployed/tasks.ts';
import { aGoogleCalendar } from '../test/facsimiles/google-calendar/google-calendar.ts';
import { aTranscriptionServer, saying } from '../test/lab/hosts/transcription-server.ts';

const { stepsOf, passed } = createSteps();
const flag = { type: 'boolean', default: false } as const;
const { held, images } = parseArgs({ options: { held: flag, images: flag } }).values;

/** @throws when the input ends instead */
const untilTold = async (): Promise<void> => {
  for await (const _ of createInterface({ input: process.stdin })) {
    // Nothing more is read: an input that stays open would keep this process from its end.
    process.stdin.destroy();
    return;
  }
  throw new Error('nobody said that the lives may begin');
};

/** Waits for all, however they end. @throws the first error */
const allOf = async (lives: readonly Promise<void>[]): Promise<void> => {
  for (const life of await Promise.allSettled(lives)) if (life.status === 'rejected') throw life.reason;
};

const run = async (folder: string): Promise<void> => {
  const { endpoint } = await emulatorAt(process.env.AWS_ENDPOINT_URL);
  const step = stepsOf('all');
  await using google = await aGoogleCalendar();
  await using conf = await aPlatformOfConnections();
  await using server = await aTranscriptionServer(() => saying(heardByOurServer));
  await using demoRoom = await startDemoRoom();
  const settings = [
    ...[...calendarSettings(google), ...connectionSettings(conf)],
    ...[`demoRoomHosts=${demoRoom.host}`, `customTranscriptionUrl=${server.url}`],
    ...(images ? imageSettings() : []),
  ];
  const { outputs, file } = await step('the stack is deployed', () =>
    deploy(endpoint, folder, settings, { givesWay: held }),
  );
  const { project_id, api_key, webhook_secret } = await step('a project gets a key', () => createProject(file, 'test'));
  const api = deployedApi(endpoint, outputs.ApiUrl, api_key);
  // As `npm run deploy:local` does it.
  await using ofProject = await step('all that is told of the project comes to this machine', () =>
    startProjectSink(file, project_id, () => undefined),
  );
  const workers = images
    ? await step('the images are there', () => prepareContainers(folder, endpoint))
    : await step('the workers are built', () => prepareWorkers(folder, endpoint));
  if (held) await untilTold();
  await using runner = await runTasks(outputs.CaptureCluster, keepingToOurselves(workers, api, demoRoom), {
    onError: (error) => console.error(error),
  });
  await using sink = await startWebhookSink(webhook_secret, ({ envelope }) =>
    console.log(`    webhook: ${envelope.trigger} ${envelope.data.new_state ?? ''}`),
  );
  const stageOf = (life: string): Stage => ({
    step: stepsOf(life),
    ...{ endpoint, project_id, api_key, sink, outputs, runner, api },
    stranger: deployedApi(endpoint, outputs.ApiUrl, undefined),
    hooks: deployedHooks(endpoint, outputs.ApiUrl),
    hookUrl: (path: string) => servedAt(endpoint, outputs.ApiUrl) + path,
    clients: {
      executions: new SFNClient(clientSettings()),
      tasks: new ECSClient(clientSettings()),
      media: new S3Client({ ...clientSettings(), forcePathStyle: true }),
    },
  });
  await refusals(stageOf('refusals'));
  await enterTheApp(stageOf('all'), file);
  await allOf([
    aUserAndTheirTokens(stageOf('a connection'), conf),
    aMeetingAndItsBots(stageOf('a meeting'), demoRoom, { server, folder }),
    aStreamedMeeting(stageOf('an app session')),
    aCalendarAndItsBot(stageOf('a calendar'), google),
    laterAndDeleted(stageOf('a bot for later')),
    nowAndLeft(stageOf('a bot that is called off'), demoRoom),
  ]);
  await step('bots without webhooks of their own were told of to the project, signed', () => {
    assert.notEqual(ofProject.received.length, 0);
    assert.equal(ofProject.refused(), 0);
  });
};

/** What the workers wrote last. */
const tellLogs = async (logs: string): Promise<void> => {
  for (const name of await readdir(logs).catch(() => [])) {
    const lines = (await readFile(join(logs, name), 'utf8')).trim().split('\n');
    console.error(`${name}:\n${lines.slice(-30).join('\n')}`);
  }
};

const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-deployed-'));
const failure = await run(folder).then(
  () => undefined,
  (error: unknown) => ({ error }),
);
if (failure) {
  await tellLogs(join(folder, 'logs'));
  console.error(String(failure.error));
}
await rm(folder, { recursive: true, force: true });
console.log(`${passed()} passed, ${failure ? 1 : 0} failed`);
process.exitCode = failure ? 1 : 0;
