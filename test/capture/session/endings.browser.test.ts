import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom, type FakeBot, leaveSettings } from '../support.ts';

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

// Sessions wait more than they work: several at once, but not all.
describe.concurrent('a capture session', () => {
  it.each([
    ['refuse=refused', ['could_not_join (request_to_join_denied)']],
    ['refuse=not_found', ['could_not_join (meeting_not_found)']],
    ['phase=not_found', ['could_not_join (meeting_not_found)']],
    ['refuse=ended', ['meeting_ended (ended_by_host)']],
    ['refuse=full', ['could_not_join (meeting_full)']],
    ['end=5000', ['admitted', 'meeting_ended (ended_by_host)']],
    ['end=5000&with=removed', ['admitted', 'meeting_ended (removed_from_meeting)']],
    ['ask=allowed&end=5000', ['admitted_without_permission', 'permission_granted', 'meeting_ended (ended_by_host)']],
    [
      'ask=denied&end=5000',
      ['admitted_without_permission', 'permission_denied (host_denied_permission)', 'meeting_ended (ended_by_host)'],
    ],
  ])('in a room that does %s tells %j', { timeout: 60_000 }, async (query, triggers) => {
    const bot = aFakeBot('joining');
    const { end } = await session(bot, query);
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'reported', triggers });
  });

  it.each([
    [
      'wait=60000',
      { waiting_room_timeout_seconds: 1 },
      ['put_in_waiting_room', 'could_not_join (waiting_room_timeout_exceeded)'],
    ],
    [
      'refuse=not_started',
      { wait_for_host_to_start_meeting_timeout_seconds: 1 },
      ['could_not_join (meeting_not_started_waiting_for_host)'],
    ],
    [
      'refuse=authorized_user_absent',
      { authorized_user_not_in_meeting_timeout_seconds: 1 },
      ['could_not_join (authorized_user_not_in_meeting_timeout_exceeded)'],
    ],
    [
      'alone=600',
      { only_participant_in_meeting_timeout_seconds: 1 },
      ['admitted', 'leave (auto_leave_only_participant_in_meeting)', 'left'],
    ],
    [
      'sound=1000',
      { silence_timeout_seconds: 2, silence_activate_after_seconds: 1 },
      ['admitted', 'leave (auto_leave_silence)', 'left'],
    ],
    ['', { max_uptime_seconds: 2 }, ['admitted', 'leave (auto_leave_max_uptime_exceeded)', 'left']],
  ])('in a room that does %s with %j tells %j', { timeout: 60_000 }, async (query, settings, triggers) => {
    const bot = aFakeBot('joining');
    await session(bot, query, { automatic_leave_settings: leaveSettings(settings) });
    expect(bot.triggers).toEqual(triggers);
  });

  it('says what it could not find on a page that is no meeting, and keeps a picture of it', {
    timeout: 60_000,
  }, async () => {
    const bot = aFakeBot('joining');
    const { store } = await session(bot, 'phase=a_page_of_another_kind');
    expect(bot.triggers).toEqual(['could_not_join (unknown_page)']);
    expect([...store.objects.keys()].toSorted()).toEqual([
      'diagnostics/001-unknown_page.html',
      'diagnostics/001-unknown_page.json',
      'diagnostics/001-unknown_page.png',
    ]);
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
    const end = await runCaptureSession({ line: bot, meetings, segments: aMemoryStore() }, assignment, stop.signal);
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'interrupted', triggers: ['admitted'] });
  });
});
