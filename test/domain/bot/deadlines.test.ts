import { describe, expect, it } from 'vitest';
import { allowanceSeconds, allowancesOf, deadlineOf, stagingLeadSeconds } from '../../../lib/domain/bot/deadlines.ts';
import {
  type BotState,
  botStates,
  isAllowed,
  isFinal,
  isSubTypeOf,
  needsCapture,
  reachableStates,
  timerOf,
} from '../../../lib/domain/bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../../../lib/domain/bot/settings.ts';
import { transcriptWaitSeconds } from '../../../lib/domain/transcription/transcription-times.ts';
import { heartbeatSeconds } from '../../../statemachines/bot-lifecycle.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const inSeconds = (seconds: number): string => new Date(at.getTime() + seconds * 1000).toISOString();
const waitingStates = reachableStates().filter((state) => !isFinal(state));
const operated = { transcription_timeout_seconds: 120 };
const hasty = AutomaticLeaveSettings.parse({
  wait_for_host_to_start_meeting_timeout_seconds: 1,
  waiting_room_timeout_seconds: 1,
  authorized_user_not_in_meeting_timeout_seconds: 1,
  only_participant_in_meeting_timeout_seconds: 1,
});

describe('the deadline of a state', () => {
  it.each(waitingStates)('exists for %s, and its trigger is one that the state takes', (state) => {
    const timer = timerOf(state);
    expect(timer).toBeDefined();
    if (!timer) return;
    expect(isAllowed(state, timer.trigger)).toBe(true);
    expect(isSubTypeOf(timer.trigger, timer.sub_type)).toBe(true);
    expect(deadlineOf(aBot({ state }), aBotEvent({ state, created_at: at.toISOString() }), operated)).toBeInstanceOf(
      Date,
    );
  });

  it.each(botStates.filter((state) => !waitingStates.includes(state)))('does not exist for %s', (state) => {
    expect(timerOf(state)).toBeUndefined();
    expect(deadlineOf(aBot({ state }), aBotEvent({ state }), operated)).toBeUndefined();
  });

  it.each(waitingStates.filter(needsCapture))('leaves %s longer than its capture may be silent', (state) => {
    for (const joinAt of [-86_400, 0, 1, 86_400]) {
      const bot = aBot({ join_at: inSeconds(joinAt), automatic_leave_settings: hasty });
      expect(allowanceSeconds(bot, state, at, operated)).toBeGreaterThan(heartbeatSeconds);
    }
  });

  it.each<[number, number]>([
    [86_400, 86_400 - stagingLeadSeconds],
    [stagingLeadSeconds, 1],
    [5, 1],
    [-10, 1],
  ])('of a bot scheduled in %d s is the staging lead before, yet never at once (%d s)', (joinIn, seconds) => {
    expect(allowanceSeconds(aBot({ join_at: inSeconds(joinIn) }), 'scheduled', at, operated)).toBe(seconds);
  });

  it.each<[number, number]>([
    [stagingLeadSeconds, stagingLeadSeconds + 300],
    [30, 330],
    [-60, 300],
  ])('of a bot staged %d s before its time leaves the launch 5 minutes after it (%d s)', (joinIn, seconds) => {
    expect(allowanceSeconds(aBot({ join_at: inSeconds(joinIn) }), 'staged', at, operated)).toBe(seconds);
  });

  it('grows with what the client set', () => {
    const automatic_leave_settings = {
      ...hasty,
      wait_for_host_to_start_meeting_timeout_seconds: 1200,
      authorized_user_not_in_meeting_timeout_seconds: 300,
      waiting_room_timeout_seconds: 600,
    };
    const bot = aBot({ automatic_leave_settings });
    expect(allowanceSeconds(bot, 'joining', at, operated)).toBe(1800);
    expect(allowanceSeconds(bot, 'waiting_room', at, operated)).toBe(1320);
  });

  it.each([
    ['joining', 'waiting_room_timeout_seconds', 3901],
    ['joining', 'wait_for_host_to_start_meeting_timeout_seconds', 3901],
    ['joining', 'authorized_user_not_in_meeting_timeout_seconds', 3901],
    ['waiting_room', 'waiting_room_timeout_seconds', 3720],
    ['waiting_room', 'wait_for_host_to_start_meeting_timeout_seconds', 3720],
  ] as const)('of %s is after an hour of %s, which the worker sees to', (state, wait, seconds) => {
    expect(allowanceSeconds(aBot({ automatic_leave_settings: { ...hasty, [wait]: 3600 } }), state, at, operated)).toBe(
      seconds,
    );
  });

  it.each([1, 120, 840])('of processing is after that of a transcript, by a server that may take %d s', (seconds) => {
    const slow = { transcription_timeout_seconds: seconds };
    const transcription_settings = { custom_async: {} };
    const wait = transcriptWaitSeconds({ transcription_settings }, slow);
    expect(allowanceSeconds(aBot({ transcription_settings }), 'post_processing', at, slow)).toBeGreaterThan(wait);
    expect(allowanceSeconds(aBot(), 'post_processing', at, slow)).toBe(900);
    // One that reads captions now, and had a provider before.
    expect(allowanceSeconds(aBot({ was_heard: true }), 'post_processing', at, slow)).toBeGreaterThan(wait);
  });

  it('counts from the event that led to the state', () => {
    const created_at = inSeconds(60);
    expect(deadlineOf(aBot(), aBotEvent({ state: 'leaving', created_at }), operated)).toEqual(
      new Date(inSeconds(60 + 90)),
    );
  });
});

describe('the deadline of a staged bot', () => {
  it('goes with a join_at that was put off since', () => {
    const staged = aBotEvent({ state: 'staged', created_at: at.toISOString() });
    const deadlineIn = (seconds: number) =>
      deadlineOf(aBot({ join_at: inSeconds(seconds) }), staged, operated)?.toISOString();
    expect(deadlineIn(stagingLeadSeconds)).toBe(inSeconds(stagingLeadSeconds + 300));
    expect(deadlineIn(1_500)).toBe(inSeconds(1_800));
  });
});

describe('the allowances that an execution starts with', () => {
  const allowances = allowancesOf(aBot({ join_at: inSeconds(30 * 86_400) }), at, operated);

  it('cover exactly the states in which it waits', () => {
    expect(Object.keys(allowances).sort()).toEqual([...waitingStates].sort());
  });

  it('are whole seconds that Step Functions takes', () => {
    for (const seconds of Object.values(allowances)) {
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 99_999_999).toBe(true);
    }
  });

  it('let no state but scheduled last longer because the bot joins in a month', () => {
    const { scheduled, ...rest } = allowances;
    expect(scheduled).toBe(30 * 86_400 - stagingLeadSeconds);
    expect(Math.max(...Object.values(rest))).toBeLessThanOrEqual(86_400);
  });

  it.each<BotState>(['scheduled', 'staged', 'joining', 'leaving'])(
    'are over no earlier than the deadline of %s',
    (state) => {
      for (const joinIn of [0, 30, stagingLeadSeconds]) {
        const bot = aBot({ join_at: inSeconds(joinIn) });
        const enteredAt = new Date(inSeconds(2));
        const deadline = deadlineOf(bot, aBotEvent({ state, created_at: enteredAt.toISOString() }), operated);
        const timeout = enteredAt.getTime() + (allowancesOf(bot, at, operated)[state] ?? 0) * 1000;
        expect(timeout).toBeGreaterThanOrEqual(deadline?.getTime() ?? Number.POSITIVE_INFINITY);
      }
    },
  );
});
