/**
 * The grand demo: a meeting of six people in which everything happens that a bot can do or that can happen to it. The
 * script's cues say when; what the people see, and everything that the bot brings home, is checked.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript, type ScriptRun } from '../../demo-room/scripted/run-script.ts';
import { Script } from '../../demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../demo-room/scripted/stage.ts';
import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { messageOf } from '../../process/message-of.ts';
import { bringHome, download } from '../bring-home.ts';
import type { Claim } from '../checks.ts';
import { botTriggers, type DemoHome, openHome } from '../home.ts';
import { inspectRecording, type RecordingFacts } from '../inspect-recording.ts';
import { botImage, serveProps } from '../props.ts';
import { takePicture } from '../take-picture.ts';
import { say, tellWebhook } from '../telling.ts';
import { createActs } from './acts.ts';
import { grandClaims } from './claims.ts';

const bot_name = 'Minutes Bot';
const welcome = 'Hello, I write down what is said here.';
const lookedAtAfterMs = 5_000;

const scriptOf = async (isShort: boolean): Promise<Script> => {
  const name = isShort ? 'grand-short' : 'grand';
  const file = new URL(`../../demo-room/scripts/${name}.json`, import.meta.url);
  return Script.parse(JSON.parse(await readFile(file, 'utf8')));
};

/** A frame of each other view, beside its recording; answers what each recording is like. */
const picturesOf = async (home: DemoHome, bots: ReadonlyMap<string, string>, folder: string) => {
  const facts: Record<string, RecordingFacts> = {};
  for (const [view, id] of bots) {
    await home.until(id, ({ state }) => state === 'ended');
    const recording = join(folder, `${view}.mp4`);
    const { url, duration_ms } = await home.client.getRecording({ path: { object_id: id } });
    await download(url, recording);
    facts[view] = await inspectRecording(recording);
    await takePicture(recording, (duration_ms / 1000) * 0.6, join(folder, `${view}.png`));
  }
  return facts;
};

/** A moment of the recording at which a screen is shared, in seconds from its start. */
const sharedAt = (events: readonly ScriptEvent[], { start_timestamp_ms }: { start_timestamp_ms: number }): number => {
  const shared_ms = events.find(({ type }) => type === 'share')?.timestamp_ms ?? start_timestamp_ms;
  return (shared_ms + lookedAtAfterMs - start_timestamp_ms) / 1000;
};

/** Answers what is true of what the bot brought into the folder. */
export const showGrand = async (folder: string, isShort: boolean): Promise<Claim[]> => {
  await using home = await openHome(say, tellWebhook);
  await using props = await serveProps();
  const { base_url, client, sink } = home;
  const room = await home.createRoom();
  const script = await scriptOf(isShort);
  const events: ScriptEvent[] = [];
  const faults: string[] = [];
  const running: Promise<void>[] = [];
  let perform: (cue: string) => Promise<void> = async () => undefined;
  await using people: ScriptRun = await runScript({
    base_url,
    room,
    script,
    onEvent: (event) => events.push(event),
    onCue: (cue) => {
      const performed = perform(cue).catch((error: unknown) => {
        faults.push(`${cue}: ${messageOf(error)}`);
      });
      running.push(performed);
      return performed;
    },
  });
  const meeting_url = new URL(room.room_path, base_url).href;
  say(`${script.participants.length} people meet in ${meeting_url}`);
  const { id } = await client.createBot({
    body: {
      meeting_url,
      bot_name,
      bot_image: await botImage(),
      bot_chat_message: { message: welcome },
      voice_agent_settings: { reserve_resources: true },
      recording_settings: { resolution: '720p' },
      metadata: { from: 'npm run demo -- --grand' },
      webhooks: [{ url: sink.url, triggers: botTriggers }],
    },
  });
  say(`created ${id}`);
  const [witness] = script.participants;
  const acts = createActs({
    home,
    props,
    people,
    meeting_url,
    bot_id: id,
    bot_name,
    witness: witness?.name ?? '',
    say,
  });
  perform = acts.perform;
  await home.until(id, ({ state }) => isInMeeting(state));
  people.start();
  await people.done;
  await Promise.all(running);
  const bot = await home.until(id, ({ state }) => state === 'ended');
  const brought = await bringHome(home, bot, folder);
  const views = await picturesOf(home, acts.views, folder);
  await takePicture(join(folder, 'recording.mp4'), sharedAt(events, brought.saved), join(folder, 'speaker_view.png'));
  return grandClaims({
    ...brought,
    ...{ events, faults, bot_name, welcome, views },
    seen: acts.seen,
    killed_ms: acts.killedAt(),
  });
};
