import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { stableId } from '../../../lib/capture/session/people/stable-id.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { sweepWorkFolders, workPlace } from '../../../lib/process/work-folder.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom, type FakeBot } from '../support.ts';
import { processesOf } from './lost-page.ts';

const meetings = browserMeetings({ platform: demoRoom });
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
  const end = await runCaptureSession({ line: bot, meetings, segments: store }, assignment, signal);
  return { end, store };
};

/** A bot that is told to leave when it has seen enough. */
const leavesOnce = (state: BotState, hasSeenEnough: (seen: FakeBot['seen']) => boolean): FakeBot => {
  let isTold = false;
  return aFakeBot(state, ({ seen, move }) => {
    if (isTold || !hasSeenEnough(seen)) return;
    isTold = true;
    move('leave');
  });
};

describe.concurrent('a capture session', () => {
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

    it('goes on with the report where the lost worker ended, and takes no ghost for a participant', {
      timeout: 60_000,
    }, async () => {
      // What is said at a moment of which both workers are told, and at which both are there.
      const at = Date.now() + 60_000;
      const { bot_id } = anAssignment();
      const event = (name: string, event_type: ParticipantEvent['event_type']): ParticipantEvent => ({
        id: stableId('participant_event', bot_id, at, event_type, name),
        participant_name: name,
        participant_uuid: `p-${name.toLowerCase()}`,
        participant_user_uuid: null,
        participant_is_host: false,
        event_type,
        event_data: {},
        timestamp_ms: at,
      });
      const lost = leavesOnce('joining', ({ utterances, chat_messages }) => {
        return utterances.length > 0 && chat_messages.length > 0;
      });
      await session(lost, `at=${at}`);
      const { utterances, chat_messages } = lost.seen;
      expect([utterances.length, chat_messages.length]).toEqual([1, 1]);
      const participant_events = [event('Ada', 'join'), event('Ada', 'speech_start'), event('Cy', 'join')];

      const bot = leavesOnce('joined_recording', ({ participant_events }) => {
        return participant_events.filter(({ event_type }) => event_type === 'leave').length === 2;
      });
      const reported = { utterances, chat_messages, participant_events };
      await session(bot, `at=${at}&ghost=2000`, { attempt: 2, reported });
      expect(bot.seen).toMatchObject({ utterances: [], chat_messages: [] });
      const told = bot.seen.participant_events.map((seen) => `${seen.participant_name} ${seen.event_type}`);
      expect(told.filter((line) => !line.startsWith('Ada speech'))).toEqual(['Ben join', 'Ben leave', 'Cy leave']);
      expect(told.find((line) => line.startsWith('Ada speech'))).toBe('Ada speech_stop');
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

  it('leaves no process and no file of its browser behind when it is killed, and a recording of all that it stored', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'killed-'));
    const script = fileURLToPath(new URL('../fixtures/worker.ts', import.meta.url));
    const worker = spawn(process.execPath, [script, folder, room.url()], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    });
    const [line] = (await once(createInterface(worker.stdout), 'line')) as [string];
    const browser = Number(line.replace('browser ', ''));
    const take = join(folder, 'segments/001-001');
    await vi.waitUntil(() => existsSync(join(take, '000002.m4s')), { timeout: 40_000, interval: 50 });
    const processes = await processesOf(browser);
    expect(processes.length).toBeGreaterThan(3);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await vi.waitUntil(async () => (await processesOf(browser)).length === 0, { timeout: 10_000 });

    const place = workPlace(folder);
    expect(await readdir(place)).toHaveLength(1);
    await sweepWorkFolders(place);
    expect(await readdir(place)).toEqual([]);

    const store = aMemoryStore();
    for (const file of await readdir(take)) {
      await store.put(`segments/001-001/${file}`, await readFile(join(take, file)), 'video/mp4');
    }
    const recording = await finishRecording(store, async () => undefined);
    expect(recording?.duration_ms).toBeGreaterThan(5_500);
    await rm(folder, { recursive: true });
  });
});
