/**
 * `npm run demo`: a bot's whole life as one command. Starts the service, lets two scripted people meet in the demo room,
 * sends a bot, shows what it sees, asks it to leave, and checks everything it brought home. Writes `demo-output/`.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bot, type MeetingBots, meetingBots } from '../lib/client/index.ts';
import { claimsAbout, type Said } from '../lib/demo/checks.ts';
import { inspectRecording } from '../lib/demo/inspect-recording.ts';
import { startService } from '../lib/demo/service.ts';
import { type ReceivedWebhook, startWebhookSink } from '../lib/demo/webhook-sink.ts';
import { Script } from '../lib/demo-room/script.ts';
import { runScript } from '../lib/demo-room/scripted-participants.ts';
import { isFinal, isInMeeting } from '../lib/domain/lifecycle.ts';

const output = 'demo-output';
const botName = 'Minutes Bot';
const conversationMs = 30_000;

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const tell = ({ envelope: { trigger, data } }: ReceivedWebhook): void => {
  const text: Record<string, () => string> = {
    'bot.state_change': () => `${data.old_state ?? 'new'} → ${data.new_state}  (${data.event_type})`,
    'transcript.update': () => `${data.speaker_name}: ${(data.transcription as { transcript: string }).transcript}`,
    'participant_events.join_leave': () => `${data.participant_name}: ${data.event_type}`,
    'participant_events.speech_start_stop': () => `${data.participant_name}: ${data.event_type}`,
    'chat_messages.update': () => `${data.sender_name} writes: ${data.text}`,
  };
  say(`webhook ${trigger.padEnd(36)} ${text[trigger]?.() ?? ''}`);
};

const until = async (client: MeetingBots, id: string, reached: (bot: Bot) => boolean, longestMs: number) => {
  for (const giveUpAt = Date.now() + longestMs; ; await delay(250)) {
    const bot = await client.getBot({ path: { object_id: id } });
    if (reached(bot)) return bot;
    if (isFinal(bot.state) || Date.now() > giveUpAt) {
      const last = bot.events.at(-1);
      throw new Error(
        `the bot is ${bot.state} (${last?.type}, ${last?.sub_type}) after ${Math.round(longestMs / 1000)} s`,
      );
    }
  }
};

const keep = (name: string, content: unknown) => writeFile(join(output, name), `${JSON.stringify(content, null, 2)}\n`);

const download = async (url: string, path: string): Promise<void> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`the recording's link answered ${response.status}`);
  await pipeline(response.body, createWriteStream(path));
};

const main = async (): Promise<boolean> => {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const dataFolder = await mkdtemp(join(tmpdir(), 'meeting-bots-demo-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(dataFolder, { recursive: true, force: true }));

  const { ready } = cleanUp.use(await startService(dataFolder));
  say(`service ready at ${ready.base_url}`);
  const client = meetingBots(ready.base_url, ready.api_key);
  const sink = cleanUp.use(await startWebhookSink(ready.webhook_secret, tell));

  const room = (await (
    await fetch(new URL('/room-api/rooms', ready.base_url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).json()) as { room_id: string; room_path: string; host_path: string };
  const script = Script.parse(
    JSON.parse(await readFile(new URL('../lib/demo-room/scripts/two-people.json', import.meta.url), 'utf8')),
  );
  const said: Said[] = [];
  const chatted: Said[] = [];
  const people = cleanUp.use(
    await runScript({
      base_url: ready.base_url,
      room,
      script,
      onEvent: ({ type, who = '', text = '', timestamp_ms, duration_ms = 0 }) => {
        if (type === 'say') said.push({ who, text, done_ms: timestamp_ms + duration_ms });
        if (type === 'chat') chatted.push({ who, text, done_ms: timestamp_ms });
      },
    }),
  );
  say(`${script.participants.map(({ name }) => name).join(' and ')} are in ${new URL(room.room_path, ready.base_url)}`);

  const { id } = await client.createBot({
    body: {
      meeting_url: new URL(room.room_path, ready.base_url).href,
      bot_name: botName,
      metadata: { from: 'npm run demo' },
      recording_settings: { resolution: '720p' },
      webhooks: [
        {
          url: sink.url,
          triggers: [
            'bot.state_change',
            'transcript.update',
            'participant_events.join_leave',
            'participant_events.speech_start_stop',
            'chat_messages.update',
          ],
        },
      ],
    },
  });
  const path = { object_id: id };
  say(`created ${id}`);
  await until(client, id, ({ state }) => isInMeeting(state), 45_000);
  people.start();
  await delay(conversationMs);
  await client.leaveBot({ path });
  say('asked it to leave');
  const bot = await until(client, id, ({ state }) => state === 'ended', 45_000);
  await people.close();

  const recordingPath = join(output, 'recording.mp4');
  await download((await client.getRecording({ path })).url, recordingPath);
  const [transcript, participant_events, chat_messages] = await Promise.all([
    client.getTranscript({ path }),
    Array.fromAsync(client.listParticipantEvents.items({ path })),
    Array.fromAsync(client.listChatMessages.items({ path })),
  ]);
  // The last webhooks may still be on their way.
  for (let i = 0; i < 40 && sink.received.length < bot.events.length + transcript.length; i += 1) await delay(250);
  await keep('bot.json', bot);
  await keep('transcript.json', transcript);
  await keep('participant_events.json', participant_events);
  await keep('chat_messages.json', chat_messages);
  await keep('webhooks.json', sink.received);

  const claims = claimsAbout({
    bot,
    recording: await inspectRecording(recordingPath),
    transcript,
    participant_events,
    chat_messages,
    webhooks: sink.received,
    refused_webhooks: sink.refused(),
    said,
    chatted,
    bot_name: botName,
  });
  for (const { claim, holds, found } of claims)
    say(`${holds ? 'ok   ' : 'WRONG'} ${claim}${found ? ` (${found})` : ''}`);
  return claims.every(({ holds }) => holds);
};

main().then(
  (isRight) => {
    say(isRight ? `all of it is right: look into ${output}/` : `something is wrong: look into ${output}/`);
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    say(`failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
