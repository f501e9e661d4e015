import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureAssignment } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../../../lib/domain/bot/settings.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot, type FakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { oneBrowser } from '../../lab/hosts/one-browser.ts';
import { aRoom, type RoomAct, unseen } from '../../lab/hosts/paper-room.ts';

let shared: Awaited<ReturnType<typeof oneBrowser>>;
beforeAll(async () => {
  shared = await oneBrowser();
});
afterAll(() => shared[Symbol.asyncDispose]());

/** What happens in a room once the bot has told this of itself. */
type Then = Partial<Record<BotTrigger, RoomAct>>;

interface Course {
  readonly assignment?: Partial<CaptureAssignment>;
  readonly then?: Then;
}

/** What became of a bot in a room. */
const session = async (bot: FakeBot, query: string, { assignment, then = {} }: Course = {}) => {
  await using room = await aRoom();
  const store = aMemoryStore();
  const { trigger } = bot;
  bot.trigger = async (...input) => {
    const state = await trigger(...input);
    const act = then[input[0]];
    if (act) room.happen(act);
    return state;
  };
  const recording_settings = { format: 'none', view: 'speaker_view', resolution: '720p' } as const;
  const end = await runCaptureSession(
    { line: bot, meetings: shared.meetings, segments: store },
    anAssignment({ meeting_url: room.url(`${unseen}&${query}`), recording_settings, ...assignment }),
    neverStopped,
  );
  return { end, store };
};

// Sessions wait more than they work: several at once, but not all.
describe.concurrent('a capture session', () => {
  // What else a session makes of what its meeting shows is tried without a page: endings.test.ts.
  it.each<[string, Then, Partial<AutomaticLeaveSettings>, string[]]>([
    ['refuse=refused', {}, {}, ['could_not_join (request_to_join_denied)']],
    ['', { admitted: 'removed' }, {}, ['admitted', 'meeting_ended (removed_from_meeting)']],
    // A server that is down for a moment, and one that stays so.
    ['down=2', { admitted: 'ended' }, {}, ['admitted', 'meeting_ended (ended_by_host)']],
    ['down=99', {}, {}, ['could_not_join (unable_to_connect_to_meeting)']],
    [
      'ask=denied',
      { permission_denied: 'ended' },
      {},
      ['admitted_without_permission', 'permission_denied (host_denied_permission)', 'meeting_ended (ended_by_host)'],
    ],
    [
      'wait',
      {},
      { waiting_room_timeout_seconds: 1 },
      ['put_in_waiting_room', 'could_not_join (waiting_room_timeout_exceeded)'],
    ],
    [
      '',
      { admitted: 'alone' },
      { only_participant_in_meeting_timeout_seconds: 1 },
      ['admitted', 'leave (auto_leave_only_participant_in_meeting)', 'left'],
    ],
    [
      '',
      { admitted: 'silent' },
      { silence_timeout_seconds: 2, silence_activate_after_seconds: 1 },
      ['admitted', 'leave (auto_leave_silence)', 'left'],
    ],
  ])('in a room that does %s, and then %j, with %j tells %j', async (query, then, settings, triggers) => {
    const bot = aFakeBot('joining');
    const automatic_leave_settings = AutomaticLeaveSettings.parse(settings);
    const { end } = await session(bot, query, { assignment: { automatic_leave_settings }, then });
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'reported', triggers });
  });

  it('says what it could not find on a page that is no meeting, and keeps a picture of it', async () => {
    const bot = aFakeBot('joining');
    const { store } = await session(bot, 'phase=a_page_of_another_kind');
    expect(bot.triggers).toEqual(['could_not_join (unknown_page)']);
    expect([...store.objects.keys()].toSorted()).toEqual([
      'diagnostics/001-unknown_page/frame-0.html',
      'diagnostics/001-unknown_page/page.png',
      'diagnostics/001-unknown_page/state.json',
      'diagnostics/last.json',
    ]);
  });

  it('tells nothing when the worker is told to stop', async () => {
    const bot = aFakeBot('joining');
    const stop = new AbortController();
    const { trigger } = bot;
    bot.trigger = async (...input) => {
      stop.abort();
      return trigger(...input);
    };
    await using room = await aRoom();
    const assignment = anAssignment({ meeting_url: room.url() });
    const ports = { line: bot, meetings: shared.meetings, segments: aMemoryStore() };
    const end = await runCaptureSession(ports, assignment, stop.signal);
    expect({ end, triggers: bot.triggers }).toEqual({ end: 'interrupted', triggers: ['admitted'] });
  });
});
