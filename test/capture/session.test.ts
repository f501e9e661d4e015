import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { finishRecording } from '../../lib/capture/recorder/finish.ts';
import { runCaptureSession } from '../../lib/capture/session.ts';
import type { Recording } from '../../lib/domain/captured.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom, type FakeBot } from './support.ts';

const signal = AbortSignal.timeout(120_000);
let room: Awaited<ReturnType<typeof aRoom>>;
beforeAll(async () => {
  room = await aRoom();
});
afterAll(async () => {
  await room[Symbol.asyncDispose]();
});

const session = async (bot: FakeBot, query: string, changes: Parameters<typeof anAssignment>[0] = {}) => {
  const store = aMemoryStore();
  const recording_settings = { format: 'none', view: 'speaker_view', resolution: '720p' } as const;
  const assignment = anAssignment({ meeting_url: room.url(query), recording_settings, ...changes });
  const end = await runCaptureSession({ reporter: bot, segments: store }, assignment, signal);
  return { end, store };
};

/** Shows the recording in a browser and measures what a viewer sees and hears at some moments of it. */
const watch = async (mp4: Uint8Array) => {
  const browser = await launchChromium({ width: 640, height: 360 });
  try {
    const page: Page = await browser.newPage();
    await page.goto(room.url('phase=left'));
    return await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
      video.muted = true;
      const canvas = new OffscreenCanvas(1280, 720);
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      if (!pen) throw new Error('no canvas');
      const colours = [];
      for (const second of [1, 2, 3, 4]) {
        video.currentTime = second;
        await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        pen.drawImage(video, 0, 0);
        const at = (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)];
        colours.push({ page: at(1270, 700), ada: at(1000, 300) });
      }
      const sound = await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes.buffer);
      const loudest = sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return { colours, loudest, width: video.videoWidth, height: video.videoHeight, duration_s: video.duration };
    }, Buffer.from(mp4).toString('base64'));
  } finally {
    await closeChromium(browser);
  }
};

