/**
 * What is asked of a deployed stack about meetings: two people talk in a demo room of this machine, and two bots are sent
 * there. One of them changes its worker, for Spot takes its machine back, and nobody sees that in what it brings home; the
 * other one loses its worker. At the end the first one's data is deleted.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { type Bot, type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import { bringHome, emptyFolder } from '../../lib/demo/bring-home.ts';
import { claimsAbout, type Said } from '../../lib/demo/checks.ts';
import { botTriggers } from '../../lib/demo/home.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { servedAt } from '../../lib/emulator/deployment.ts';
import type { TranscriptionServer } from '../lab/hosts/transcription-server.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';
import { reliefSeconds, tasksOf } from './tasks.ts';

const script = new URL('../../lib/demo-room/scripts/two-people.json', import.meta.url);
const bot_name = 'Minutes Bot';
/** What the server for speech-to-text of this installation hears in everything. */
export const heardByOurServer = 'So it was said.';

/** How long a worker on Fargate that is warned waits for its successor. */
const fargateReliefSeconds = 95;

type Create = Parameters<MeetingBots['createBot']>[0]['body'];

const until = (client: MeetingBots, id: string, state: Bot['state']): Promise<Bot> =>
  eventually(
    `the bot to be ${state}`,
    () => client.getBot({ path: { object_id: id } }),
    (bot) => bot.state === state,
  );

/** Everything that is stored of a bot. */
const objectsOf = async ({ clients, outputs }: Stage, id: string): Promise<string[]> => {
  const { Contents = [] } = await clients.media.send(new ListObjectsV2Command({ Bucket: outputs.MediaBucket }));
  return Contents.flatMap(({ Key = '' }) => (Key.includes(id) ? [Key] : []));
};

/** The one task that a bot has had so far. */
const onlyTaskOf = async (stage: Stage, id: string): Promise<string> => {
  const [task, ...others] = await tasksOf(stage, id);
  assert.deepEqual(others, []);
  assert.ok(task !== undefined && stage.runner.processOf(task), 'its worker runs');
  return task;
};

/** Sends a signal to the worker of a bot's task. */
const kill = async (stage: Stage, id: string): Promise<void> => {
  const pid = stage.runner.processOf(await onlyTaskOf(stage, id))?.pid;
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGKILL');
};

