/**
 * `npm run test:aws`: deploys the stack to the LocalStack-compatible endpoint in AWS_ENDPOINT_URL, runs its capture tasks
 * on this machine, and has bots, calendars, connections and app sessions live there, seen by its HTTP API. The lives go on
 * side by side; some of them go on in a second stack, without what the free edition of LocalStack lacks (`-- --free`: all
 * of them, in that one alone). The last line says how many steps passed. `-- --held`: the lives begin when a line comes in by standard input; until
 * then something else is tested, which goes before the deployment, and a warm task is waited for.
 * With `-- --dashboard` an owner does instead what there is to do at the dashboard, in a real browser, by mouse and then by
 * the keyboard alone. With `-- --images` its tasks run from their images (`npm run image`), in containers that are kept in as Fargate keeps them in.
 */
import './help.ts';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ECSClient } from '@aws-sdk/client-ecs';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { startWebhookSink } from '../lib/demo/webhook-sink.ts';
import { type OwnServer, startDemoRoom } from '../lib/demo-room/own-server.ts';
import { imageSettings, prepareContainers } from '../lib/emulator/containers.ts';
import { asDoctor, createProject, deploy, freeSetting, servedAt } from '../lib/emulator/deployment.ts';
import { emulatorAt } from '../lib/emulator/endpoint.ts';
import { startOwnEcs } from '../lib/emulator/own-ecs.ts';
import { startProjectSink } from '../lib/emulator/project-sink.ts';
import { runTasks } from '../lib/emulator/run-tasks.ts';
import { prepareWorkers, type Workers } from '../lib/emulator/workers.ts';
import { deployedApi, deployedHooks } from '../test/deployed/api.ts';
import { aStreamedMeeting } from '../test/deployed/app-sessions.ts';
import { aCalendarAndItsBot, calendarSettings } from '../test/deployed/calendars.ts';
import {
  aPlatformOfConnections,
  aUserAndTheirTokens,
  connectionSettings,
  enterTheApp,
} from '../test/deployed/connections.ts';
import { somebodyAtTheDashboard } from '../test/deployed/dashboard.ts';
import { aMeetingAndItsBots, heardByOurServer } from '../test/deployed/meetings.ts';
import { anOwnerAtTheDashboard, issuerSettings } from '../test/deployed/owner.ts';
import { itsOwnAddress, laterAndDeleted, nowAndLeft, refusals } from '../test/deployed/scenarios.ts';
import type { Stage } from '../test/deployed/stage.ts';
import { createSteps, type Step } from '../test/deployed/steps.ts';
import { keepingToOurselves } from '../test/deployed/tasks.ts';
import { aBotInAWarmTask, warmSettings } from '../test/deployed/warm.ts';
import { aGoogleCalendar } from '../test/facsimiles/google-calendar/google-calendar.ts';
import { aSttA } from '../test/facsimiles/stt-a/stt-a.ts';
import { anOpenIdIssuer } from '../test/lab/hosts/openid-issuer.ts';
import { aTranscriptionServer, saying } from '../test/lab/hosts/transcription-server.ts';
import { secret } from '../test/lab/secrets.ts';

const { stepsOf, passed } = createSteps();
/** That the provider of transcription takes. */
const providerKey = secret('key-of-stt-a');
const flag = { type: 'boolean', default: false } as const;
/** How long a task has to end when all is over, as on Fargate. */
const endingMs = 120_000;
const { held, images, free, dashboard } = parseArgs({
  options: { held: flag, images: flag, free: flag, dashboard: flag },
}).values;

/** @throws when the input ends instead */
const untilTold = async (): Promise<void> => {
  for await (const _ of createInterface({ input: process.stdin })) {
    // Nothing more is read: an input that stays open would keep this process from its end.
    process.stdin.destroy();
    return;
  }
  throw new Error('nobody said that the lives may begin');
};

const told = held ? untilTold() : undefined;
// Whoever awaits it hears of it; until then it is no loose end.
told?.catch(() => undefined);

/** Waits for all, however they end. @throws the first error */
const allOf = async (lives: readonly Promise<void>[]): Promise<void> => {
  for (const life of await Promise.allSettled(lives)) if (life.status === 'rejected') throw life.reason;
};

interface Place {
  readonly endpoint: string;
  /** A folder for this stack alone. */
  readonly folder: string;
  readonly settings: readonly string[];
  readonly step: Step;
}

/** A stack with a project. Without ECS in the emulator, what stands for it belongs to `started`. */
const aStack = async ({ endpoint, folder, settings, step }: Place, started: AsyncDisposableStack, isFree: boolean) => {
  const ecs = isFree ? started.use(await startOwnEcs()) : undefined;
  await mkdir(folder);
  const { outputs, file } = await step('the stack is deployed', () =>
    deploy(endpoint, folder, [...settings, ...(ecs ? [freeSetting(ecs.urlFor('ministack'))] : [])], {
      givesWayUntil: told,
    }),
  );
  ecs?.define(outputs);
  const project = await step('a project gets a key', () => createProject(file, 'test'));
  return { outputs, file, project, ecs: ecs?.client, api: deployedApi(endpoint, outputs.ApiUrl, project.api_key) };
};