describe('a capture session', () => {
  it('joins, records, writes down who was there and what was said, and leaves when asked', {
    timeout: 90_000,
  }, async () => {
    const enough = 4;
    let segments = 0;
    const store = aMemoryStore((name) => {
      if (name.endsWith('.m4s')) segments += 1;
      if (segments === enough && name.endsWith('.m4s')) bot.move('leave');
    });
    const bot = aFakeBot('staged');
    const join_at = new Date(Date.now() + 3_000);
    const assignment = anAssignment({ meeting_url: room.url('wait=400'), join_at });

    expect(await runCaptureSession({ reporter: bot, segments: store }, assignment, signal)).toBe('reported');

    expect(bot.triggers).toEqual(['join_due', 'put_in_waiting_room', 'admitted', 'left']);
    const late_ms = (room.pressed_ms.at(-1) ?? 0) - join_at.getTime();
    expect(late_ms).toBeGreaterThanOrEqual(0);
    expect(late_ms).toBeLessThan(1_000);
    expect(bot.seen.utterances).toMatchObject([
      {
        speaker_name: 'Ada',
        speaker_uuid: 'p-ada',
        speaker_is_host: true,
        duration_ms: 900,
        transcription: { transcript: 'Good morning, Ben.' },
      },
    ]);
    expect(bot.seen.chat_messages).toMatchObject([{ text: 'Welcome!', sender_name: 'Ada', to: 'everyone' }]);
    const events = bot.seen.participant_events.map((event) => `${event.participant_name} ${event.event_type}`);
    expect(events).toEqual(
      expect.arrayContaining(['Ada join', 'Ben join', 'Ben leave', 'Ada speech_start', 'Ada speech_stop']),
    );
    expect(events.filter((event) => event.startsWith('Notes'))).toEqual([]);
    expect(events.filter((event) => event === 'Ben speech_start')).toEqual([]);
    expect(events.filter((event) => event === 'Ada speech_start').length).toBe(
      events.filter((event) => event === 'Ada speech_stop').length,
    );

    const saved: Omit<Recording, 'key'>[] = [];
    const recording = await finishRecording(store, async (finished) => void saved.push(finished));
    if (!recording) throw new Error('nothing was recorded');
    expect(saved).toEqual([{ name: 'recording.mp4', ...recording }]);
    expect(recording.start_timestamp_ms).toBeGreaterThan(join_at.getTime());
    expect(recording.duration_ms).toBeGreaterThan(6_000);
    const mp4 = store.objects.get('recording.mp4');
    if (!mp4) throw new Error('no recording was stored');
    expect(recording.size_bytes).toBe(mp4.byteLength);

    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    await writeFile(join(folder, 'recording.mp4'), mp4);
    const input = new Input({ source: new FilePathSource(join(folder, 'recording.mp4')), formats: [MP4] });
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    expect(await video?.getCodec()).toBe('avc');
    expect(await audio?.getCodecParameterString()).toBe('mp4a.40.2');
    if (!video) throw new Error('no picture');
    const { averagePacketRate } = await video.computePacketStats();
    expect(averagePacketRate).toBeGreaterThan(5);
    const first = await new EncodedPacketSink(video).getFirstPacket();
    expect(first).toMatchObject({ type: 'key', timestamp: 0 });
    await rm(folder, { recursive: true });

    const { colours, loudest, width, height, duration_s } = await watch(mp4);
    expect([width, height]).toEqual([1280, 720]);
    expect(Math.abs(duration_s * 1000 - recording.duration_ms)).toBeLessThan(100);
    expect(loudest).toBeGreaterThan(0.1);
    // The page's blue, and the tile of a sender that is either red or flashing white.
    for (const { page, ada } of colours) {
      expect(
        Math.max(Math.abs((page[0] ?? 0) - 17), Math.abs((page[1] ?? 0) - 34), Math.abs((page[2] ?? 0) - 68)),
      ).toBeLessThan(16);
      expect(ada[0]).toBeGreaterThan(120);
    }
  });

  it.each([
    ['refuse=refused', ['could_not_join (request_to_join_denied)']],
    ['refuse=not_found', ['could_not_join (meeting_not_found)']],
    ['phase=not_found', ['could_not_join (meeting_not_found)']],
    ['refuse=ended', ['meeting_ended (ended_by_host)']],
    ['refuse=full', ['could_not_join (unable_to_connect_to_meeting)']],
    ['end=800', ['admitted', 'meeting_ended (ended_by_host)']],
    ['end=800&with=removed', ['admitted', 'meeting_ended (removed_from_meeting)']],
    ['ask=allowed&end=2500', ['admitted_without_permission', 'permission_granted', 'meeting_ended (ended_by_host)']],
    [
      'ask=denied&end=2500',
      ['admitted_without_permission', 'permission_denied (host_denied_permission)', 'meeting_ended (ended_by_host)'],
    ],
  ])('in a room that does %s tells %j', { timeout: 60_000 }, async (query, triggers) => {
    const bot = aFakeBot('joining');
    const { end } = await session(bot, query);
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'reported', triggers });
  });

  it('gives up in the waiting room when nobody lets it in', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('joining');
    await session(bot, 'wait=60000', { waiting_room_timeout_seconds: 1 });
    expect(bot.triggers).toEqual(['put_in_waiting_room', 'could_not_join (waiting_room_timeout_exceeded)']);
  });

  it('leaves when it has been alone for long enough', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('joining');
    await session(bot, 'alone=600', { only_participant_in_meeting_timeout_seconds: 1 });
    expect(bot.triggers).toEqual(['admitted', 'leave (auto_leave_only_participant_in_meeting)', 'left']);
  });

  it('says what it could not find on a page that is no meeting, and keeps a picture of it', {
    timeout: 60_000,
  }, async () => {
    const bot = aFakeBot('joining');
    const { store } = await session(bot, 'phase=a_page_of_another_kind');
    expect(bot.triggers).toEqual(['could_not_join (unknown_page)']);
    expect([...store.objects.keys()].toSorted()).toEqual([
      'diagnostics/001-unknown_page.html',
      'diagnostics/001-unknown_page.png',
    ]);
  });

  describe('started again for a bot that was recording', () => {
    it('joins again without telling so, and records a take of its own', { timeout: 60_000 }, async () => {
      const bot = aFakeBot('joined_recording');
      const { store } = await session(bot, 'end=4000', {
        attempt: 2,
        recording_settings: anAssignment().recording_settings,
      });
      expect(bot.triggers).toEqual(['meeting_ended (ended_by_host)']);
      expect([...store.objects.keys()]).toContain('segments/002-001/000000.m4s');
    });

    it('takes a room that is not found any more for one that has ended', { timeout: 60_000 }, async () => {
      const bot = aFakeBot('joined_recording');
      await session(bot, 'phase=not_found', { attempt: 2 });
      expect(bot.triggers).toEqual(['meeting_ended (ended_by_host)']);
    });

    it('has lost its capture when it is not let in again', { timeout: 60_000 }, async () => {
      const bot = aFakeBot('joined_recording');
      await session(bot, 'refuse=refused', { attempt: 2 });
      expect(bot.triggers).toEqual(['failed (capture_lost)']);
    });

    it('only says that it has left when it was already leaving', async () => {
      const bot = aFakeBot('leaving');
      await session(bot, '', { attempt: 2 });
      expect(bot.triggers).toEqual(['left']);
    });
  });

  it('stops recording while it is paused, and goes on in a take of its own', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('joining');
    const segments = aMemoryStore((name) => {
      if (name === 'segments/001-001/000000.m4s') {
        bot.move('pause');
        setTimeout(() => bot.move('resume'), 2_500);
      }
      if (name === 'segments/001-002/000000.m4s') bot.move('leave');
    });
    await runCaptureSession({ reporter: bot, segments }, anAssignment({ meeting_url: room.url() }), signal);
    expect(bot.triggers).toEqual(['admitted', 'left']);
    const starts = ['001-001', '001-002'].map((take) => {
      const bytes = segments.objects.get(`segments/${take}/take.json`);
      return JSON.parse(Buffer.from(bytes ?? []).toString()).start_timestamp_ms as number;
    });
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(4_000);
  });

  it('opens the meeting anew when its page crashes, once', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('joining');
    const browsers: Browser[] = [];
    const launch = async (size: { width: number; height: number }) => {
      const browser = await launchChromium(size);
      browsers.push(browser);
      return browser;
    };
    const { trigger } = bot;
    const crash = async () => {
      const page = (await browsers.at(-1)?.pages())?.at(-1);
      const session = await page?.createCDPSession();
      session?.send('Page.crash').catch(() => undefined);
    };
    bot.trigger = async (...input) => {
      const state = await trigger(...input);
      await crash();
      return state;
    };
    const pressed = room.pressed_ms.length;
    const assignment = anAssignment({ meeting_url: room.url('end=1500') });
    const end = await runCaptureSession({ reporter: bot, segments: aMemoryStore(), launch }, assignment, signal);
    expect({ end, triggers: bot.triggers, browsers: browsers.length, joins: room.pressed_ms.length - pressed }).toEqual(
      {
        end: 'reported',
        triggers: ['admitted', 'meeting_ended (ended_by_host)'],
        browsers: 2,
        joins: 2,
      },
    );
  });

  it('leaves the staged bot alone that was told to leave before its time', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('staged');
    bot.move('leave');
    await session(bot, '', { join_at: new Date(Date.now() + 3_600_000) });
    expect(bot.triggers).toEqual(['left']);
  });

  it('tells nothing when the worker is told to stop', { timeout: 60_000 }, async () => {
    const bot = aFakeBot('joining');
    const stop = new AbortController();
    const { trigger } = bot;
    bot.trigger = async (...input) => {
      stop.abort();
      return trigger(...input);
    };
    const assignment = anAssignment({ meeting_url: room.url() });
    const end = await runCaptureSession({ reporter: bot, segments: aMemoryStore() }, assignment, stop.signal);
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'interrupted', triggers: ['admitted'] });
  });
});
