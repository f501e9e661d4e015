import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, EncodedPacketSink, FilePathSource, Input, MP3, MP4 } from 'mediabunny';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { type FinishedRecording, finishRecording } from '../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { oneBrowser } from '../../lab/hosts/one-browser.ts';
import { aRoom, unseen } from '../../lab/hosts/paper-room.ts';
import { toldOnFailure } from '../../lab/told-on-failure.ts';
import { longestMs } from '../../lab/until.ts';
import type { SeenTiles } from '../fixtures/see-tiles.ts';

let room: Awaited<ReturnType<typeof aRoom>>;
let shared: Awaited<ReturnType<typeof oneBrowser>>;
let meetings: (typeof shared)['meetings'];
beforeAll(async () => {
  [room, shared] = await Promise.all([aRoom(), oneBrowser()]);
  ({ meetings } = shared);
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await room[Symbol.asyncDispose]();
});

/** Where pictures are not what is asked for: they are most of the work. */
const soundAlone = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;

/** Parts of the page: nothing but its ground, and the middle of Ada's tile. */
const looked = { ground: { x: 1260, y: 690, width: 20, height: 20 }, ada: { x: 995, y: 295, width: 50, height: 50 } };

/**
 * Shows the recording in a browser and measures what a viewer sees and hears. Pictures are decoded one by one: a player that
 * says it is at a moment (`seeked`) may have none to draw yet.
 */
const watch = async (mp4: Uint8Array) => {
  await using page: Page = await shared.browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(room.url('phase=left'));
  const base64 = Buffer.from(mp4).toString('base64');
  await page.evaluate(bundle(new URL('../fixtures/see-tiles.ts', import.meta.url), 'eye'));
  const rects = JSON.stringify([looked.ground, looked.ada]);
  const pictures = (await page.evaluate(`eye.see('${base64}', ${rects})`)) as readonly SeenTiles[];
  const colours = pictures.map(({ at_ms, tiles }) => ({
    at_ms,
    page: tiles[0]?.colour ?? [],
    ada: tiles[1]?.colour ?? [],
  }));
  const played = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const video = document.createElement('video');
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
    await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve, { once: true }));
    const sound = await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes.buffer);
    const loudest = sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return { loudest, width: video.videoWidth, height: video.videoHeight, duration_s: video.duration };
  }, base64);
  return { colours, ...played };
};

/** The loudest sample, as a browser decodes it. */
const loudestOf = async (file: Uint8Array): Promise<number> => {
  await using page: Page = await shared.browser.newPage();
  page.setDefaultTimeout(longestMs);
  return await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
    return sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  }, Buffer.from(file).toString('base64'));
};

