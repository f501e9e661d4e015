/**
 * What it costs a bot on each platform when its worker or its browser is killed (row 17b), in the facsimile of the platform, or
 * on LiveKit's own server; and what must not be lost then: one bot in the meeting, one recording, all that was said before and
 * after under the right names, each event once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DemoHome, openHome } from '../../../lib/demo/home.ts';
import { captureWorkers, processes } from '../../../lib/demo/process-tree.ts';
import { aTranscriptionServer } from '../../../test/lab/hosts/transcription-server.ts';
import { until } from '../../../test/lab/until.ts';
import { liveKitPrograms } from '../../../test/servers/livekit/install.ts';
import { startLiveKit } from '../../../test/servers/livekit/livekit.ts';
import {
  type FacsimileName,
  facsimileNames,
  type Held,
  inLiveKit,
  names,
  openFacsimiles,
} from '../../capture/platform-meetings.ts';
import { dueIn, wrongInCaptions, wrongInSound } from '../../capture/transcript-faults.ts';
import { chromiumWith } from '../../chromium-with.ts';
import type { Row } from '../../row.ts';

const bot_name = 'Bench';
const [recordedBeforeMs, recordedAfterMs] = [20_000, 20_000];
const reachedWithinMs = 120_000;
/** As long as a platform keeps somebody whose connection broke, at least. */
const lingers_ms = 12_000;
const nobody = (): void => undefined;