export const aMeetingAndItsBots = async (
  stage: Stage,
  { base_url, demoRoom }: OwnServer,
  { server, folder }: { server: TranscriptionServer; folder: string },
): Promise<void> => {
  const { step, sink, outputs, api_key, endpoint } = stage;
  const client = meetingBots(servedAt(endpoint, outputs.ApiUrl), api_key);
  const room = demoRoom.createRoom();
  const meeting_url = base_url + room.room_path;
  const said: Said[] = [];
  const chatted: Said[] = [];
  const send = async (body: Partial<Create>): Promise<string> =>
    (await client.createBot({ body: { meeting_url, bot_name, ...body } })).id;

  await using people = await step('two people meet', async () =>
    runScript({
      base_url,
      room,
      script: Script.parse(JSON.parse(await readFile(script, 'utf8'))),
      onEvent: ({ type, who = '', text = '', timestamp_ms, duration_ms = 0 }) => {
        if (type === 'say') said.push({ who, text, done_ms: timestamp_ms + duration_ms });
        if (type === 'chat') chatted.push({ who, text, done_ms: timestamp_ms });
      },
    }),
  );
  const [id, unlucky] = await step('two bots are sent, and record', async () => {
    const webhooks = [{ url: sink.url, triggers: botTriggers }];
    const sent = await Promise.all([
      send({ webhooks, recording_settings: { resolution: '720p' } }),
      send({ bot_name: 'Unlucky Bot', transcription_settings: { custom_async: { language: 'en' } } }),
    ]);
    await Promise.all(sent.map((one) => until(client, one, 'joined_recording')));
    return sent;
  });
  people.start();
  const heard = (one: string) => client.getTranscript({ path: { object_id: one } });
  await step('what is said reaches the transcript of one, and our own server by the other', () =>
    Promise.all(
      [id, unlucky].map((one) =>
        eventually(
          'the transcript',
          () => heard(one),
          ({ length }) => length >= 1,
        ),
      ),
    ),
  );
  const killed_ms = await step("the other's task is killed, once some of its recording is stored", async () => {
    await eventually(
      'what is stored',
      () => objectsOf(stage, unlucky),
      (names) => names.some((name) => name.endsWith('.m4s')),
    );
    await kill(stage, unlucky);
    return Date.now();
  });
  await step('its successor is started, joins, and hears on', async () => {
    await eventually(
      'the tasks',
      () => tasksOf(stage, unlucky),
      ({ length }) => length === 2,
    );
    await eventually(
      'the transcript',
      () => heard(unlucky),
      (transcript) => transcript.some(({ timestamp_ms }) => timestamp_ms > killed_ms),
    );
  });
  const interrupted = await step("Spot takes the machine of the one's task back", async () => {
    const task = await onlyTaskOf(stage, id);
    stage.runner.interrupt(task);
    return { task, warned_ms: Date.now() };
  });
  const relieved_ms = await step('a successor joins beside it, takes over, and the task ends by itself', async () => {
    await eventually(
      'the tasks',
      () => tasksOf(stage, id),
      (tasks) => tasks.length === 2 && stage.runner.processOf(interrupted.task) === undefined,
      reliefSeconds,
    );
    const relieved_ms = Date.now();
    const seconds = Math.round((relieved_ms - interrupted.warned_ms) / 1_000);
    if (seconds > fargateReliefSeconds)
      console.log(
        `    late: it was relieved after ${seconds} s; on Fargate it would have ended after ${fargateReliefSeconds} s`,
      );
    return relieved_ms;
  });
  await step('something was written there, and the one hears what is said afterwards', () =>
    eventually(
      'the transcript',
      () => heard(id),
      (transcript) =>
        chatted
          .slice(0, 1)
          .some(({ done_ms }) =>
            transcript.some(({ timestamp_ms }) => timestamp_ms > Math.max(done_ms + 1_500, relieved_ms)),
          ),
    ),
  );
  const [bot, other] = await step('both are told to leave, and end', async () => {
    for (const one of [id, unlucky]) await client.leaveBot({ path: { object_id: one } });
    return Promise.all([until(client, id, 'ended'), until(client, unlucky, 'ended')]);
  });
  await people.close();

  await step('the one brought home what the demo asks for, by the links of the deployed API', async () => {
    const home = join(folder, 'home');
    await emptyFolder(home);
    const found = await bringHome({ client, sink }, bot, home);
    // How exactly a recording is as long as its meeting is no matter of a machine on which several bots begin at once.
    const claims = claimsAbout({ ...found, said, chatted, bot_name }).filter(({ claim }) => !/as long as/.test(claim));
    assert.deepEqual(
      claims.filter(({ holds }) => !holds),
      [],
    );
  });
  await step('its recording is one part, as if it had had one worker', async () => {
    const { parts = [] } = await client.getRecording({ path: { object_id: id } });
    assert.equal(parts.length, 1, JSON.stringify(parts));
    assert.equal((await tasksOf(stage, id)).length, 2);
  });
  await step('the other has a recording in two parts, and what our server heard in it', async () => {
    assert.deepEqual(
      other.events.map(({ type }) => type),
      ['join_requested', 'joined_meeting', 'leave_requested', 'left_meeting', 'post_processing_completed'],
    );
    const { url, parts = [] } = await client.getRecording({ path: { object_id: unlucky } });
    assert.equal(parts.length, 2);
    using input = new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(await (await fetch(url)).arrayBuffer()),
    });
    assert.equal((await input.getPrimaryVideoTrack())?.codec, 'avc');
    assert.equal((await input.getPrimaryAudioTrack())?.codec, 'aac');
    const entries = await heard(unlucky);
    // A piece that the killed task had told of, and whose sound it had not stored yet, is said to be lost. Four are stored at a time.
    const lost = entries.filter(({ transcription: { error_code } }) => error_code === 'AUDIO_LOST');
    assert.ok(lost.length <= 4, JSON.stringify(lost));
    assert.ok(lost.every(({ timestamp_ms, duration_ms }) => timestamp_ms + duration_ms < killed_ms));
    const texts = entries
      .filter((entry) => !lost.includes(entry))
      .map(({ transcription: { error_code, transcript } }) => error_code ?? transcript);
    assert.deepEqual([...new Set(texts)], [heardByOurServer]);
    assert.deepEqual(server.complaints, []);
  });
  await step('its data is deleted, and that of the other bot is not', async () => {
    assert.notDeepEqual(await objectsOf(stage, id), []);
    assert.equal((await client.deleteBotData({ path: { object_id: id } })).state, 'data_deleted');
    await eventually(
      'what is stored',
      () => objectsOf(stage, id),
      ({ length }) => length === 0,
    );
    assert.deepEqual(await heard(id), []);
    assert.notDeepEqual(await objectsOf(stage, unlucky), []);
  });
};
