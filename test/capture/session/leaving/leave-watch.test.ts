import { describe, expect, it } from 'vitest';
import type { AwayView } from '../../../../lib/capture/meeting/view.ts';
import { createLeaveWatch } from '../../../../lib/capture/session/leaving/leave-watch.ts';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Shown {
  readonly heard: boolean;
  readonly isAlone: boolean;
  readonly untold: number;
  readonly away: AwayView[];
}

const watch = (only_participant_in_meeting_timeout_seconds = 60) => {
  const settings = {
    silence_timeout_seconds: 600,
    only_participant_in_meeting_timeout_seconds,
    bot_keywords: ['notetaker'],
  };
  const watching = createLeaveWatch(
    { automatic_leave_settings: AutomaticLeaveSettings.parse(settings) },
    async () => [],
  );
  watching.enter(0);
  /** Looks every second; answers why the bot leaves, and when. */
  const stay = (
    from_ms: number,
    until_ms: number,
    { heard = false, isAlone = false, untold = 0, away = [] }: Partial<Shown> = {},
  ) => {
    for (let now_ms = from_ms; now_ms < until_ms; now_ms += 1_000) {
      const others = isAlone ? [] : [aParticipant('Ada')];
      const view = aView({ last_sound_ms: heard ? now_ms : null, untold, away });
      const reason = watching.look(view, { others, state: 'joined_recording', isDeaf: false }, now_ms);
      if (reason) return { reason, now_ms };
    }
    return undefined;
  };
  return { stay, enter: watching.enter, lookAway: watching.lookAway };
};

it('is not alone among people of whom only their number is told', () => {
  const { stay } = watch();
  expect(stay(0, 5 * minute, { isAlone: true, untold: 1 })).toBeUndefined();
  const left = stay(5 * minute, 10 * minute, { isAlone: true });
  expect(left).toEqual({ reason: 'auto_leave_only_participant_in_meeting', now_ms: 6 * minute });
});

it('is not alone while people are in other rooms of its meeting, of which bots are none', () => {
  const { stay } = watch();
  const away = [{ id: 'ada', name: 'Ada' }];
  expect(stay(0, 5 * minute, { isAlone: true, away })).toBeUndefined();
  const left = stay(5 * minute, 10 * minute, { isAlone: true, away: [{ id: 'x', name: 'Ada’s Notetaker' }] });
  expect(left).toEqual({ reason: 'auto_leave_only_participant_in_meeting', now_ms: 6 * minute });
});

it('takes it for no silence that all who are company are in other rooms, where it cannot hear them', () => {
  const { stay } = watch();
  expect(stay(0, 20 * minute, { heard: true })).toBeUndefined();
  const notetaker = { id: 'x', name: 'Ada’s Notetaker' };
  expect(stay(20 * minute, 50 * minute, { isAlone: true, away: [{ id: 'ada', name: 'Ada' }, notetaker] })).toBe(
    undefined,
  );
  const left = stay(50 * minute, 70 * minute, { away: [{ id: 'ben', name: 'Ben' }] });
  expect(left).toEqual({ reason: 'auto_leave_silence', now_ms: 60 * minute - 1_000 });
});

describe('a bot whose machine slept in a meeting', () => {
  it('takes nothing of that for silence, and counts on from before', () => {
    const { stay } = watch();
    expect(stay(0, 20 * minute, { heard: true })).toBeUndefined();
    expect(stay(20 * minute, 25 * minute)).toBeUndefined();
    const left = stay(25 * minute + hour, 40 * minute + hour);
    expect(left?.reason).toBe('auto_leave_silence');
    // Five minutes are left of ten, and it looks for a moment before it counts.
    expect(Math.abs((left?.now_ms ?? 0) - (30 * minute + hour))).toBeLessThan(10_000);
  });

  it('takes nothing of that for being alone', () => {
    const { stay } = watch();
    expect(stay(0, minute, { heard: true })).toBeUndefined();
    expect(stay(minute, minute + 1_000, { isAlone: true })).toBeUndefined();
    const left = stay(minute + hour, 5 * minute + hour, { isAlone: true });
    expect(left).toEqual({ reason: 'auto_leave_only_participant_in_meeting', now_ms: 2 * minute + hour });
  });

  it('counts on how long it is alone where coming back to the meeting took long', () => {
    const { stay, enter } = watch();
    expect(stay(0, minute, { heard: true })).toBeUndefined();
    expect(stay(minute, minute + 20_000, { isAlone: true })).toBeUndefined();
    enter(minute + 50_000);
    const left = stay(minute + 50_000, 5 * minute, { isAlone: true });
    expect(left).toEqual({ reason: 'auto_leave_only_participant_in_meeting', now_ms: 2 * minute });
  });
});

describe('a bot that is back first in a meeting', () => {
  const alone = (...[seconds, isLostByAll]: readonly [seconds: number, isLostByAll: boolean]) => {
    const { stay, enter, lookAway } = watch(seconds);
    expect(stay(0, minute, { heard: true })).toBeUndefined();
    lookAway(minute);
    enter(2 * minute, isLostByAll);
    return stay(2 * minute, hour, { isAlone: true });
  };
  const left = (now_ms: number) => ({ reason: 'auto_leave_only_participant_in_meeting', now_ms });

  it('that all had lost gives the others five minutes to come back, and more where it is to stay alone for longer', () => {
    expect(alone(60, true)).toEqual(left(7 * minute));
    expect(alone(420, true)).toEqual(left(9 * minute));
  });

  it('that all had lost takes nothing of that time for silence', () => {
    const { stay, enter, lookAway } = watch(3_600);
    expect(stay(0, 20 * minute, { heard: true })).toBeUndefined();
    expect(stay(20 * minute, 29 * minute)).toBeUndefined();
    lookAway(29 * minute);
    enter(30 * minute, true);
    const silent = stay(30 * minute, hour, { isAlone: true });
    expect(silent).toEqual({ reason: 'auto_leave_silence', now_ms: 45 * minute - 1_000 });
  });

  it('that only it had lost does not', () => {
    expect(alone(60, false)).toEqual(left(3 * minute));
  });

  it('has them come back once: the next time that it is alone counts as ever', () => {
    const { stay, enter, lookAway } = watch();
    lookAway(0);
    enter(minute, true);
    expect(stay(minute, 10 * minute, { heard: true })).toBeUndefined();
    expect(stay(10 * minute, 20 * minute, { isAlone: true })).toEqual(left(11 * minute));
  });
});
