/** The steps of docs/extending.md for a new platform, followed once: a bot joins a meeting of it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundle } from '../../lib/capture/build/bundle.ts';
import { buildPrograms, pagesIn } from '../../lib/capture/build/programs.ts';
import { exportsName, scriptFile } from '../../lib/capture/build/scripts.ts';
import type { MeetingPhase } from '../../lib/capture/meeting/view.ts';
import { runCaptureSession } from '../../lib/capture/session/session.ts';
import { openMeetings } from '../../lib/capture-home/meetings.ts';
import type { OperatedHosts, Platform } from '../../lib/domain/meeting/known-platforms.ts';
import { recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { describeMeeting } from '../contracts/meeting.ts';
import { anAssignment, neverStopped } from '../lab/builders/assignment.ts';
import { aFakeBot } from '../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../lab/doubles/memory-segments.ts';
import { toyPlatform } from './platforms/toy/index.ts';

// Its name, its row, and its line among the adapters.
vi.mock('../../lib/domain/meeting/platform-names.ts', async (original) => {
  const { platformNames } = await original<typeof import('../../lib/domain/meeting/platform-names.ts')>();
  return { platformNames: { ...platformNames, toy: (await import('./platforms/toy/row.ts')).toyName } };
});
vi.mock('../../lib/domain/meeting/platforms.ts', async (original) => {
  const { platformRows } = await original<typeof import('../../lib/domain/meeting/platforms.ts')>();
  return { platformRows: { ...platformRows, toy: (await import('./platforms/toy/row.ts')).toyRow } };
});
vi.mock('../../lib/capture/platforms/index.ts', async (original) => {
  const { adapters } = await original<typeof import('../../lib/capture/platforms/index.ts')>();
  return { adapters: { ...adapters, toy: (await import('./platforms/toy/index.ts')).toyPlatform } };
});

let base_url: string;
const held = new AsyncDisposableStack();
beforeAll(async () => {
  // Programs are built of whatever folders of platforms there are: here of those in another place too.
  const folder = await mkdtemp(join(tmpdir(), 'toy-'));
  held.defer(() => rm(folder, { recursive: true }));
  buildPrograms(folder);
  for (const [name, entry] of pagesIn(new URL('./platforms/', import.meta.url)))
    await writeFile(join(folder, scriptFile(name)), bundle(entry, exportsName));
  vi.stubEnv('CAPTURE_PROGRAMS', folder);
  const html = await readFile(new URL('./platforms/toy/room.html', import.meta.url));
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/toy`;
  held.defer(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});
afterAll(() => held.disposeAsync());

/** By its link, as every platform is. */
const platformOf = (meeting_url: string): Platform => {
  const hosts = { toy: [new URL(base_url).host] } as OperatedHosts;
  const link = recogniseMeetingLink(meeting_url, hosts);
  if (!link) throw new Error('no platform has such links');
  return link.platform;
};
const size = { width: 640, height: 360 };
const log = (): void => undefined;
const afterJoining: Partial<Record<MeetingPhase, string>> = {
  pre_join: 'room',
  in_meeting: 'room',
  waiting_room: 'lobby',
  ended: 'closed',
};

describeMeeting('of a toy platform', {
  capabilities: toyPlatform.capabilities,
  phases: Object.keys(afterJoining) as MeetingPhase[],
  hasPeople: false,
  areApart: true,
  openWorld: async () => ({
    open: (meeting_url) => openMeetings().open({ meeting_url, platform: platformOf(meeting_url), size, log }),
    scene: async (phase) => ({ url: `${base_url}?after=${afterJoining[phase]}` }),
    [Symbol.asyncDispose]: async () => undefined,
  }),
});

describe('a bot that is sent to a toy platform', () => {
  it('joins, writes into the chat, and leaves when asked', async () => {
    const bot = aFakeBot('joining');
    const store = aMemoryStore();
    const session = runCaptureSession(
      { line: bot, meetings: openMeetings(), segments: store },
      anAssignment({
        meeting_url: base_url,
        platform: platformOf(base_url),
        recording_settings: { format: 'none', view: 'speaker_view', resolution: '720p' },
        bot_chat_message: { to: 'everyone', message: 'I take the minutes.' },
      }),
      neverStopped,
    );
    await expect.poll(() => bot.told).not.toEqual([]);
    bot.move('leave');
    expect(await session).toBe('reported');
    expect({ triggers: bot.triggers, told: bot.told }).toEqual({
      triggers: ['admitted', 'left'],
      told: ['command 0 done'],
    });
    expect(bot.seen.participant_events).toMatchObject([{ participant_name: 'Ada', event_type: 'join' }]);
  });
});
