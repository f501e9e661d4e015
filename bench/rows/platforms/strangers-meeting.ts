/**
 * What a minute of a stranger's meeting costs (row 15g): LiveKit's own server and page beside the demo room, with the same
 * people, in turn. Only the bot is counted: neither the server nor the people.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import type { MeetingBots } from '../../../lib/client/index.ts';
import { openHome } from '../../../lib/demo/home.ts';
import { captureWorkers } from '../../../lib/demo/process-tree.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import type { Script } from '../../../lib/demo-room/scripted/script.ts';
import { liveKitPrograms } from '../../../test/servers/livekit/install.ts';
import { startLiveKit } from '../../../test/servers/livekit/livekit.ts';
import { enterLiveKit, type LiveKitPerson } from '../../../test/servers/livekit/people.ts';
import { type Cost, costBeside, target, withinTarget } from '../../capture/beside-the-room.ts';
import { meetingOf } from '../../capture/people.ts';
import { usageOf } from '../../capture/usage.ts';
import { median } from '../../median.ts';
import type { Row } from '../../row.ts';

const settleMs = 6_000;
const reachedWithinMs = 120_000;
const nobody = (): void => undefined;
const kinds = { '1080p': { resolution: '1080p' }, audio: { format: 'mp3' } } as const;
type Kind = keyof typeof kinds;

interface Measuring {
  readonly others: number;
  readonly kinds: readonly Kind[];
  readonly turns: number;
  readonly measured_ms: number;
}

/** Has them say what the script has them say, over and over, until it is stopped. */
const talk = (people: ReadonlyMap<string, LiveKitPerson>, { timeline }: Script, signal: AbortSignal): void => {
  const wait = (ms: number) => delay(Math.max(0, ms), undefined, { signal });
  const round = async (): Promise<void> => {
    const began_ms = performance.now();
    for (const item of timeline) {
      await wait(began_ms + item.at_ms - performance.now());
      if (item.do === 'say') await people.get(item.who)?.say(item.clip);
    }
    await wait(3_000);
  };
  const talking = async (): Promise<void> => {
    while (!signal.aborted) await round();
  };
  talking().catch(nobody);
};

const measure = async ({ others, turns, measured_ms, ...measured }: Measuring): Promise<string> => {
  const programs = await liveKitPrograms();
  if ('missing' in programs) return `not measured: ${programs.missing}`;
  await using cleanUp = new AsyncDisposableStack();
  const server = cleanUp.use(await startLiveKit(programs, { adaptive: true }));
  const home = cleanUp.use(await openHome(nobody, nobody, { LIVEKIT_HOSTS: server.host }));
  const { base_url, client, pid } = home;

  const costOf = async (bots: MeetingBots, meeting_url: string, kind: Kind): Promise<number> => {
    const { id } = await bots.createBot({
      body: { meeting_url, bot_name: 'Bench', recording_settings: kinds[kind] },
    });
    await home.until(id, ({ state }) => state === 'joined_recording', reachedWithinMs);
    await delay(settleMs);
    const [worker = 0] = await captureWorkers(pid);
    const { cpu_s_per_minute } = await usageOf([worker], measured_ms);
    await bots.leaveBot({ path: { object_id: id } });
    await home.until(id, ({ state }) => state === 'ended', reachedWithinMs);
    return cpu_s_per_minute;
  };

  /** People are in one of both meetings at a time: what they use is not the bot's, but heats the machine. */
  const inDemoRoom = async (script: Script, kind: Kind): Promise<number> => {
    const room = await home.createRoom();
    await using people = await runScript({ base_url, room, script });
    people.start();
    return await costOf(client, new URL(room.room_path, base_url).href, kind);
  };
  const inLiveKit = async (script: Script, kind: Kind, room: string): Promise<number> => {
    const browser = await launchChromium({ width: 640, height: 480 });
    const stop = new AbortController();
    try {
      const people = new Map<string, LiveKitPerson>();
      for (const { name, camera } of script.participants) {
        const options = { url: server.roomUrl(room), name, colour: camera.colour, camera: true, microphone: true };
        people.set(name, await enterLiveKit(browser, options));
      }
      talk(people, script, stop.signal);
      return await costOf(client, server.roomUrl(room), kind);
    } finally {
      stop.abort();
      await closeChromium(browser);
    }
  };

  const costs: Cost[] = [];
  const script = meetingOf(others);
  for (const kind of measured.kinds) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < turns; turn += 1) {
      ours.push(await inDemoRoom(script, kind));
      theirs.push(await inLiveKit(script, kind, `bench-${kind}-${turn}`));
      console.error(`  ${kind}: demo room ${ours.at(-1)?.toFixed(1)}, LiveKit ${theirs.at(-1)?.toFixed(1)}`);
    }
    costs.push({ name: kind, cost: median(theirs), room: median(ours) });
  }
  const told = costs.map(({ name, cost, room }) => `${name} ${costBeside(cost, room, ` beside ${room.toFixed(1)}`)}`);
  return withinTarget(told.join(', '), costs);
};

export const strangersMeetingRows: readonly Row[] = [
  {
    number: '15g',
    title:
      "capture CPU-seconds per meeting-minute in a meeting of LiveKit's server and page, beside the demo room, with 2 others",
    target,
    measure: () => measure({ others: 2, kinds: ['1080p', 'audio'], turns: 3, measured_ms: 20_000 }),
  },
  {
    number: '15g',
    title: 'the same with 10 others, two minutes of each',
    target,
    measure: () => measure({ others: 10, kinds: ['1080p'], turns: 1, measured_ms: 120_000 }),
  },
];
