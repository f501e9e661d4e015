/** How soon a bot in its meeting does what it is asked to (row 11a): from the request to what somebody there sees. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome } from '../../../lib/demo/home.ts';
import type { Perception } from '../../../lib/demo-room/scripted/actor/senses.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import { aColouredPng, isLike } from '../../../test/lab/builders/pictures.ts';
import { enterRoom } from '../../../test/lab/hosts/demo-room.ts';
import { aSite } from '../../../test/lab/hosts/site.ts';
import type { Row } from '../../row.ts';
import { percentile } from '../../worlds/webhook-world.ts';

const rounds = 10;
const bot_name = 'Bench';
const witness = 'Maya';
const seenWithinMs = 20_000;
const lookForMs = 10;
const joinsWithinMs = 60_000;

const green = '#20a040';
const agents = { red: '#d02020', blue: '#2040d0' } as const;
const film = new URL('../../../test/lab/fixtures/two-colours.mp4', import.meta.url);

const script = Script.parse({
  participants: [{ name: witness, host: true, camera: { style: 'off' } }],
  timeline: [],
});

/** A site with a voice agent that stands still in each colour, and a film. */
const aClientSite = async () => {
  const mp4 = await readFile(film);
  return aSite(({ url }, answer) => {
    if (url === '/film.mp4') return answer.setHeader('content-type', 'video/mp4').end(mp4);
    const colour = url === '/red' ? agents.red : agents.blue;
    return answer
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Agent</title><body style="background:${colour}">`);
  });
};

type Delays = Record<'leave' | 'chat' | 'video' | 'agent on' | 'agent changed' | 'agent off', number[]>;

const measureOrders = async (): Promise<Delays> => {
  const delays: Delays = { leave: [], chat: [], video: [], 'agent on': [], 'agent changed': [], 'agent off': [] };
  await using home = await openHome(
    () => undefined,
    () => undefined,
  );
  const { base_url, client } = home;
  await using site = await aClientSite();
  const room = await home.createRoom();
  await using people = await runScript({ base_url, room, script });
  const reader = await enterRoom(base_url, room.room_path, 'Jonas');
  const meeting_url = new URL(room.room_path, base_url).href;

  const joined = async (): Promise<string> => {
    const { id } = await client.createBot({
      body: {
        meeting_url,
        bot_name,
        bot_image: { type: 'image/png', data: Buffer.from(aColouredPng(green, 64, 36)).toString('base64') },
        voice_agent_settings: { reserve_resources: true },
        recording_settings: { resolution: '720p' },
      },
    });
    await home.until(id, ({ state }) => state === 'joined_recording', joinsWithinMs);
    return id;
  };

  /** Asks at any moment between two looks of the worker at its orders, and waits until it has been done. */
  const time = async (kind: keyof Delays, ask: () => Promise<unknown>, done: () => Promise<unknown>): Promise<void> => {
    await delay(1_000 + Math.random() * 1_000);
    const asked_ms = performance.now();
    const doing = done();
    await Promise.all([ask(), doing]);
    const delay_ms = performance.now() - asked_ms;
    console.error(`  ${kind}: ${(delay_ms / 1000).toFixed(2)} s`);
    delays[kind].push(delay_ms);
  };

  const sees = async (is: (seen: Perception) => boolean): Promise<void> => {
    for (const giveUpAt = Date.now() + seenWithinMs; Date.now() < giveUpAt; )
      if (is(await people.perceive(witness, bot_name, lookForMs))) return;
    throw new Error('it was not seen');
  };
  const shows = (colour: string, region?: number) => () =>
    sees(({ camera }) => isLike(region === undefined ? camera?.average : camera?.regions[region], colour));

  const id = await joined();
  const path = { object_id: id };
  await shows(green)();
  for (let round = 0; round < rounds; round += 1) {
    const message = `This is message ${round}.`;
    const written = async (): Promise<void> => {
      while ((await reader.next('chat')).message.text !== message);
    };
    await time('chat', () => client.sendChatMessage({ path, body: { message } }), written);
    // The picture at the left of the film is red, at its right blue.
    await time('video', () => client.outputVideo({ path, body: { url: `${site.url}film.mp4` } }), shows(agents.red, 0));
    await shows(green)();
    const show = (url: string) => () => client.updateVoiceAgentSettings({ path, body: { url } });
    await time('agent on', show(`${site.url}red`), shows(agents.red));
    await time('agent changed', show(`${site.url}blue`), shows(agents.blue));
    await time('agent off', show(''), shows(green));
  }
  for (let round = 0, leaving = id; round < rounds; round += 1) {
    const gone = () => reader.next('participant_left');
    await time('leave', () => client.leaveBot({ path: { object_id: leaving } }), gone);
    if (round + 1 < rounds) leaving = await joined();
  }
  reader.drop();
  return delays;
};

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

export const orderRows: readonly Row[] = [
  {
    number: '11a',
    title: 'a bot is asked to do something → somebody in the meeting sees it, local stack, s: median, worst',
    target: '≤ 1.5',
    measure: async () =>
      Object.entries(await measureOrders())
        .map(([kind, all]) => `${kind} ${seconds(percentile(all, 0.5))}, ${seconds(Math.max(...all))}`)
        .join('; '),
  },
];