/** What of a bot is killed: the process that is there for it now. */
type Victim = (service: number) => Promise<number | undefined>;
const workerOf: Victim = async (service) => (await captureWorkers(service))[0];
const browserOf: Victim = async (service) => {
  const worker = await workerOf(service);
  const all = worker === undefined ? [] : await processes(worker);
  return all.find(({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='))?.pid;
};

interface Loss {
  readonly victim: Victim;
  /** What is said is sent to a server, or read from captions where the platform has them. */
  readonly words: 'sound' | 'captions';
  readonly hasLobby?: boolean;
}

const withCaptions: readonly string[] = ['google_meet', 'teams', 'zoom'];

const same = (one: readonly unknown[], other: readonly unknown[]): boolean => one.join() === other.join();

const wrongWithPeople = async ({ client }: DemoHome, id: string): Promise<string[]> => {
  const path = { object_id: id };
  const people = await Array.fromAsync(client.listParticipants.items({ path }));
  const events = await Array.fromAsync(client.listParticipantEvents.items({ path }));
  const came = events.filter(({ event_type }) => event_type === 'join').map((one) => one.participant_name);
  const went = events.filter(({ event_type }) => event_type === 'leave').map((one) => one.participant_name);
  const known = people.map(({ participant_name }) => participant_name).toSorted();
  return [
    ...(same(known, names) ? [] : [`participants: ${known.join(', ')}`]),
    ...(same(came.toSorted(), names) ? [] : [`joined: ${came.join(', ')}`]),
    ...(went.length === 0 ? [] : [`left: ${went.join(', ')}`]),
  ];
};

const botsIn = async (held: Held): Promise<number> => (await held.there()).filter((name) => name === bot_name).length;

interface Lost {
  readonly lost_ms: number;
  readonly noticed_ms: number;
  readonly back_ms: number;
  readonly sentences: number;
  readonly faults: readonly string[];
}

const lose = async (home: DemoHome, held: Held, { victim, words, hasLobby }: Loss): Promise<Lost> => {
  const { client, pid } = home;
  const isRead = words === 'captions' && withCaptions.includes(held.platform);
  const { id } = await client.createBot({
    body: {
      meeting_url: held.url,
      bot_name,
      recording_settings: { resolution: '720p' },
      transcription_settings: isRead ? { meeting_closed_captions: {} } : { custom_async: {} },
    },
  });
  const path = { object_id: id };
  await home.until(id, ({ state }) => state === 'joined_recording', reachedWithinMs);
  await delay(recordedBeforeMs);
  const killed = await victim(pid);
  if (killed === undefined) throw new Error('there is nothing to kill');
  const killed_ms = Date.now();
  process.kill(killed, 'SIGKILL');
  await until(
    () => victim(pid),
    (now) => now !== undefined && now !== killed,
  );
  const noticed_ms = Date.now() - killed_ms;
  await delay(recordedAfterMs);
  // The one that was lost is gone, or goes in a while.
  const bots = await until(
    () => botsIn(held),
    (count) => count === 1,
  ).catch(() => botsIn(held));
  await client.leaveBot({ path });
  const { events } = await home.until(id, ({ state }) => state === 'ended', reachedWithinMs);
  const left = await until(
    () => botsIn(held),
    (count) => count === 0,
  ).catch(() => botsIn(held));
  const { parts } = await client.getRecording({ path });
  const transcript = await client.getTranscript({ path });
  const { said } = held;
  const due = dueIn(said, parts);
  const [before, after] = parts;
  const told = events.map(({ type }) => type);
  const life = [
    'join_requested',
    ...(hasLobby ? ['put_in_waiting_room'] : []),
    'joined_meeting',
    // Whoever may record in Zoom is told so.
    ...(held.platform === 'zoom' ? ['recording_permission_granted'] : []),
    'leave_requested',
    'left_meeting',
    'post_processing_completed',
  ];
  const faults = [
    ...(bots === 1 ? [] : [`${bots} bots in the meeting`]),
    ...(left === 0 ? [] : [`${left} bots in the meeting after it has left`]),
    ...(parts.length === 2 ? [] : [`${parts.length} parts of the recording`]),
    ...(same(told, life) ? [] : [`told: ${told.join(', ')}`]),
    ...(await wrongWithPeople(home, id)),
    ...parts.flatMap((part, at) => (dueIn(said, [part]).length > 0 ? [] : [`nothing was said in part ${at + 1}`])),
    ...(isRead ? wrongInCaptions : wrongInSound)(due, said, transcript),
  ];
  if (faults.length > 0) {
    const spans = parts.map(({ start_timestamp_ms: at, duration_ms }) => `${at - killed_ms}+${duration_ms}`);
    const heard = transcript.map((one) => `${one.timestamp_ms - killed_ms}+${one.duration_ms} ${one.speaker_name}`);
    const spoken = said.map(({ who, start_ms, end_ms }) => `${start_ms - killed_ms}+${end_ms - start_ms} ${who}`);
    console.error(`    parts ${spans.join(', ')}\n    heard ${heard.join(', ')}\n    said ${spoken.join(', ')}`);
  }
  return {
    lost_ms: killed_ms - ((before?.start_timestamp_ms ?? Number.NaN) + (before?.duration_ms ?? Number.NaN)),
    noticed_ms,
    back_ms: (after?.start_timestamp_ms ?? Number.NaN) - killed_ms,
    sentences: due.length,
    faults,
  };
};

interface World extends AsyncDisposable {
  readonly home: DemoHome;
  /** Meetings by the name of their platform. */
  readonly meetings: ReadonlyMap<string, (hasLobby: boolean) => Promise<Held>>;
}

/** One service for the meetings of all platforms, with a server that says how long it was sent speech. */
const openWorld = async (wanted: readonly FacsimileName[], takesLiveKit: boolean): Promise<World> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-lost-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const facsimiles = cleanUp.use(await openFacsimiles());
  const meetings = new Map<string, (hasLobby: boolean) => Promise<Held>>();
  for (const name of wanted) meetings.set(name, (hasLobby) => facsimiles.hold(name, { hasLobby, lingers_ms }));
  const programs = takesLiveKit ? await liveKitPrograms() : { missing: '' };
  const server = 'missing' in programs ? undefined : cleanUp.use(await startLiveKit(programs));
  let rooms = 0;
  if (server)
    meetings.set('LiveKit', () => {
      rooms += 1;
      return inLiveKit(server, `bench-${rooms}`);
    });
  else if ('missing' in programs && programs.missing) console.error(`  without LiveKit: ${programs.missing}`);
  const transcriber = cleanUp.use(
    await aTranscriptionServer(({ samples, sample_rate }) => ({
      status: 'done',
      result: {
        transcription: {
          full_transcript: 'Something.',
          utterances: [{ words: [{ word: 'Something.', start: 0, end: samples.length / sample_rate }] }],
        },
      },
    })),
  );
  const home = cleanUp.use(
    await openHome(nobody, nobody, {
      ...facsimiles.environment,
      ...(server && { LIVEKIT_HOSTS: server.host }),
      CHROMIUM_PATH: await chromiumWith(folder, facsimiles.args),
      CUSTOM_ASYNC_TRANSCRIPTION_URL: transcriber.url,
    }),
  );
  const owned = cleanUp.move();
  return { home, meetings, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** @throws with all that was lost and should not be */
const loseEverywhere = async (wanted: readonly FacsimileName[], takesLiveKit: boolean, loss: Loss): Promise<string> => {
  await using world = await openWorld(wanted, takesLiveKit);
  const told: string[] = [];
  const faults: string[] = [];
  for (const [name, hold] of world.meetings) {
    await using held = await hold(loss.hasLobby === true);
    const lost = await lose(world.home, held, loss).catch((error: unknown) => String(error));
    if (typeof lost === 'string') {
      faults.push(`${name}: ${lost}`);
      console.error(`  ${faults.at(-1)}`);
      continue;
    }
    const { lost_ms, noticed_ms, back_ms, sentences } = lost;
    told.push(
      `${name}: lost ${seconds(lost_ms)}, noticed ${seconds(noticed_ms)}, back ${seconds(back_ms)}, ${sentences} sentences`,
    );
    faults.push(...lost.faults.map((fault) => `${name}: ${fault}`));
    console.error([`  ${told.at(-1)}`, ...lost.faults.map((fault) => `    ${fault}`)].join('\n'));
  }
  if (faults.length > 0) throw new Error(`${faults.join('; ')} (${told.join('; ')})`);
  return told.join('; ');
};

const drawn = facsimileNames.filter((name) => name !== 'Galène');
const measured =
  'media lost, noticed after, recording again after, s; each sentence before and after once, under its name';

export const lostMeetingRows: readonly Row[] = [
  {
    number: '17b',
    title: `worker killed, on each platform: ${measured}`,
    target: 'lost ≤ 3, noticed ≤ 1, back ≤ 4; one bot, one recording, nothing twice',
    measure: () => loseEverywhere(facsimileNames, true, { victim: workerOf, words: 'sound' }),
  },
  {
    number: '17b',
    title: 'the same, its browser killed',
    target: 'lost ≤ 3, noticed ≤ 1, back ≤ 4; one bot, one recording, nothing twice',
    measure: () => loseEverywhere(facsimileNames, true, { victim: browserOf, words: 'captions' }),
  },
  {
    number: '17b',
    title: 'the same, its worker killed where a host has to let it in again, after a second',
    target: 'lost ≤ 3, noticed ≤ 1, back ≤ 6; one bot, one recording, nothing twice',
    measure: () => loseEverywhere(drawn, false, { victim: workerOf, words: 'captions', hasLobby: true }),
  },
];
