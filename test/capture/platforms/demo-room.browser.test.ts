import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { type MeetingPage, openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import { createDemoRoom } from '../../../lib/demo-room/server.ts';
import { describeMeeting } from '../../contracts/meeting.ts';
import { notClosed } from '../../contracts/meeting-world.ts';
import { enterRoom } from '../../lab/hosts/demo-room.ts';
import { aSite } from '../../lab/hosts/site.ts';
import { until as waitUntil } from '../../lab/until.ts';
import { loadAndAskIn } from '../../lab/worlds/ask-in.ts';
import { type DemoRoomWorld, demoRoomPhases, openDemoRoomWorld } from './demo-room-world.ts';

let world: DemoRoomWorld;
let service: DemoRoomWorld['service'];
beforeAll(async () => {
  world = await openDemoRoomWorld();
  service = world.service;
});
afterAll(() => world[Symbol.asyncDispose]());

describeMeeting('in the demo room', {
  capabilities: demoRoom.capabilities,
  phases: demoRoomPhases,
  hasPeople: true,
  areApart: true,
  germanCaptions: ['de-DE', 'de-de', 'German'],
  openWorld: async () => notClosed(world),
});

const until = (page: MeetingPage, is: (view: MeetingView) => boolean): Promise<MeetingView> =>
  waitUntil(() => page.read(), is);

/** A bot that has pressed the button, in a room with whoever is there already, and its page. */
const aBotIn = async (path: string) => {
  const page = await openMeetingPage(world.browser, demoRoom);
  const meeting = meetingIn(page, demoRoom, { meeting_url: service.base_url + path });
  await loadAndAskIn(meeting);
  return { meeting, page, [Symbol.asyncDispose]: () => meeting[Symbol.asyncDispose]() };
};

const enter = (path: string, name: string) => enterRoom(service.base_url, path, name);

describe.concurrent('chat of the demo room', () => {
  it('is sent once though the page shows it late, and known again however its lines end', async () => {
    const { room_path } = service.demoRoom.createRoom();
    const guest = await enter(room_path, 'Ben');
    await using bot = await aBotIn(room_path);
    const { meeting, page } = bot;
    await until(page, ({ participants }) => participants.length === 2);
    // A page with so much else to do that it cannot be watched while its message is on its way: it waits for an answer, which
    // takes nothing from the processor.
    await using slow = await aSite((_, response) => {
      setTimeout(() => response.setHeader('access-control-allow-origin', '*').end(), 5_500);
    });
    await page.page.evaluate((url) => {
      document.querySelector('#chat-form')?.addEventListener('submit', () => {
        setTimeout(() => {
          const request = new XMLHttpRequest();
          request.open('GET', url, false);
          request.send();
        });
      });
    }, slow.url);
    await meeting.sendChat?.({ to: 'everyone', text: ' Two\r\nlines ' });
    guest.send({ type: 'chat', to: 'everyone', text: 'Thank you' });
    const read = [await guest.next('chat'), await guest.next('chat')];
    expect(read.map(({ message }) => message.text)).toEqual(['Two\nlines', 'Thank you']);
  });
});

describe.concurrent('a meeting of the demo room that cannot begin yet', () => {
  it('is shown as not started without its host, and goes on by itself', async () => {
    const { room_path, host_path } = service.demoRoom.createRoom({ starts_with_host: true, requires_user: 'Nadia' });
    await using bot = await aBotIn(room_path);
    await until(bot.page, ({ phase }) => phase === 'not_started');
    await enter(host_path, 'Ana');
    await until(bot.page, ({ phase }) => phase === 'authorized_user_absent');
    await enter(room_path, 'Nadia');
    await until(bot.page, ({ phase }) => phase === 'in_meeting');
  });
});

describe.concurrent('a demo room whose service is started again', () => {
  it.each([
    ['in the meeting', 'in_meeting', { page_state: 'D12_lost', again_times: undefined }],
    ['waiting to be let in', 'waiting_room', { page_state: 'D13_lost_outside', again_times: 2 }],
  ] as const)('has lost its bot that is %s, and did not end', async (_, before, lost) => {
    let room = createDemoRoom();
    const request = { room_id: 'tea-room', waiting_room: before === 'waiting_room' };
    const { room_path } = room.createRoom(request);
    const server = createServer((request, response) => void room.handle(request, response));
    server.on('upgrade', (request, socket, head) => void room.upgrade(request, socket, head));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const page = await openMeetingPage(world.browser, demoRoom);
    const meeting_url = `http://127.0.0.1:${port}${room_path}`;
    await using meeting = meetingIn(page, demoRoom, { meeting_url });
    await loadAndAskIn(meeting);
    await waitUntil(
      () => meeting.look(),
      ({ phase }) => phase === before,
    );
    await room.close();
    room = createDemoRoom();
    room.createRoom(request);
    const { phase, page: shown } = await waitUntil(
      () => meeting.look(),
      (view) => view.phase !== before,
    );
    const { page_state, again_times } = shown ?? {};
    expect([phase, shown?.again_after_ms]).toEqual(['connecting', 2_000]);
    expect({ page_state, again_times }).toEqual(lost);
    expect(await page.page.$eval('[data-phases="lost"] h1', (said) => said.textContent)).toBe(
      'The connection was lost',
    );
    await room.close();
    server.closeAllConnections();
    server.close();
  });
});

describe.concurrent('pictures in the demo room', () => {
  const frames = ({ page }: MeetingPage, selector: string) =>
    page.$eval(selector, (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

  it('show who shares a screen', async ({ expect }) => {
    const room = service.demoRoom.createRoom();
    const script = Script.parse({
      participants: [{ name: 'Maya', host: true }],
      timeline: [
        { at_ms: 0, who: 'Maya', do: 'share', screen: 'dashboard' },
        { at_ms: 600_000, who: 'Maya', do: 'end' },
      ],
    });
    await using run = await runScript({ base_url: service.base_url, room, script });
    await using bot = await aBotIn(room.room_path);
    const { page } = bot;
    run.start();
    const { participants } = await until(page, (view) => view.participants.some(({ is_sharing }) => is_sharing));
    expect(participants.map(({ name, is_sharing }) => [name, is_sharing])).toEqual([
      ['Notes', false],
      ['Maya', true],
    ]);
    const screen = '#screens [data-owner-name="Maya"] video';
    const size = () =>
      page.page.$eval(screen, (video) => {
        const { videoWidth, videoHeight } = video as HTMLVideoElement;
        return [videoWidth, videoHeight];
      });
    await expect.poll(size).toEqual([1280, 720]);
  });

  it('come only of those whom the recording shows, or may show soon', async ({ expect }) => {
    const room = service.demoRoom.createRoom();
    const names = ['Maya', 'Jonas', 'Priya'] as const;
    const script = Script.parse({
      participants: names.map((name, index) => ({ name, host: index === 0, camera: { style: 'portrait' } })),
      timeline: [
        { at_ms: 0, who: 'Jonas', do: 'say', clip: 'jonas-01' },
        { at_ms: 600_000, who: 'Maya', do: 'end' },
      ],
    });
    await using run = await runScript({ base_url: service.base_url, room, script });
    await using bot = await aBotIn(room.room_path);
    const { page } = bot;
    await until(page, (view) => view.participants.filter(({ has_camera }) => has_camera).length === names.length);
    const tile = (name: string) => `#tiles [data-participant-name="${name}"] video`;
    const moving = async () => {
      const count = () => Promise.all(names.map((name) => frames(page, tile(name))));
      const before = await count();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const after = await count();
      return names.filter((_, index) => after[index] !== before[index]);
    };
    await expect.poll(moving).toEqual(names);
    const linesOf = (name: string) => page.page.$eval(tile(name), (video) => (video as HTMLVideoElement).videoHeight);

    const pictures = { of: 'speaker_view_no_sidebar', width: 640, height: 360, max_fps: 12, min_fps: 5 } as const;
    const sound = { codec: 'aac', bitrate: 64_000 } as const;
    await page.armRecording({ pictures: { ...pictures, video_bitrate: 500_000 }, sound });
    await page.beginRecording('001-001');
    const movingOnceLooked = async () => {
      await page.read();
      return moving();
    };
    await expect.poll(movingOnceLooked).toEqual(['Maya']);
    expect(await linesOf('Maya')).toBe(360);
    run.start();
    await expect.poll(movingOnceLooked).toEqual(['Maya', 'Jonas']);
    await expect.poll(() => linesOf('Jonas')).toBe(360);
    await page.stopRecording();
  });

  it('of the bot itself can be shared with the others', async ({ expect }) => {
    const { room_path } = service.demoRoom.createRoom();
    await using bot = await aBotIn(room_path);
    const { meeting, page } = bot;
    await until(page, ({ phase }) => phase === 'in_meeting');
    const guest = await enter(room_path, 'Ben');
    await page.page.evaluate(() => {
      navigator.mediaDevices.getDisplayMedia = async () => document.createElement('canvas').captureStream();
    });
    const isSharing = async () => (await guest.next('participant_changed')).participant.screen;
    await meeting.stage?.turn('screen', true);
    await expect.poll(isSharing).toBe(true);
    await meeting.stage?.turn('screen', false);
    await expect.poll(isSharing).toBe(false);
  });
});
