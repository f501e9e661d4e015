/** The demo of a stranger's meeting: LiveKit's own server and page, two people, and a bot that knows both only by its adapter. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { bringHome } from '../../lib/demo/bring-home.ts';
import {
  aboutBot,
  aboutChat,
  aboutPeople,
  aboutRecording,
  aboutWebhooks,
  type Claim,
  type Said,
} from '../../lib/demo/checks.ts';
import { botTriggers, openHome } from '../../lib/demo/home.ts';
import { botImage, serveProps } from '../../lib/demo/props.ts';
import { say, tellWebhook } from '../../lib/demo/telling.ts';
import { clips } from '../../lib/demo-room/scripted/clips.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { isInMeeting } from '../../lib/domain/bot/lifecycle.ts';
import type { Shown } from '../../test/contracts/meeting-world.ts';
import { liveKitPrograms } from '../../test/servers/livekit/install.ts';
import { startLiveKit } from '../../test/servers/livekit/livekit.ts';
import { enterLiveKit, type LiveKitPerson } from '../../test/servers/livekit/people.ts';

const bot_name = 'Minutes Bot';
const greeting = 'Hello, I take the minutes.';
const conversationMs = 30_000;
const filmAfterMs = 10_000;
const seenWithinMs = 15_000;
const script = new URL('../../lib/demo-room/scripts/two-people.json', import.meta.url);

/** Answers what is true of what the bot brought into the folder. */
export const showLiveKit = async (folder: string): Promise<Claim[]> => {
  say("LiveKit's server and page: built once for this machine, which takes minutes");
  const programs = await liveKitPrograms();
  if ('missing' in programs) throw new Error(programs.missing);
  await using cleanUp = new AsyncDisposableStack();
  const server = cleanUp.use(await startLiveKit(programs, { adaptive: true }));
  const home = cleanUp.use(await openHome(say, tellWebhook, { LIVEKIT_HOSTS: server.host }));
  const props = cleanUp.use(await serveProps());
  const browser = await launchChromium({ width: 640, height: 480 });
  cleanUp.defer(() => closeChromium(browser));
  const { participants, timeline } = Script.parse(JSON.parse(await readFile(script, 'utf8')));
  const meeting_url = server.roomUrl('standup');
  const people = new Map<string, LiveKitPerson>();
  for (const { name, camera } of participants) {
    const options = { url: meeting_url, name, colour: camera.colour, camera: true, microphone: true };
    people.set(name, await enterLiveKit(browser, options));
  }
  say(`${[...people.keys()].join(' and ')} are in ${meeting_url}`);

  const { id } = await home.client.createBot({
    body: {
      meeting_url,
      bot_name,
      metadata: { from: 'npm run demo' },
      recording_settings: { resolution: '720p' },
      bot_image: await botImage(),
      bot_chat_message: { to: 'everyone', message: greeting },
      webhooks: [{ url: home.sink.url, triggers: botTriggers }],
    },
  });
  say(`created ${id}`);
  await home.until(id, ({ state }) => isInMeeting(state));
  const [watcher] = people.values();
  const bot_identity = (await server.members('standup')).find(({ name }) => name === bot_name)?.identity ?? '';
  /** Whether somebody in the meeting comes to see the bot so. */
  const isSeen = async (is: (shown: Shown) => boolean): Promise<boolean> => {
    for (const giveUpAt = Date.now() + seenWithinMs; Date.now() < giveUpAt; await delay(100)) {
      const shown = await watcher?.look(bot_identity);
      if (shown && is(shown)) return true;
    }
    return false;
  };
  const pictureSeen = isSeen(({ camera, microphone }) => camera && !microphone);
  const filmSeen = delay(filmAfterMs).then(async () => {
    await home.client.outputVideo({ path: { object_id: id }, body: { url: props.url('teaser.mp4') } });
    return isSeen(({ camera, microphone }) => camera && microphone);
  });
  const said: Said[] = [];
  const chatted: Said[] = [];
  const began_ms = performance.now();
  for (const item of timeline) {
    if (item.at_ms > conversationMs) break;
    await delay(Math.max(0, began_ms + item.at_ms - performance.now()));
    const person = people.get('who' in item ? (item.who ?? '') : '');
    if (!person) continue;
    if (item.do === 'say') {
      const { start_ms, duration_ms } = await person.say(item.clip);
      said.push({ who: person.name, text: clips.get(item.clip)?.text ?? '', done_ms: start_ms + duration_ms });
    }
    if (item.do === 'chat') {
      await person.write(item.text);
      chatted.push({ who: person.name, text: item.text, done_ms: Date.now() });
    }
  }
  await delay(Math.max(0, began_ms + conversationMs - performance.now()));
  const read = await watcher?.read();
  await home.client.leaveBot({ path: { object_id: id } });
  say('asked it to leave');
  const bot = await home.until(id, ({ state }) => state === 'ended');
  const evidence = { ...(await bringHome(home, bot, folder)), said, chatted, bot_name };
  return [
    ...[aboutBot, aboutRecording, aboutChat, aboutPeople, aboutWebhooks].flatMap((about) => about(evidence)),
    { claim: 'the others see its picture', holds: await pictureSeen },
    { claim: 'they see and hear the film that it plays', holds: await filmSeen },
    {
      claim: 'the others have read what it wrote',
      holds: read?.some(({ who, text }) => who === bot_name && text === greeting) ?? false,
    },
    {
      claim:
        'nothing is written down, and the transcript says why: no agent wrote captions, and no provider was asked for',
      holds:
        evidence.transcript.map(({ transcription }) => transcription.error_code).join() === 'captions_not_available',
    },
  ];
};