// They wait more than they work, and none of them asks how fast.
describe.concurrent('a capture session', () => {
  it('joins, records, writes down who was there and what was said, and leaves when asked', async () => {
    await using room = await aRoom();
    const enough = 4;
    let segments = 0;
    let isTold = false;
    const leaveOnceAllIsThere = (): void => {
      const events = bot.seen.participant_events.map((event) => `${event.participant_name} ${event.event_type}`);
      if (events.includes('Ben join')) room.happen('ben_gone');
      const hasSeen = ['Ben leave', 'Ada speech_stop'].every((event) => events.includes(event));
      if (isTold || segments < enough || !hasSeen || bot.seen.utterances.length === 0) return;
      isTold = true;
      bot.move('leave');
    };
    const store = aMemoryStore((name) => {
      if (name.endsWith('.m4s')) segments += 1;
      leaveOnceAllIsThere();
    });
    const bot = aFakeBot('staged', leaveOnceAllIsThere);
    const { trigger } = bot;
    bot.trigger = async (...input) => {
      const state = await trigger(...input);
      if (input[0] === 'put_in_waiting_room') room.happen('let_in');
      return state;
    };
    const join_at = new Date(Date.now() + 3_000);
    const assignment = anAssignment({ meeting_url: room.url('wait&ben'), join_at });

    expect(
      await runCaptureSession(
        { line: bot, meetings: shared.recordedBy('page'), segments: store, log: toldOnFailure() },
        assignment,
        neverStopped,
      ),
    ).toBe('reported');

    expect(bot.triggers).toEqual(['join_due', 'put_in_waiting_room', 'admitted', 'left']);
    expect(room.pressed_ms.at(-1)).toBeGreaterThanOrEqual(join_at.getTime());
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

    const saved: FinishedRecording[] = [];
    const recording = await finishRecording(store, async (finished) => void saved.push(finished));
    if (!recording) throw new Error('nothing was recorded');
    expect(saved).toEqual([{ name: 'recording.mp4', ...recording }]);
    expect(recording.start_timestamp_ms).toBeGreaterThan(join_at.getTime());
    expect(recording.duration_ms).toBeGreaterThan(6_000);
    // It goes on until the button is pressed, by the page's own clock.
    expect(recording.start_timestamp_ms + recording.duration_ms).toBeGreaterThan((room.left_ms.at(-1) ?? 0) - 50);
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
    const first = await new EncodedPacketSink(video).getFirstPacket();
    expect(first).toMatchObject({ type: 'key', timestamp: 0 });
    await rm(folder, { recursive: true });

    const { colours, loudest, width, height, duration_s } = await watch(mp4);
    expect([width, height]).toEqual([1280, 720]);
    expect(Math.abs(duration_s * 1000 - recording.duration_ms)).toBeLessThan(100);
    expect(loudest).toBeGreaterThan(0.1);
    // How many there are is the machine's affair. The page's blue from the first picture to the last, and the tile of a sender
    // that is either red or flashing white.
    expect(colours.length).toBeGreaterThan(1);
    for (const { at_ms, page } of colours) {
      expect(
        Math.max(Math.abs((page[0] ?? 0) - 17), Math.abs((page[1] ?? 0) - 34), Math.abs((page[2] ?? 0) - 68)),
        `the picture at ${at_ms} ms: ${page}`,
      ).toBeLessThan(16);
    }
    // On a busy machine her first picture may come late; from then on she is there.
    const isShown = ({ ada }: (typeof colours)[number]): boolean => (ada[0] ?? 0) > 120;
    const sinceHerFirst = colours.slice(colours.findIndex(isShown));
    expect(sinceHerFirst.filter(isShown).length).toBeGreaterThan(0.8 * sinceHerFirst.length);
  });

  it('records sound alone as MP3 when it was told so', async () => {
    const bot = aFakeBot('joining');
    const store = aMemoryStore((name) => {
      if (name.endsWith('000001.m4s')) bot.move('leave');
    });
    const assignment = anAssignment({ meeting_url: room.url(unseen), recording_settings: soundAlone });
    await runCaptureSession({ line: bot, meetings, segments: store, log: toldOnFailure() }, assignment, neverStopped);
    expect(bot.triggers).toEqual(['admitted', 'left']);
    const recording = await finishRecording(store, async () => undefined);
    const mp3 = store.objects.get('recording.mp3');
    if (!recording || !mp3) throw new Error('nothing was recorded');
    expect(recording).toMatchObject({ format: 'mp3', size_bytes: mp3.byteLength });
    expect(recording.duration_ms).toBeGreaterThan(4_000);
    const input = new Input({ source: new BufferSource(mp3), formats: [MP3] });
    const sound = await input.getPrimaryAudioTrack();
    expect([await sound?.getCodec(), sound?.numberOfChannels, sound?.sampleRate]).toEqual(['mp3', 1, 48_000]);
    expect(Math.abs((await input.computeDuration()) * 1000 - recording.duration_ms)).toBeLessThan(100);
    expect(await loudestOf(mp3)).toBeGreaterThan(0.1);
    const heard = bot.seen.participant_events.filter(({ event_type }) => event_type === 'speech_start');
    expect(new Set(heard.map(({ participant_name }) => participant_name))).toEqual(new Set(['Ada']));
  });

  it('records nothing before the host has allowed it', async () => {
    const bot = aFakeBot('joining');
    let granted_ms = Number.NaN;
    const { trigger } = bot;
    bot.trigger = async (...input) => {
      if (input[0] === 'permission_granted') granted_ms = Date.now();
      return trigger(...input);
    };
    const segments = aMemoryStore((name) => {
      if (name.endsWith('000000.m4s')) bot.move('leave');
    });
    const assignment = anAssignment({ meeting_url: room.url(`${unseen}&ask=allowed`), recording_settings: soundAlone });
    await runCaptureSession({ line: bot, meetings, segments, log: toldOnFailure() }, assignment, neverStopped);
    expect(bot.triggers).toEqual(['admitted_without_permission', 'permission_granted', 'left']);
    const take = Buffer.from(segments.objects.get('segments/001-001/take.json') ?? []).toString();
    expect(JSON.parse(take).start_timestamp_ms).toBeGreaterThanOrEqual(granted_ms);
  });

  it('stops recording while it is paused, and goes on in a take of its own', async () => {
    const bot = aFakeBot('joining');
    let course: 'begins' | 'paused' | 'resumed' | 'leaves' = 'begins';
    let first: string | undefined;
    const segments = aMemoryStore((name) => {
      const take = /^segments\/(.*)\/\d+\.m4s$/.exec(name)?.[1];
      if (take && course === 'begins') {
        [course, first] = ['paused', take];
        bot.move('pause');
      } else if (take && take !== first && course === 'resumed') {
        course = 'leaves';
        bot.move('leave');
      }
    });
    let resumed_ms = Number.NaN;
    const tell = toldOnFailure();
    const log: typeof tell = (message, fields) => {
      tell(message, fields);
      if (message !== 'take ended' || course !== 'paused') return;
      course = 'resumed';
      resumed_ms = Date.now();
      bot.move('resume');
    };
    const assignment = anAssignment({ meeting_url: room.url(unseen), recording_settings: soundAlone });
    await runCaptureSession({ line: bot, meetings, segments, log }, assignment, neverStopped);
    expect(bot.triggers).toEqual(['admitted', 'left']);
    const { parts = [] } = (await finishRecording(segments, async () => undefined)) ?? {};
    const isBefore = parts.map(({ start_timestamp_ms }) => start_timestamp_ms < resumed_ms);
    expect(new Set(isBefore)).toEqual(new Set([true, false]));
    for (const { start_timestamp_ms: start_ms, duration_ms } of parts.filter((_, at) => isBefore[at]))
      expect(start_ms + duration_ms).toBeLessThanOrEqual(resumed_ms);
  });
});
