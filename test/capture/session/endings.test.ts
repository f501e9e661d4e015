/** How sessions end, by what their meetings show: in memory, in a time that passes as fast as it is computed. */
import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../lib/capture/meeting/view.ts';
import type { CaptureAssignment } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import type { BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../../../lib/domain/bot/settings.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../lab/builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../lab/doubles/session-clock.ts';

interface Room {
  /** Before the bot has asked to be let in, and from then on. */
  readonly before?: Partial<MeetingView>;
  readonly after?: Partial<MeetingView>;
  /** What the host says once the bot has asked whether it may record. */
  readonly answers?: MeetingView['recording'];
  /** What else is shown once the bot has told this of itself. */
  readonly once?: Partial<Record<BotTrigger, Partial<MeetingView>>>;
}

/** What became of a bot in a room. */
const session = async (bot: FakeBot, room: Room, assignment: Partial<CaptureAssignment> = {}) => {
  const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
  let inside = room.after;
  const { trigger } = bot;
  bot.trigger = async (...input) => {
    const state = await trigger(...input);
    inside = { ...inside, ...room.once?.[input[0]] };
    return state;
  };
  const meeting = () =>
    aScriptedMeeting({
      shows: (hasAsked) => aView(hasAsked ? inside : { phase: 'pre_join', ...room.before }, [aParticipant()]),
      onAct(act) {
        if (act === 'ask to record' && room.answers) inside = { ...inside, recording: room.answers };
      },
    });
  return runCaptureSession(
    { line: bot, meetings: { open: async () => meeting() }, segments: aMemoryStore(), clock: aRushingClock(start_ms) },
    anAssignment({ join_at: new Date(start_ms), ...assignment }),
    neverStopped,
  );
};

describe('a capture session', () => {
  it.each<[Room, string[]]>([
    [{ after: { phase: 'denied' } }, ['could_not_join (request_to_join_denied)']],
    [{ after: { phase: 'not_found' } }, ['could_not_join (meeting_not_found)']],
    [{ before: { phase: 'not_found' } }, ['could_not_join (meeting_not_found)']],
    [{ after: { phase: 'ended' } }, ['meeting_ended (ended_by_host)']],
    [{ after: { phase: 'full' } }, ['could_not_join (meeting_full)']],
    [{ once: { admitted: { phase: 'ended' } } }, ['admitted', 'meeting_ended (ended_by_host)']],
    [{ once: { admitted: { phase: 'removed' } } }, ['admitted', 'meeting_ended (removed_from_meeting)']],
    [
      { after: { recording: 'not_asked' }, answers: 'allowed', once: { permission_granted: { phase: 'ended' } } },
      ['admitted_without_permission', 'permission_granted', 'meeting_ended (ended_by_host)'],
    ],
    [
      { after: { recording: 'not_asked' }, answers: 'denied', once: { permission_denied: { phase: 'ended' } } },
      ['admitted_without_permission', 'permission_denied (host_denied_permission)', 'meeting_ended (ended_by_host)'],
    ],
  ])('in a room that is %j tells %j', async (room, triggers) => {
    const bot = aFakeBot('joining');
    expect({ end: await session(bot, room), triggers: bot.triggers }).toEqual({ end: 'reported', triggers });
  });

  it.each<[Room, Partial<AutomaticLeaveSettings>, string[]]>([
    [
      { after: { phase: 'waiting_room' } },
      { waiting_room_timeout_seconds: 100 },
      ['put_in_waiting_room', 'could_not_join (waiting_room_timeout_exceeded)'],
    ],
    [
      { after: { phase: 'not_started' } },
      { wait_for_host_to_start_meeting_timeout_seconds: 100 },
      ['could_not_join (meeting_not_started_waiting_for_host)'],
    ],
    [
      { after: { phase: 'authorized_user_absent' } },
      { authorized_user_not_in_meeting_timeout_seconds: 100 },
      ['could_not_join (authorized_user_not_in_meeting_timeout_exceeded)'],
    ],
    [
      { once: { admitted: { participants: aView().participants } } },
      { only_participant_in_meeting_timeout_seconds: 100 },
      ['admitted', 'leave (auto_leave_only_participant_in_meeting)', 'left'],
    ],
    [{}, { max_uptime_seconds: 100 }, ['admitted', 'leave (auto_leave_max_uptime_exceeded)', 'left']],
  ])('in a room that is %j, with %j tells %j', async (room, settings, triggers) => {
    const bot = aFakeBot('joining');
    await session(bot, room, { automatic_leave_settings: AutomaticLeaveSettings.parse(settings) });
    expect(bot.triggers).toEqual(triggers);
  });

  it.each<[string, Room, 'joined_recording' | 'leaving', string[]]>([
    [
      'takes a room that is not found any more for one that has ended',
      { before: { phase: 'not_found' } },
      'joined_recording',
      ['meeting_ended (ended_by_host)'],
    ],
    [
      'has lost its capture when it is not let in again',
      { after: { phase: 'denied' } },
      'joined_recording',
      ['failed (capture_lost)'],
    ],
    ['only says that it has left when it was already leaving', {}, 'leaving', ['left']],
  ])('started again for a bot %s', async (_, room, state, triggers) => {
    const bot = aFakeBot(state);
    await session(bot, room, { attempt: 2 });
    expect(bot.triggers).toEqual(triggers);
  });
});
