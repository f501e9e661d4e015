/**
 * Sends a bot to a meeting, waits until it has come back, prints who said what and saves the recording.
 *
 *   BASE_URL=http://127.0.0.1:8080 API_KEY=mb_… npx node examples/client.ts MEETING_URL [recording.mp4]
 *
 * What was said goes to the output, everything else to the error output. Ctrl-C has the bot leave, and brings home what
 * it has until then. With WEBHOOK_URL set, your server (receiver.ts) is told what happens, too.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, meetingBots } from '../lib/client/index.ts';

const pollMs = 2000;
const isOver = (state: string): boolean => ['ended', 'fatal_error', 'data_deleted'].includes(state);

const stop: (why: string) => never = (why) => {
  console.error(why);
  process.exit(1);
};

const { BASE_URL, API_KEY, WEBHOOK_URL } = process.env;
const [meeting_url, saveAs] = process.argv.slice(2);
if (!BASE_URL || !API_KEY) stop('set BASE_URL and API_KEY: `npm start` prints both');
if (!meeting_url) stop('usage: client.ts MEETING_URL [recording.mp4]');

const client = meetingBots(BASE_URL, API_KEY);

const refused = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
  const { errors = {} } = error.body as { errors?: Record<string, string[]> };
  console.error(error.message, JSON.stringify(errors));
  process.exitCode = 1;
};

try {
  let bot = await client.createBot({
    body: {
      meeting_url,
      bot_name: 'Minutes',
      ...(WEBHOOK_URL && { webhooks: [{ url: WEBHOOK_URL, triggers: ['bot.state_change', 'transcript.update'] }] }),
    },
  });
  const path = { object_id: bot.id };
  // The second Ctrl-C ends this program.
  process.once('SIGINT', () => {
    console.error(`${path.object_id}: asked to leave`);
    client.leaveBot({ path }).catch(refused);
  });
  for (let told = 0; ; bot = await client.getBot({ path })) {
    for (const { type, sub_type } of bot.events.slice(told)) {
      console.error(`${bot.id}: ${type}${sub_type ? ` (${sub_type})` : ''}`);
    }
    told = bot.events.length;
    if (isOver(bot.state)) break;
    await pause(pollMs);
  }
  if (bot.state !== 'ended') {
    throw new Error(`the bot is ${bot.state}: GET /bots/${bot.id}/diagnostics may tell what it saw`);
  }

  for (const { speaker_name, transcription } of await client.getTranscript({ path })) {
    console.log(`${speaker_name}: ${transcription.transcript}`);
  }

  if (saveAs) {
    const { url, duration_ms, size_bytes } = await client.getRecording({ path });
    // The link holds for half an hour and needs no key.
    const { ok, status, body } = await fetch(url);
    if (!ok || !body) throw new Error(`the recording is not there: ${status}`);
    await writeFile(saveAs, body);
    console.error(`${saveAs}: ${Math.round(duration_ms / 1000)} s, ${size_bytes} bytes`);
  }
} catch (error) {
  refused(error);
}
