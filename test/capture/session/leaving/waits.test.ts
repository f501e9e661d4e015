import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { createWaits } from '../../../../lib/capture/session/leaving/waits.ts';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import { aMeeting, type MeetingOptions, start_ms } from '../attended-meeting.ts';

describe('a bot that waits to be let in', () => {
  const wait = async (
    shows: MeetingOptions['shows'],
    changes: Partial<MeetingOptions> = {},
    settings: Partial<AutomaticLeaveSettings> = {},
  ) => {
    const automatic_leave_settings = AutomaticLeaveSettings.parse(settings);
    const meeting = aMeeting({ shows, ...changes, assignment: { ...changes.assignment, automatic_leave_settings } });
    const joined = await meeting.join();
    return {
      ending: joined !== 'elsewhere' && 'ending' in joined ? joined.ending : undefined,
      log: meeting.log,
      seconds: meeting.clock.now_ms(),
    };
  };
  const shows =
    (phase: MeetingView['phase']): MeetingOptions['shows'] =>
    (_, hasAsked) =>
      aView({ phase: hasAsked ? phase : 'pre_join' });
  const could_not_join = (sub_type: string) => ({ trigger: 'could_not_join', sub_type });
  const passed = (seconds: number) => start_ms + seconds * 1000;
  /** In seconds after the start. */
  const asksIn = (log: readonly string[]) =>
    log.filter((line) => line.endsWith('ask to be let in')).map((line) => Number.parseInt(line, 10));

  it.each([
    ['waiting_room', 900, 'waiting_room_timeout_exceeded'],
    ['not_started', 600, 'meeting_not_started_waiting_for_host'],
    ['authorized_user_absent', 600, 'authorized_user_not_in_meeting_timeout_exceeded'],
  ] as const)('shown %s gives up after %d s with %s', async (phase, seconds, sub_type) => {
    const { ending, seconds: at } = await wait(shows(phase));
    expect(ending).toEqual(could_not_join(sub_type));
    expect(at).toBeGreaterThanOrEqual(passed(seconds));
    expect(at).toBeLessThan(passed(seconds + 15));
  });

  it('asks again as often as the page of the platform is asked', async () => {
    const page = { page_state: 'Z15_link_invalid', evidence: [], overlays: [], again_after_ms: 15_000 };
    const asked: number[] = [];
    const { ending } = await wait((seconds, hasAsked) => {
      if (!hasAsked) asked.push(Math.round(seconds));
      return aView({ phase: hasAsked ? (seconds < 40 ? 'not_started' : 'in_meeting') : 'pre_join', page });
    });
    expect({ ending, asked: new Set(asked).size }).toEqual({ ending: undefined, asked: 3 });
  });

  it('asks no oftener than the page of the platform says, and does not know it then', async () => {
    const page = { page_state: 'J11_lobby_closed', evidence: [], overlays: [], again_after_ms: 15_000, again_times: 1 };
    const { ending, log, seconds } = await wait((_, hasAsked) =>
      aView(hasAsked ? { phase: 'not_started', page } : { phase: 'pre_join' }),
    );
    expect(ending).toEqual(could_not_join('unknown_page'));
    expect(asksIn(log)).toHaveLength(2);
    expect(seconds).toBeLessThan(passed(40));
  });

  it('takes a meeting that did not begin for one that there is not, where the platform shows the same page of both', async () => {
    const page = { page_state: 'Z15_link_invalid', evidence: [], overlays: [], or_not_found: true as const };
    const { ending, seconds } = await wait((_, hasAsked) =>
      aView({ phase: hasAsked ? 'not_started' : 'pre_join', page }),
    );
    expect(ending).toEqual(could_not_join('meeting_not_found'));
    expect(seconds).toBeGreaterThanOrEqual(passed(600));
  });

  it('asks when the door opens in front of which it waited', async () => {
    const { ending, log } = await wait((seconds, hasAsked) => {
      if (seconds < 30) return aView({ phase: 'not_started' });
      return aView({ phase: hasAsked ? 'in_meeting' : 'pre_join' });
    });
    expect({ ending, log }).toEqual({ ending: undefined, log: ['30 ask to be let in'] });
  });

  it('tries a locked meeting a second time a minute later, and is let in when it is open by then', async () => {
    const { ending, log } = await wait((seconds, hasAsked) =>
      aView({ phase: hasAsked ? (seconds < 60.4 ? 'locked' : 'in_meeting') : 'pre_join' }),
    );
    expect([ending, asksIn(log)]).toEqual([undefined, [0, 60]]);
  });

  it('takes a meeting for locked that is so at the second try too', async () => {
    const { ending, log, seconds } = await wait(shows('locked'), { assignment: { asked_at: new Date(passed(-500)) } });
    expect([ending, asksIn(log)]).toEqual([could_not_join('meeting_locked'), [0, 60]]);
    expect(seconds).toBeLessThan(passed(90));
  });

  it.each([
    [600, 9],
    [240, 3],
    [20, 3],
  ])('of %d s for the user on whose behalf it joins it asks again %d times', async (timeout, times) => {
    const settings = { authorized_user_not_in_meeting_timeout_seconds: timeout };
    const { ending, log, seconds } = await wait(shows('authorized_user_absent'), {}, settings);
    expect(ending).toEqual(could_not_join('authorized_user_not_in_meeting_timeout_exceeded'));
    expect(asksIn(log)).toHaveLength(times + 1);
    expect(seconds).toBeLessThan(passed(timeout + 15));
  });

  it('asks for as long as in a waiting room where the platform is asked again and again while it is locked', async () => {
    const page = { page_state: 'G08_locked', evidence: [], overlays: [], again_after_ms: 30_000 };
    const { ending, log, seconds } = await wait((_, hasAsked) =>
      aView({ phase: hasAsked ? 'locked' : 'pre_join', page }),
    );
    expect(ending).toEqual(could_not_join('meeting_locked'));
    expect(asksIn(log).length).toBeGreaterThan(25);
    expect(seconds).toBeGreaterThanOrEqual(passed(900));
  });

  it('waits in the lobby of a meeting that has not begun for the longer of both times', async () => {
    const page = { page_state: 'T08_lobby_before_start', evidence: [], overlays: [], is_lobby: true as const };
    const { ending, seconds } = await wait((_, hasAsked) =>
      aView({ phase: hasAsked ? 'not_started' : 'pre_join', page }),
    );
    expect(ending).toEqual(could_not_join('meeting_not_started_waiting_for_host'));
    expect(seconds).toBeGreaterThanOrEqual(passed(900));
  });

  it('presses again on a page that has not taken the press for ten seconds, three times in all', async () => {
    const taken = await wait((seconds, hasAsked) =>
      aView({ phase: hasAsked && seconds > 19 ? 'in_meeting' : 'pre_join' }),
    );
    expect([taken.ending, asksIn(taken.log)]).toEqual([undefined, [0, 10]]);
    const lost = await wait(shows('pre_join'));
    expect([lost.ending, asksIn(lost.log)]).toEqual([could_not_join('unable_to_connect_to_meeting'), [0, 10, 21]]);
  });

  it('does not knock twice where the page shows its form for a moment while it waits', async () => {
    const { ending, log } = await wait((seconds, hasAsked) => {
      if (!hasAsked) return aView({ phase: 'pre_join' });
      if (seconds > 60) return aView({ phase: 'in_meeting' });
      return aView({ phase: seconds % 20 > 15 ? 'pre_join' : 'waiting_room' });
    });
    expect([ending, asksIn(log)]).toEqual([undefined, [0]]);
  });

  it('gives up a page that shows one thing after the other, and nothing to wait for', async () => {
    const { ending, seconds } = await wait((seconds, hasAsked) =>
      aView({ phase: hasAsked ? (seconds % 8 > 4 ? 'connecting' : 'loading') : 'pre_join' }),
    );
    expect(ending).toEqual(could_not_join('unable_to_connect_to_meeting'));
    expect(seconds).toBeLessThan(passed(65));
  });

  it('waits for what is on its way in before it asks', async () => {
    const { log } = await wait((seconds, hasAsked) => {
      if (seconds < 8) return aView({ phase: seconds < 4 ? 'connecting' : 'consent_asked' });
      return aView({ phase: hasAsked ? 'in_meeting' : 'pre_join' });
    });
    expect(log).toEqual(['8 ask to be let in']);
  });

  it.each([
    ['before the bot asks', false],
    ['once it has asked', true],
  ])('ends where consent is asked for that nobody gives: %s', async (_, isAfterwards) => {
    const { ending, seconds } = await wait((_, hasAsked) =>
      aView({ phase: hasAsked || !isAfterwards ? 'consent_asked' : 'pre_join' }),
    );
    expect(ending).toEqual(could_not_join('unable_to_connect_to_meeting'));
    expect(seconds).toBeGreaterThan(passed(60));
    expect(seconds).toBeLessThan(passed(75));
  });

  it('goes on where whoever asks for consent takes the question away within a minute', async () => {
    const { ending, log } = await wait((seconds, hasAsked) => {
      if (seconds < 50) return aView({ phase: 'consent_asked' });
      return aView({ phase: hasAsked ? 'in_meeting' : 'pre_join' });
    });
    expect([ending, asksIn(log)]).toEqual([undefined, [50]]);
  });

  it('does not take it for the end of the meeting that a page says it has left, having never been in', async () => {
    const { ending } = await wait(shows('left'));
    expect(ending).toEqual(could_not_join('unknown_page'));
  });

  it.each([
    ['refused_by_time', 'waiting_room_timeout_exceeded'],
    ['cannot_connect', 'unable_to_connect_to_meeting'],
    ['full', 'meeting_full'],
    ['registration_required', 'registration_required'],
  ] as const)('ends at once where the page is %s', async (phase, sub_type) => {
    const { ending, seconds } = await wait(shows(phase));
    expect(ending).toEqual(could_not_join(sub_type));
    expect(seconds).toBeLessThan(passed(5));
  });

  it('asks again each minute and no oftener while its user is not there, each time with what is fetched for that, and is let in when they come', async () => {
    let fetched = 0;
    const user = (seconds: number) => (seconds < 130 ? 'authorized_user_absent' : 'in_meeting');
    const { ending, log } = await wait((seconds, hasAsked) => aView({ phase: hasAsked ? user(seconds) : 'pre_join' }), {
      async tokens() {
        fetched += 1;
        return { onbehalf_token: `token ${fetched}` };
      },
    });
    expect(ending).toBeUndefined();
    const asked = asksIn(log);
    expect(asked).toHaveLength(3);
    for (const [i, second] of asked.slice(1).entries()) expect(second - (asked[i] ?? 0)).toBeGreaterThanOrEqual(60);
    expect(log.filter((line) => line.includes('asks with'))).toEqual(
      asked.map((second, i) => `${second} asks with token ${i + 1}`),
    );
  });

  it('asks without anything when nothing can be fetched', async () => {
    const { ending, log } = await wait((_, hasAsked) => aView({ phase: hasAsked ? 'in_meeting' : 'pre_join' }), {
      tokens: () => Promise.reject(new Error('the function is not there')),
    });
    expect([ending, log]).toEqual([undefined, ['0 ask to be let in']]);
  });

  it('waits for each thing for as long as for that thing alone', async () => {
    const { ending } = await wait((seconds, hasAsked) => {
      if (!hasAsked) return aView({ phase: 'pre_join' });
      return aView({ phase: seconds < 590 ? 'not_started' : seconds < 1_480 ? 'waiting_room' : 'in_meeting' });
    });
    expect(ending).toBeUndefined();
  });

  it('waits anew for a meeting to begin that had begun, as it was in its waiting room meanwhile', async () => {
    const stages = (seconds: number) => {
      if (seconds < 300 || (seconds >= 650 && seconds < 652)) return 'not_started';
      return seconds < 700 ? 'waiting_room' : 'in_meeting';
    };
    const { ending } = await wait((seconds, hasAsked) => aView({ phase: hasAsked ? stages(seconds) : 'pre_join' }));
    expect(ending).toBeUndefined();
  });

  it('waits in the waiting room for as long in all, however often its meeting has to begin meanwhile', async () => {
    const { ending, seconds } = await wait((seconds, hasAsked) =>
      aView({ phase: hasAsked ? (seconds % 100 < 50 ? 'waiting_room' : 'not_started') : 'pre_join' }),
    );
    expect(ending).toEqual(could_not_join('waiting_room_timeout_exceeded'));
    expect(seconds).toBeLessThan(passed(950));
  });

  it('waits anew in a meeting that it had come into, though an earlier worker was asked to join long ago', () => {
    const automatic_leave_settings = AutomaticLeaveSettings.parse({});
    const waits = createWaits({ automatic_leave_settings, asked_at: new Date(passed(-3_600)) });
    waits.over();
    expect(waits.look('not_started', passed(3_600))).toBeUndefined();
  });

  it.each([
    ['waiting_room', 'waiting_since', 800, 'waiting_room_timeout_exceeded'],
    ['not_started', 'asked_at', 500, 'meeting_not_started_waiting_for_host'],
    ['authorized_user_absent', 'asked_at', 500, 'authorized_user_not_in_meeting_timeout_exceeded'],
  ] as const)('shown %s counts on from when an earlier worker began to wait', async (phase, since, ago, sub_type) => {
    const assignment = { attempt: 2, [since]: new Date(passed(-ago)) };
    const { ending, seconds } = await wait(shows(phase), { assignment });
    expect(ending).toEqual(could_not_join(sub_type));
    expect(seconds).toBeGreaterThanOrEqual(passed(100));
    expect(seconds).toBeLessThan(passed(115));
  });

  it('counts anew for what it has to wait for after that', async () => {
    const assignment = { attempt: 2, asked_at: new Date(passed(-500)) };
    const stages = (seconds: number) =>
      seconds < 50 ? 'not_started' : seconds < 900 ? 'waiting_room' : 'authorized_user_absent';
    const { ending, seconds } = await wait(
      (seconds, hasAsked) => aView({ phase: hasAsked ? stages(seconds) : 'pre_join' }),
      { assignment },
    );
    expect(ending).toEqual(could_not_join('authorized_user_not_in_meeting_timeout_exceeded'));
    expect(seconds).toBeGreaterThanOrEqual(passed(1_500));
  });

  it('waits anew, and briefly, for a meeting to go on that an earlier worker was in, where nobody can be inside', () => {
    const automatic_leave_settings = AutomaticLeaveSettings.parse({});
    const [asked_at, joined_at] = [new Date(passed(-3_600)), new Date(passed(-3_500))];
    const lasts = (more: { readonly is_lobby?: true; readonly nobody_inside?: true }): number => {
      const waits = createWaits({ automatic_leave_settings, asked_at, joined_at });
      const page = { page_state: 'G11_no_operator', evidence: [], overlays: [], ...more };
      for (let seconds = 0; ; seconds += 1) if (waits.look('not_started', passed(seconds), page)) return seconds;
    };
    expect([lasts({ nobody_inside: true }), lasts({}), lasts({ is_lobby: true })]).toEqual([90, 600, 900]);
  });
});
