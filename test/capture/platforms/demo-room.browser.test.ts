import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { type MeetingPage, openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { Script } from '../../../lib/demo-room/script.ts';
import { runScript } from '../../../lib/demo-room/scripted-participants.ts';
import { enterRoom, startDemoRoom } from '../../demo-room/support.ts';

let browser: Browser;
let service: Awaited<ReturnType<typeof startDemoRoom>>;
beforeAll(async () => {
  service = await startDemoRoom();
  browser = await launchChromium({ width: 1280, height: 720 });
});
afterAll(async () => {
  await closeChromium(browser);
  await service.close();
});

const until = async (meeting: MeetingPage, is: (view: MeetingView) => boolean): Promise<MeetingView> => {
  let view = await meeting.read();
  const look = async () => {
    view = await meeting.read();
    return is(view);
  };
  await expect.poll(look, { timeout: 10_000 }).toBe(true);
  return view;
};

/** A bot that has pressed the button, in a room with whoever is there already. */
const aBotIn = async (path: string) => {
  const meeting = await openMeetingPage(browser, demoRoom);
  await meeting.load(service.base_url + path);
  await until(meeting, ({ phase }) => phase === 'pre_join');
  await demoRoom.prepare(meeting.page, 'Notes');
  await demoRoom.pressJoin(meeting.page);
  return meeting;
};

const enter = (path: string, name: string) => enterRoom(service.base_url, path, name);

describe('chat of the demo room', () => {
  it('is written to everyone, to one person, and to everyone but the host', async () => {
    const { room_path, host_path } = service.demoRoom.createRoom();
    const host = await enter(host_path, 'Ana');
    const guest = await enter(room_path, 'Ben');
    await using meeting = await aBotIn(room_path);
    await until(meeting, ({ participants }) => participants.length === 3);

    await demoRoom.sendChat(meeting.page, { to: 'everyone', text: 'Hello' });
    await demoRoom.sendChat(meeting.page, { to: { participant_id: guest.id }, text: 'Psst' });
    await demoRoom.sendChat(meeting.page, { to: 'everyone_but_host', text: 'A surprise' });
    const texts = async ({ next }: typeof guest, count: number) => {
      const read: string[] = [];
      while (read.length < count) read.push((await next('chat')).message.text);
      return read;
    };
    expect(await texts(guest, 3)).toEqual(['Hello', 'Psst', 'A surprise']);
    guest.send({ type: 'chat', to: 'everyone', text: 'I see' });
    expect(await texts(host, 2)).toEqual(['Hello', 'I see']);

    const { messages } = await until(meeting, ({ messages }) => messages.length === 4);
    expect(messages.map(({ to, text, edited_at_ms }) => ({ to, text, edited_at_ms }))).toEqual([
      { to: 'everyone', text: 'Hello', edited_at_ms: null },
      { to: guest.id, text: 'Psst', edited_at_ms: null },
      { to: 'everyone_but_host', text: 'A surprise', edited_at_ms: null },
      { to: 'everyone', text: 'I see', edited_at_ms: null },
    ]);
  });

  it('is read again when somebody edits it', async () => {
    const { room_path } = service.demoRoom.createRoom();
    const guest = await enter(room_path, 'Ben');
    await using meeting = await aBotIn(room_path);
    await until(meeting, ({ participants }) => participants.length === 2);
    guest.send({ type: 'chat', to: 'everyone', text: 'At noon' });
    const { message_id } = (await guest.next('chat')).message;
    guest.send({ type: 'edit_chat', message_id, text: 'At one' });
    const { edited_at_ms } = (await guest.next('chat')).message;
    const { messages } = await until(meeting, (view) => view.messages[0]?.text === 'At one');
    expect(messages.map((message) => [message.id, message.edited_at_ms])).toEqual([[message_id, edited_at_ms]]);
  });

  it('is sent once though the page shows it late, and known again however its lines end', {
    timeout: 20_000,
  }, async () => {
    const { room_path } = service.demoRoom.createRoom();
    const guest = await enter(room_path, 'Ben');
    await using meeting = await aBotIn(room_path);
    await until(meeting, ({ participants }) => participants.length === 2);
    // A page with so much else to do that it cannot be watched while its message is on its way.
    await meeting.page.evaluate(() => {
      document.querySelector('#chat-form')?.addEventListener('submit', () => {
        setTimeout(() => {
          const free_at = performance.now() + 5_500;
          while (performance.now() < free_at);
        });
      });
    });
    await demoRoom.sendChat(meeting.page, { to: 'everyone', text: ' Two\r\nlines ' });
    guest.send({ type: 'chat', to: 'everyone', text: 'Thank you' });
    const read = [await guest.next('chat'), await guest.next('chat')];
    expect(read.map(({ message }) => message.text)).toEqual(['Two\nlines', 'Thank you']);
  });

  it('is not sent to somebody who is not there', async () => {
    await using meeting = await aBotIn(service.demoRoom.createRoom().room_path);
    await until(meeting, ({ phase }) => phase === 'in_meeting');
    const message = { to: { participant_id: 'nobody' }, text: 'Psst' };
    await expect(demoRoom.sendChat(meeting.page, message)).rejects.toThrow(/nobody called 'nobody'/);
  });
});

describe('the view of the demo room', () => {
  it('tells who has a camera on', async () => {
    const { room_path } = service.demoRoom.createRoom();
    const guest = await enter(room_path, 'Ben');
    await using meeting = await aBotIn(room_path);
    guest.send({ type: 'media', microphone: true, camera: true });
    const { participants, breakout } = await until(
      meeting,
      (view) => view.participants.length === 2 && view.participants.some(({ has_camera }) => has_camera),
    );
    expect(participants.map(({ name, has_camera }) => [name, has_camera])).toEqual([
      ['Notes', false],
      ['Ben', true],
    ]);
    expect(breakout).toEqual({ state: 'none', room_name: null });
  });
});

describe('a meeting of the demo room that cannot begin yet', () => {
  it('is shown as not started without its host, and goes on by itself', async () => {
    const { room_path, host_path } = service.demoRoom.createRoom({ starts_with_host: true, requires_user: 'Nadia' });
    await using meeting = await aBotIn(room_path);
    await until(meeting, ({ phase }) => phase === 'not_started');
    await enter(host_path, 'Ana');
    await until(meeting, ({ phase }) => phase === 'authorized_user_absent');
    await enter(room_path, 'Nadia');
    await until(meeting, ({ phase }) => phase === 'in_meeting');
  });
});

describe('breakout rooms of the demo room', () => {
  it('are accepted, entered and left, with the people who are there', async () => {
    const { room_path, host_path } = service.demoRoom.createRoom();
    const host = await enter(host_path, 'Ana');
    const guest = await enter(room_path, 'Ben');
    await using meeting = await aBotIn(room_path);
    const { participants } = await until(meeting, (view) => view.participants.length === 3);
    const bot = participants.find(({ is_self }) => is_self)?.id ?? '';
    const names = (view: MeetingView) => view.participants.map(({ name }) => name);

    host.send({ type: 'open_breakouts', rooms: [{ room_name: 'Press', participant_ids: [bot, guest.id] }] });
    const invited = await until(meeting, ({ breakout }) => breakout.state === 'invited');
    expect([invited.breakout.room_name, names(invited)]).toEqual(['Press', ['Notes', 'Ana', 'Ben']]);
    await demoRoom.acceptBreakout(meeting.page);
    await until(meeting, ({ breakout }) => breakout.state === 'joining');
    const inside = await until(meeting, ({ breakout }) => breakout.state === 'inside');
    expect(names(inside)).toEqual(['Notes']);
    guest.send({ type: 'accept_breakout' });
    await until(meeting, (view) => names(view).join() === 'Notes,Ben');
    await demoRoom.sendChat(meeting.page, { to: 'everyone', text: 'Here we are' });

    host.send({ type: 'close_breakouts' });
    await until(meeting, ({ breakout }) => breakout.state === 'leaving');
    const back = await until(meeting, ({ breakout }) => breakout.state === 'none');
    expect([back.breakout.room_name, back.phase, names(back)]).toEqual([null, 'in_meeting', ['Notes', 'Ana']]);
  });
});

describe('pictures in the demo room', () => {
  const frames = (meeting: MeetingPage, selector: string) =>
    meeting.page.$eval(selector, (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

  it('show who shares a screen, and come only while they are wanted', async () => {
    const room = service.demoRoom.createRoom();
    const script = Script.parse({
      participants: [{ name: 'Maya', host: true }],
      timeline: [
        { at_ms: 0, who: 'Maya', do: 'share', screen: 'dashboard' },
        { at_ms: 600_000, who: 'Maya', do: 'end' },
      ],
    });
    await using run = await runScript({ base_url: service.base_url, room, script });
    await using meeting = await aBotIn(room.room_path);
    run.start();
    const { participants } = await until(meeting, (view) => view.participants.some(({ is_sharing }) => is_sharing));
    expect(participants.map(({ name, is_sharing }) => [name, is_sharing])).toEqual([
      ['Notes', false],
      ['Maya', true],
    ]);
    const screen = '#screens [data-owner-name="Maya"] video';
    const size = () =>
      meeting.page.$eval(screen, (video) => {
        const { videoWidth, videoHeight } = video as HTMLVideoElement;
        return [videoWidth, videoHeight];
      });
    await expect.poll(size, { timeout: 10_000 }).toEqual([1280, 720]);

    const camera = '#tiles [data-participant-name="Maya"] video';
    const areStill = async () => {
      const before = [await frames(meeting, screen), await frames(meeting, camera)];
      await new Promise((resolve) => setTimeout(resolve, 500));
      return before[0] === (await frames(meeting, screen)) && before[1] === (await frames(meeting, camera));
    };
    await demoRoom.showIncomingVideo(meeting.page, false);
    await expect.poll(areStill, { timeout: 10_000 }).toBe(true);
    await demoRoom.showIncomingVideo(meeting.page, true);
    await expect.poll(areStill, { timeout: 10_000 }).toBe(false);
  });

  it('come only of those whom the recording shows, or may show soon', async () => {
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
    await using meeting = await aBotIn(room.room_path);
    await until(meeting, (view) => view.participants.filter(({ has_camera }) => has_camera).length === names.length);
    const tile = (name: string) => `#tiles [data-participant-name="${name}"] video`;
    const moving = async () => {
      const count = () => Promise.all(names.map((name) => frames(meeting, tile(name))));
      const before = await count();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const after = await count();
      return names.filter((_, index) => after[index] !== before[index]);
    };
    await expect.poll(moving, { timeout: 10_000 }).toEqual(names);
    const linesOf = (name: string) =>
      meeting.page.$eval(tile(name), (video) => (video as HTMLVideoElement).videoHeight);

    const pictures = { of: 'speaker_view_no_sidebar', width: 640, height: 360, max_fps: 12, min_fps: 5 } as const;
    const sound = { codec: 'aac', bitrate: 64_000 } as const;
    await meeting.armRecording({ pictures: { ...pictures, video_bitrate: 500_000 }, sound });
    await meeting.beginRecording('001-001');
    const movingOnceLooked = async () => {
      await meeting.read();
      return moving();
    };
    await expect.poll(movingOnceLooked, { timeout: 10_000 }).toEqual(['Maya']);
    expect(await linesOf('Maya')).toBe(360);
    run.start();
    await expect.poll(movingOnceLooked, { timeout: 10_000 }).toEqual(['Maya', 'Jonas']);
    await expect.poll(() => linesOf('Jonas'), { timeout: 10_000 }).toBe(360);
    await meeting.stopRecording();
  });

  it('of the bot itself can be shared with the others', async () => {
    const { room_path } = service.demoRoom.createRoom();
    await using meeting = await aBotIn(room_path);
    await until(meeting, ({ phase }) => phase === 'in_meeting');
    const guest = await enter(room_path, 'Ben');
    await meeting.page.evaluate(() => {
      navigator.mediaDevices.getDisplayMedia = async () => document.createElement('canvas').captureStream();
    });
    const isSharing = async () => (await guest.next('participant_changed')).participant.screen;
    await demoRoom.setScreenShare(meeting.page, true);
    await expect.poll(isSharing).toBe(true);
    await demoRoom.setScreenShare(meeting.page, false);
    await expect.poll(isSharing).toBe(false);
  });
});
