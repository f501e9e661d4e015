/** The demo of half a minute: two people meet, a bot joins, is asked to leave, and everything it brought is checked. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runScript } from '../demo-room/scripted/run-script.ts';
import { Script } from '../demo-room/scripted/script.ts';
import { isInMeeting } from '../domain/bot/lifecycle.ts';
import { bringHome } from './bring-home.ts';
import { type Claim, claimsAbout, type Said } from './checks.ts';
import { botTriggers, openHome } from './home.ts';
import { say, tellWebhook } from './telling.ts';

const bot_name = 'Minutes Bot';
const conversationMs = 30_000;
const script = new URL('../demo-room/scripts/two-people.json', import.meta.url);

/** Answers what is true of what the bot brought into the folder. */
export const showTwoPeople = async (folder: string): Promise<Claim[]> => {
  await using home = await openHome(say, tellWebhook);
  const { base_url, client, sink } = home;
  const room = await home.createRoom();
  const { participants, ...timeline } = Script.parse(JSON.parse(await readFile(script, 'utf8')));
  const said: Said[] = [];
  const chatted: Said[] = [];
  await using people = await runScript({
    base_url,
    room,
    script: { participants, ...timeline },
    onEvent: ({ type, who = '', text = '', timestamp_ms, duration_ms = 0 }) => {
      if (type === 'say') said.push({ who, text, done_ms: timestamp_ms + duration_ms });
      if (type === 'chat') chatted.push({ who, text, done_ms: timestamp_ms });
    },
  });
  const meeting_url = new URL(room.room_path, base_url).href;
  say(`${participants.map(({ name }) => name).join(' and ')} are in ${meeting_url}`);

  const { id } = await client.createBot({
    body: {
      meeting_url,
      bot_name,
      metadata: { from: 'npm run demo' },
      recording_settings: { resolution: '720p' },
      webhooks: [{ url: sink.url, triggers: botTriggers }],
    },
  });
  say(`created ${id}`);
  await home.until(id, ({ state }) => isInMeeting(state));
  people.start();
  await delay(conversationMs);
  await client.leaveBot({ path: { object_id: id } });
  say('asked it to leave');
  const bot = await home.until(id, ({ state }) => state === 'ended');
  await people.close();
  return claimsAbout({ ...(await bringHome(home, bot, folder)), said, chatted, bot_name });
};
