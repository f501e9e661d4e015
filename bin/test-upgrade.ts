/**
 * `npm run test:upgrade`: deploys the stack to the emulator of AWS in AWS_ENDPOINT_URL, then a next release of it, with another
 * state machine and other functions, and then the first one again, as an operator goes on and back. Bots are in meetings
 * each time, and nothing may happen to them. The last line says how many steps passed.
 */
import './help.ts';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetExecutionHistoryCommand, SFNClient } from '@aws-sdk/client-sfn';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { BotBody } from '../lib/api/schemas/bots.ts';
import { startDemoRoom } from '../lib/demo-room/own-server.ts';
import { createProject, type Deployment, deploy } from '../lib/emulator/deployment.ts';
import { emulatorAt } from '../lib/emulator/endpoint.ts';
import { runTasks } from '../lib/emulator/run-tasks.ts';
import { prepareWorkers } from '../lib/emulator/workers.ts';
import { executionName } from '../lib/usecases/lifecycle/follow-bot.ts';
import { deployedApi } from '../test/deployed/api.ts';
import { nextRelease } from '../test/deployed/next-release.ts';
import { createSteps, eventually } from '../test/deployed/steps.ts';

const { stepsOf, passed } = createSteps();

const run = async (folder: string): Promise<void> => {
  const { endpoint } = await emulatorAt(process.env.AWS_ENDPOINT_URL, 'npm run test:upgrade');
  await using started = new AsyncDisposableStack();
  const demoRoom = started.use(await startDemoRoom());
  const meeting_url = demoRoom.base_url + demoRoom.demoRoom.standing_room.room_path;
  const next = await nextRelease(join(folder, 'next'));
  const release = async (name: string, tree?: string): Promise<Deployment> => {
    const into = join(folder, name);
    await mkdir(into);
    return deploy(endpoint, into, [`demoRoomHosts=${demoRoom.host}`, 'stage=upgrade'], tree ? { tree } : {});
  };

  const step = stepsOf('releases');
  const { outputs, file } = await step('a release is deployed', () => release('first'));
  const { api_key } = await step('a project gets a key', () => createProject(file, 'upgrade'));
  const api = deployedApi(endpoint, outputs.ApiUrl, api_key);
  const workers = await prepareWorkers(folder, endpoint);
  const tasks: string[] = [];
  started.use(
    await runTasks(outputs.CaptureCluster, workers, {
      onError: (error) => console.error(error),
      onTask: ({ startedBy = '' }, what) => void (what === 'started' && tasks.push(startedBy)),
    }),
  );
  const executions = new SFNClient(clientSettings());

  const bot = async (id: string): Promise<BotBody> => BotBody.parse((await api('GET', `/bots/${id}`)).body);
  const is = (id: string, state: BotBody['state']): Promise<BotBody> =>
    eventually(
      'the bot',
      () => bot(id),
      (found) => found.state === state,
    );
  const enter = async (): Promise<string> => {
    const answer = await api('POST', '/bots', {
      ...{ meeting_url, bot_name: 'Scribe', recording_settings: { format: 'mp3' } },
      // Nobody else is there, and a deployment takes its time.
      automatic_leave_settings: { only_participant_in_meeting_timeout_seconds: 3600 },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id } = BotBody.parse(answer.body);
    await is(id, 'joined_recording');
    return id;
  };
  /** It is as it was: in its meeting, with the one task that it had. */
  const isUntouched = async (id: string): Promise<void> => {
    assert.equal((await bot(id)).state, 'joined_recording');
    assert.deepEqual(
      tasks.filter((one) => one === id),
      [id],
    );
  };
  const leavesAndEnds = async (id: string): Promise<void> => {
    assert.equal((await api('POST', `/bots/${id}/leave`)).status, 200);
    const { events } = await is(id, 'ended');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['join_requested', 'joined_meeting', 'leave_requested', 'left_meeting', 'post_processing_completed'],
    );
    const { status, body } = await api('GET', `/bots/${id}/recording`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await fetch((body as { url: string }).url)).status, 200);
  };
  /** The states that the bot's execution went through, once it has succeeded. */
  const walked = async (id: string): Promise<string[]> => {
    const machine = outputs.StateMachineArn.replace(':stateMachine:', ':execution:');
    const executionArn = `${machine}:${executionName({ id, schedule_version: 1 }, 1)}`;
    const { events = [] } = await eventually(
      'the execution',
      () => executions.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 })),
      (history) => (history.events ?? []).some(({ type }) => type === 'ExecutionSucceeded'),
    );
    return events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []);
  };
  const said = async (): Promise<unknown> => ((await api('GET', '/nothing')).body as { detail: unknown }).detail;

  const old = await step('a bot is in a meeting', enter);
  const before = await said();
  await step('the next release is deployed meanwhile, with another state machine and other functions', () =>
    release('second', next.tree),
  );
  await step('its functions answer', async () => {
    assert.equal(await said(), next.says);
    assert.notEqual(before, next.says);
  });
  await step('the bot is in its meeting still, and has changed no task', () => isUntouched(old));
  const newer = await step('another bot joins, in the new release', enter);
  await step('the first one leaves, and ends with its recording, under the definition that it began with', async () => {
    await leavesAndEnds(old);
    assert.ok(!(await walked(old)).includes(next.state));
  });
  await step('the release before is deployed again, while the other one is in the meeting', () => release('third'));
  await step('the functions of before answer', async () => assert.equal(await said(), before));
  await step('the other one is in its meeting still, and has changed no task', () => isUntouched(newer));
  await step('it leaves, and ends with its recording, under the definition of the release that is gone', async () => {
    await leavesAndEnds(newer);
    assert.ok((await walked(newer)).includes(next.state));
  });
  await step('a bot that comes now lives as the first one did', async () => {
    const last = await enter();
    await leavesAndEnds(last);
    assert.deepEqual(await walked(last), await walked(old));
  });
};

const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-upgrade-'));
const failure = await run(folder).then(
  () => undefined,
  (error: unknown) => ({ error }),
);
if (failure) console.error(String(failure.error));
await rm(folder, { recursive: true, force: true });
console.log(`${passed()} passed, ${failure ? 1 : 0} failed`);
process.exitCode = failure ? 1 : 0;
