/** Against LiveKit's own server, and its page as LiveKit Meet has it: pictures come as large as it shows them, or not at all. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { until } from '../../../lab/until.ts';
import { goWithout, liveKitPrograms } from '../../../servers/livekit/install.ts';
import type { LiveKitPerson } from '../../../servers/livekit/people.ts';
import { pitches } from '../../browser/heard-voices.ts';
import { recordingInto } from '../../browser/recorded-meeting.ts';
import { type LiveKitWorld, openLiveKitWorld } from './livekit-world.ts';

const programs = await liveKitPrograms();

/** What a page keeps for this test. */
interface Watched {
  readonly connections: Set<RTCPeerConnection>;
  readonly sockets: Set<WebSocket>;
}

/** Keeps what the page connects by; before it is loaded. */
const watchConnections = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    const watched: Watched = { connections: new Set(), sockets: new Set() };
    const { setRemoteDescription } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.setRemoteDescription = function (description): Promise<void> {
      watched.connections.add(this);
      return Reflect.apply(setRemoteDescription, this, [description]);
    };
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      watched.sockets.add(this);
      send.call(this, data);
    };
    Object.assign(window, { watched });
  });

interface Pictures {
  readonly track: string;
  readonly lines: number;
  readonly frames: number;
}

/** What the page has decoded of each track that it was sent. */
const decodedIn = (page: Page): Promise<Pictures[]> =>
  page.evaluate(async () => {
    const { watched } = window as unknown as { watched: Watched };
    const found: Pictures[] = [];
    for (const connection of watched.connections) {
      const sections = (connection.remoteDescription?.sdp ?? '').split('\r\nm=');
      for (const one of (await connection.getStats()).values()) {
        if (one.type !== 'inbound-rtp' || one.kind !== 'video') continue;
        const section = sections.find((lines) => lines.includes(`\r\na=mid:${one.mid}\r\n`));
        const track = /a=msid:\S*?(TR_\w+)/.exec(section ?? '')?.[1] ?? '';
        found.push({ track, lines: one.frameHeight ?? 0, frames: one.framesDecoded });
      }
    }
    return found;
  });

const names = ['ada', 'ben', 'cy', 'dee', 'eva'];
const everybodySmall = Object.fromEntries(names.map((name) => [`${name} CAMERA`, 180]));
/** As many as come in some seconds. */
const someFrames = 24;

describe.skipIf(goWithout(programs))('people in a page of LiveKit that shows them as it likes', () => {
  let world: LiveKitWorld;
  let room: string;
  let speaker: LiveKitPerson | undefined;
  let sharer: LiveKitPerson | undefined;
  let page: Page;
  let meeting: Meeting;
  let recording: ReturnType<typeof recordingInto>;

  beforeAll(async () => {
    if ('missing' in programs) throw new Error(programs.missing);
    world = await openLiveKitWorld(programs, { adaptive: true, apart: true });
    room = world.newRoom();
    const come = (name: string, camera: boolean) =>
      world.enter(room, name, { camera, microphone: true, hertz: pitches.ada });
    [sharer, speaker] = await Promise.all([come('fay', false), ...names.map((name) => come(name, true))]);
    const bot = await world.openPage(world.server.roomUrl(room));
    ({ meeting } = bot);
    ({ page } = bot.page);
    await watchConnections(page);
    await meeting.load();
    await meeting.prepare('Notes');
    const settings = { format: 'mp4', view: 'speaker_view', resolution: '720p' } as const;
    recording = recordingInto(aMemoryStore(), meeting.recorder, wishOf(settings));
    await recording.arm();
    await meeting.join();
    await isIn();
    await recording.keep(true);
  });
  afterAll(async () => {
    await recording?.[Symbol.asyncDispose]().catch(() => undefined);
    await world?.[Symbol.asyncDispose]();
  });

  const isIn = (is: (view: MeetingView) => boolean = () => true): Promise<MeetingView> =>
    until(
      () => meeting.look(),
      (view) => view.phase === 'in_meeting' && view.participants.length === names.length + 2 && is(view),
    );

  /** Waits until pictures are sent of these, of so many lines, and of no others. */
  const expectPictures = async (wanted: Readonly<Record<string, number>>): Promise<void> => {
    const before = new Map((await decodedIn(page)).map(({ track, frames }) => [track, frames]));
    const sent = async () => {
      await meeting.look();
      const members = await world.server.members(room);
      const sources = new Map(
        members.flatMap(({ name, tracks = [] }) => tracks.map(({ sid, source }) => [sid, `${name} ${source}`])),
      );
      const decoded = await decodedIn(page);
      const coming = decoded.filter(({ track, frames }) => frames >= (before.get(track) ?? 0) + someFrames);
      return Object.fromEntries(coming.map(({ track, lines }) => [sources.get(track) ?? track, lines]));
    };
    await expect.poll(sent).toEqual(wanted);
  };

  it('are sent as large as the recording shows them', async () => {
    await speaker?.speak(60_000);
    await expectPictures({ ...everybodySmall, 'ada CAMERA': 360 });
  });

  it('are sent also while the page has no place for them, and a screen in full', async () => {
    await sharer?.turn('screen_share', true);
    await isIn(({ participants }) => participants.some(({ is_sharing }) => is_sharing));
    await expectPictures({ ...everybodySmall, 'fay SCREEN_SHARE': 720 });
  });

  it('are sent likewise when the page has come back to its server', async () => {
    const closed = await page.evaluate(() => {
      const { sockets } = (window as unknown as { watched: Watched }).watched;
      for (const socket of sockets) socket.close();
      return sockets.size;
    });
    const opened = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched.sockets.size);
    await until(opened, (count) => count > closed);
    await isIn();
    await expectPictures({ ...everybodySmall, 'fay SCREEN_SHARE': 720 });
  });

  it('are sent likewise by a server that was started anew', async () => {
    await world.server.restart();
    await isIn(({ participants }) => participants.some(({ is_sharing }) => is_sharing));
    await expectPictures({ ...everybodySmall, 'fay SCREEN_SHARE': 720 });
  });
});
