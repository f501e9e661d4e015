import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { stableId } from '../../../lib/capture/session/people/stable-id.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { sweepWorkFolders, workPlace } from '../../../lib/process/disk/work-folder.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot, type FakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { oneBrowser } from '../../lab/hosts/one-browser.ts';
import { aRoom, type Room, unseen } from '../../lab/hosts/paper-room.ts';
import { processesOf } from '../../lab/worlds/lost-page.ts';
import { startWorker } from '../../lab/worlds/worker-process.ts';

let shared: Awaited<ReturnType<typeof oneBrowser>>;
beforeAll(async () => {
  shared = await oneBrowser();
});
afterAll(() => shared[Symbol.asyncDispose]());

/** What a bot stores in a room. */
const session = async (
  room: Room,
  bot: FakeBot,
  query: string,
  changes: Parameters<typeof anAssignment>[0] = {},
  onPut?: (name: string) => void,
) => {
  const store = aMemoryStore(onPut);
  const recording_settings = { format: 'none', view: 'speaker_view', resolution: '720p' } as const;
  const assignment = anAssignment({ meeting_url: room.url(`${unseen}&${query}`), recording_settings, ...changes });
  const ports = { line: bot, meetings: shared.meetings, segments: store };
  const end = await runCaptureSession(ports, assignment, neverStopped);
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
    it('joins again without telling so, and records a take of its own', async () => {
      const bot = aFakeBot('joined_recording');
      await using room = await aRoom();
      const recording_settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
      const { store } = await session(room, bot, '', { attempt: 2, recording_settings }, (name) => {
        if (name.endsWith('000000.m4s')) room.happen('ended');
      });
      expect(bot.triggers).toEqual(['meeting_ended (ended_by_host)']);
      expect([...store.objects.keys()]).toContain('segments/002-001/000000.m4s');
    });

    it('goes on with the report where the lost worker ended, and takes no ghost for a participant', async () => {
      await using room = await aRoom();
      // What is said at a moment of which both workers are told, and at which both are there.
      const at = Date.now() + 3_600_000;
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
      await session(room, lost, `at=${at}`);
      const { utterances, chat_messages } = lost.seen;
      expect([utterances.length, chat_messages.length]).toEqual([1, 1]);
      const participant_events = [event('Ada', 'join'), event('Ada', 'speech_start'), event('Cy', 'join')];

      const bot = leavesOnce('joined_recording', ({ participant_events }) => {
        const lines = participant_events.map(({ participant_name, event_type }) => `${participant_name} ${event_type}`);
        if (lines.includes('Ben join')) room.happen('ben_gone');
        if (lines.includes('Ben leave')) room.happen('ghost_gone');
        return ['Ben leave', 'Cy leave', 'Ada speech_stop'].every((line) => lines.includes(line));
      });
      const reported = { utterances, chat_messages, participant_events };
      await session(room, bot, `at=${at}&ghost&ben`, { attempt: 2, reported });
      expect(bot.seen).toMatchObject({ utterances: [], chat_messages: [] });
      const told = bot.seen.participant_events.map((seen) => `${seen.participant_name} ${seen.event_type}`);
      const others = told.filter((line) => !line.startsWith('Ada speech'));
      expect(others.toSorted()).toEqual(['Ben join', 'Ben leave', 'Cy leave']);
      expect(told.find((line) => line.startsWith('Ada speech'))).toBe('Ada speech_stop');
    });
  });

  it('leaves no process and no file of its browser behind when it is killed, and a recording of all that it stored', async ({
    expect,
  }) => {
    await using room = await aRoom();
    await using worker = await startWorker(room.url(unseen));
    await worker.recorded(3);
    const processes = await processesOf(worker.browser_pid);
    expect(processes.length).toBeGreaterThan(3);
    await worker.kill();
    await expect.poll(() => processesOf(worker.browser_pid)).toEqual([]);

    const place = workPlace(worker.folder);
    expect(await readdir(place)).toHaveLength(1);
    await sweepWorkFolders(place);
    expect(await readdir(place)).toEqual([]);

    const store = aMemoryStore();
    await worker.handTo(store);
    const recording = await finishRecording(store, async () => undefined);
    expect(recording?.duration_ms).toBeGreaterThan(5_500);
  });
});