/** The stages on a stack, whose tasks run from now on, for each life by its name. */
const stagesOn = async (
  { outputs, project, ecs, api }: Awaited<ReturnType<typeof aStack>>,
  started: AsyncDisposableStack,
  { endpoint, workers, demoRoom }: { endpoint: string; workers: Workers; demoRoom: OwnServer },
) => {
  const runner = started.adopt(
    await runTasks(outputs.CaptureCluster, keepingToOurselves(workers, api, demoRoom), {
      onError: (error) => console.error(error),
      ...(ecs && { ecs }),
    }),
    (running) => running.close(endingMs),
  );
  const { project_id, api_key, webhook_secret } = project;
  const sink = started.use(
    await startWebhookSink(webhook_secret, ({ envelope }) =>
      console.log(`    webhook: ${envelope.trigger} ${envelope.data.new_state ?? ''}`),
    ),
  );
  return (life: string): Stage => ({
    step: stepsOf(life),
    ...{ endpoint, project_id, api_key, sink, outputs, runner, api },
    stranger: deployedApi(endpoint, outputs.ApiUrl, undefined),
    hooks: deployedHooks(endpoint, outputs.ApiUrl),
    hookUrl: (path: string) => servedAt(endpoint, outputs.ApiUrl) + path,
    clients: {
      executions: new SFNClient(clientSettings()),
      tasks: ecs ?? new ECSClient(clientSettings()),
      media: new S3Client({ ...clientSettings(), forcePathStyle: true }),
    },
  });
};

const run = async (folder: string): Promise<void> => {
  const { endpoint } = await emulatorAt(process.env.AWS_ENDPOINT_URL, 'npm run test:aws');
  await using started = new AsyncDisposableStack();
  const google = started.use(await aGoogleCalendar());
  const conf = started.use(await aPlatformOfConnections());
  const server = started.use(await aTranscriptionServer(() => saying(heardByOurServer)));
  const demoRoom = started.use(await startDemoRoom());
  const issuer = started.use(await anOpenIdIssuer());
  const sttA = started.use(await aSttA({ keys: [providerKey] }));
  const rooms = [`demoRoomHosts=${demoRoom.host}`, ...(images ? imageSettings() : [])];
  const settings = [
    ...[...calendarSettings(google), ...connectionSettings(conf)],
    ...[...rooms, `customTranscriptionUrl=${server.url}`],
    ...(dashboard ? [...issuerSettings(issuer), `sttAUrl=${sttA.url}`] : warmSettings),
  ];
  const step = stepsOf('all');
  const main = await aStack({ endpoint, folder: join(folder, 'main'), settings, step }, started, free);
  // As `npm run deploy:local` does it.
  const ofProject = started.use(
    await step('all that is told of the project comes to this machine', () =>
      startProjectSink(main.file, main.project.project_id, () => undefined),
    ),
  );
  if (dashboard) {
    const workers = await prepareWorkers(folder, endpoint);
    await told;
    const stageOf = await stagesOn(main, started, { endpoint, workers, demoRoom });
    const provider = { key: providerKey, asked: () => sttA.asked.length };
    const beside = { issuer, demoRoom, google, conf, provider, file: main.file, folder };
    await anOwnerAtTheDashboard(stageOf('by mouse'), beside, 'mouse');
    await anOwnerAtTheDashboard(stageOf('by keyboard'), beside, 'keyboard');
    return;
  }
  const smallSettings = [...rooms, 'stage=free'];
  const small = { endpoint, folder: join(folder, 'free'), settings: smallSettings, step: stepsOf('without ECS') };
  const second = free ? main : await aStack(small, started, true);
  const workers = images
    ? await step('the images are there', () => prepareContainers(folder, endpoint))
    : await step('the workers are built', () => prepareWorkers(folder, endpoint));
  const stageOf = await stagesOn(main, started, { endpoint, workers, demoRoom });
  // It takes up to a minute until it is seen that there is no task, and little else.
  const warm = aBotInAWarmTask(stageOf('a warm task'), demoRoom, told);
  warm.catch(() => undefined);
  await told;
  const otherStageOf = free ? stageOf : await stagesOn(second, started, { endpoint, workers, demoRoom });
  await refusals(stageOf('refusals'));
  if (!free) await refusals(otherStageOf('refusals of a REST API'));
  await itsOwnAddress(stageOf('its own address'));
  if (!free) await itsOwnAddress(otherStageOf('its own address, of a REST API'));
  await enterTheApp(stageOf('all'), main.file);
  await allOf([
    aUserAndTheirTokens(stageOf('a connection'), conf),
    aMeetingAndItsBots(stageOf('a meeting'), demoRoom, { server, folder }),
    warm,
    // A REST API's stage would come before the dashboard's path.
    ...(free ? [] : [somebodyAtTheDashboard(stageOf('the dashboard'), demoRoom, main.file)]),
    aStreamedMeeting(stageOf('an app session')),
    aCalendarAndItsBot(stageOf('a calendar'), google),
    laterAndDeleted(otherStageOf('a bot for later, without ECS')),
    nowAndLeft(otherStageOf('a bot that is called off, without ECS'), demoRoom),
  ]);
  await step('bots without webhooks of their own were told of to the project, signed', () => {
    assert.notEqual(ofProject.received.length, 0);
    assert.equal(ofProject.refused(), 0);
  });
  await step('the doctor finds nothing wrong after all that', async () => console.log(await asDoctor(main.file)));
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
