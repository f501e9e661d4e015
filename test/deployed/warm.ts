/** What is asked of a deployed stack that keeps a task warm: a bot that is wanted at once is in its meeting within seconds. */
import assert from 'node:assert/strict';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings } from '../../lib/adapters/aws/clients.ts';
import { documentClient, dynamoDbTable } from '../../lib/adapters/aws/table.ts';
import { type Bot, meetingBots } from '../../lib/client/index.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { servedAt } from '../../lib/emulator/deployment.ts';
import { warmTaskRepository } from '../../lib/storage/warm-tasks.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';
import { tasksOf } from './tasks.ts';

/** No other bot of these lives records sound alone. */
export const warmSettings = ['warmSound=1'];

/** `told`: until then it is waited for the task, and no bot is sent. */
export const aBotInAWarmTask = async (
  stage: Stage,
  { base_url, demoRoom }: OwnServer,
  told: Promise<void> | undefined,
): Promise<void> => {
  const { step, outputs, api_key, endpoint } = stage;
  const client = meetingBots(servedAt(endpoint, outputs.ApiUrl), api_key);
  const warmTasks = warmTaskRepository(
    dynamoDbTable(documentClient(new DynamoDBClient(clientSettings())), outputs.TableName),
  );
  /** One that is ready for a bot. */
  const ready = () =>
    eventually(
      'a warm task',
      async () => (await warmTasks.waiting('sound'))[0],
      (task) => task?.heartbeat_at !== undefined && task.task_id !== undefined,
      // A minute until it is seen that there is none, and the start of a browser beside all others.
      300,
    );

  const task_id = await step('a task is started for no bot, and waits', async () => (await ready())?.task_id);
  await told;
  const { bot, asked_ms } = await step('a bot is sent, and is in its meeting', async () => {
    const asked_ms = Date.now();
    const { id } = await client.createBot({
      body: {
        meeting_url: base_url + demoRoom.createRoom().room_path,
        bot_name: 'Prompt Bot',
        recording_settings: { format: 'mp3' },
        // It is alone, and stays for as long as another task takes.
        automatic_leave_settings: { only_participant_in_meeting_timeout_seconds: 3600 },
      },
    });
    const bot = await eventually(
      'the bot',
      () => client.getBot({ path: { object_id: id } }),
      ({ state }: Bot) => state === 'joined_recording',
    );
    return { bot, asked_ms };
  });
  const joined = bot.events.find(({ type }) => type === 'joined_meeting');
  assert.ok(joined);
  console.log(`    POST → joined: ${((Date.parse(joined.created_at) - asked_ms) / 1000).toFixed(1)} s`);
  await step('no other task was started for it, and another one waits', async () => {
    assert.deepEqual(await tasksOf(stage, bot.id), []);
    assert.notEqual((await ready())?.task_id, task_id);
  });
  await step('it is told to leave, and ends with what it recorded', async () => {
    await client.leaveBot({ path: { object_id: bot.id } });
    const ended = await eventually(
      'the bot',
      () => client.getBot({ path: { object_id: bot.id } }),
      ({ state }: Bot) => state === 'ended',
    );
    assert.equal(ended.recording_state, 'complete');
  });
};
