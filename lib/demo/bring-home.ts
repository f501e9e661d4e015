/** Fetches what a bot brought home, and keeps it in a folder. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bot } from '../client/index.ts';
import type { DemoHome } from './home.ts';
import { inspectRecording } from './inspect-recording.ts';

const lastWebhooksWithinMs = 60_000;
const lookEveryMs = 250;

/** An empty folder for what the demo leaves behind. */
export const emptyFolder = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
};

/** Writes what a link leads to into a file. */
export const download = async (url: string, path: string): Promise<void> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`the recording's link answered ${response.status}`);
  await pipeline(response.body, createWriteStream(path));
};

/** Everything there is about a bot that has ended, each list also as a file. */
export const bringHome = async ({ client, sink }: Pick<DemoHome, 'client' | 'sink'>, bot: Bot, folder: string) => {
  const keep = (name: string, content: unknown) =>
    writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  const path = { object_id: bot.id };
  const recordingPath = join(folder, 'recording.mp4');
  const { url, ...saved } = await client.getRecording({ path });
  await download(url, recordingPath);
  const [transcript, participants, participant_events, chat_messages] = await Promise.all([
    client.getTranscript({ path }),
    Array.fromAsync(client.listParticipants.items({ path })),
    Array.fromAsync(client.listParticipantEvents.items({ path })),
    Array.fromAsync(client.listChatMessages.items({ path })),
  ]);
  const own = () => sink.received.filter(({ envelope }) => envelope.bot_id === bot.id);
  const told = (trigger: string) => own().filter(({ envelope }) => envelope.trigger === trigger).length;
  // The last webhooks may still be on their way.
  for (const giveUpAt = Date.now() + lastWebhooksWithinMs; Date.now() < giveUpAt; await delay(lookEveryMs)) {
    if (told('bot.state_change') >= bot.events.length && told('transcript.update') >= transcript.length) break;
  }
  const lists = { transcript, participants, participant_events, chat_messages, webhooks: own() };
  await keep('bot.json', bot);
  for (const [name, list] of Object.entries(lists)) await keep(`${name}.json`, list);
  return {
    bot,
    saved,
    recording: await inspectRecording(recordingPath),
    ...lists,
    refused_webhooks: sink.refused(),
  };
};
