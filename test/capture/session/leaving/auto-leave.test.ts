import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { AutomaticLeaveSettings } from '../../../../lib/domain/bot/settings.ts';
import type { ParticipantEvent } from '../../../../lib/domain/captured/captured.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { anUtterance } from '../../../lab/builders/records.ts';
import { aMeeting, type MeetingOptions, start_ms } from '../attended-meeting.ts';

const hour = 3_600;
/** Whatever the rules, a meeting ends after so long. */
const longest = hour;
const never = 10 * hour;
const [ada, ben] = [aParticipant('Ada', { is_host: true }), aParticipant('Ben')];

/** A bot that is in the meeting from second 0, with the given settings, and when and why it leaves. */
const stay = async (
  shows: (seconds: number) => MeetingView,
  settings: Partial<AutomaticLeaveSettings> = {},
  { assignment, ...options }: Partial<MeetingOptions> = {},
) => {
  const automatic_leave_settings = AutomaticLeaveSettings.parse(settings);
  const meeting = aMeeting({
    shows: (seconds) => (seconds < longest ? shows(seconds) : aView({ phase: 'ended' })),
    state: 'joined_recording',
    assignment: { ...assignment, automatic_leave_settings },
    ...options,
  });
  await meeting.attend();
  return meeting.log.filter((line) => line.includes('leave (')).join();
};

/** Somebody who speaks for two seconds, beginning at these. */
const speaks =
  (...begins: number[]) =>
  (seconds: number): MeetingView => {
    const speech = begins.flatMap((begin) => [
      { participant_id: 'ada', type: 'speech_start' as const, at_ms: start_ms + begin * 1000 },
      { participant_id: 'ada', type: 'speech_stop' as const, at_ms: start_ms + (begin + 2) * 1000 },
    ]);
    const isNew = ({ at_ms }: { at_ms: number }) =>
      at_ms > start_ms + (seconds - 0.25) * 1000 && at_ms <= start_ms + seconds * 1000;
    return aView({ speech: speech.filter(isNew) }, [ada]);
  };

describe('a bot that is alone', () => {
  const alone = 'leave (auto_leave_only_participant_in_meeting)';

  it('leaves after its time', async () => {
    expect(await stay(() => aView())).toBe(`60 ${alone}`);
  });

  it('counts from when the last of the others was gone', async () => {
    expect(await stay((seconds) => aView({}, seconds < 100 ? [ada, ben] : []))).toBe(`161 ${alone}`);
  });

  it('stays when somebody comes back in time', async () => {
    const shows = (seconds: number) => aView({}, seconds > 20 && seconds < 70 ? [] : [ada]);
    expect(await stay(shows, { silence_timeout_seconds: never })).toBe('');
  });

  it('takes nobody for company whose name holds one of its words for bots', async () => {
    const bots = [aParticipant('Fireflies.ai Notetaker Ada'), aParticipant('Ben’s READ assistant')];
    const settings = { bot_keywords: ['notetaker', 'Read'], silence_timeout_seconds: never };
    expect(await stay(() => aView({}, bots), settings)).toBe(`60 ${alone}`);
    expect(await stay(() => aView({}, [...bots, ben]), settings)).toBe('');
    expect(await stay(() => aView({}, bots), { silence_timeout_seconds: never })).toBe('');
  });

  it('takes other bots of ours for no company either, and does not ask for them without need', async () => {
    let asked = 0;
    const otherBots = async () => {
      asked += 1;
      return ['ben'];
    };
    const silence_timeout_seconds = never;
    expect(await stay(() => aView({}, [ben]), {}, { otherBots })).toMatch(/^6\d leave \(auto_leave_only/);
    expect(asked).toBeLessThan(20);
    asked = 0;
    expect(await stay(() => aView({}, [ben, aParticipant('Cy')]), { silence_timeout_seconds }, { otherBots })).toBe('');
    expect(asked).toBeLessThan(longest / 60 + 20);
    asked = 0;
    const many = Array.from({ length: 21 }, (_, n) => aParticipant(`Guest ${n}`));
    expect(await stay(() => aView({}, many), { silence_timeout_seconds }, { otherBots })).toBe('');
    expect(asked).toBe(0);
  });

  it('takes one for no company that the meeting has made its host, as Jitsi makes whoever is there when a host leaves', async () => {
    const host = aParticipant('Ben', { is_host: true });
    const otherBots = async () => ['ben'];
    expect(await stay(() => aView({}, [host]), {}, { otherBots })).toMatch(/^6\d leave \(auto_leave_only/);
  });

  it('takes those for people of whom it cannot be told', async () => {
    const otherBots = () => Promise.reject(new Error('not now'));
    expect(await stay(() => aView({}, [ben]), { silence_timeout_seconds: never }, { otherBots })).toBe('');
  });

  it('counts on from what an earlier worker saw, once its own page has had a moment to show everybody', async () => {
    const at = (seconds: number) => new Date(start_ms + seconds * 1000);
    const event = (event_type: 'join' | 'leave', seconds: number): ParticipantEvent => ({
      id: `evt_${event_type}`,
      participant_name: 'Ben',
      participant_uuid: 'ben',
      participant_user_uuid: null,
      participant_is_host: false,
      event_type,
      event_data: {},
      timestamp_ms: at(seconds).getTime(),
    });
    const lost = (left: number): Partial<MeetingOptions> => ({
      assignment: {
        attempt: 2,
        joined_at: at(-500),
        reported: {
          utterances: [],
          chat_messages: [],
          participant_events: [event('join', -400), event('leave', left)],
        },
      },
    });
    expect(await stay(() => aView(), {}, lost(-40))).toBe(`20 ${alone}`);
    expect(await stay(() => aView(), {}, lost(-300))).toBe(`5 ${alone}`);
    const shows = (seconds: number) => aView({}, seconds < 1 ? [] : [ada]);
    expect(await stay(shows, {}, lost(-300))).toMatch(/auto_leave_silence/);
  });
});

describe('a bot in a meeting where nobody speaks', () => {
  const silence = 'leave (auto_leave_silence)';

  it('leaves after its time, but not before it has been there for long enough', async () => {
    expect(await stay(() => aView({}, [ada]))).toBe(`1200 ${silence}`);
    expect(await stay(() => aView({}, [ada]), { silence_activate_after_seconds: 0 })).toBe(`600 ${silence}`);
  });

  it('counts from the end of what was said last', async () => {
    expect(await stay(speaks(700, 1_200, 1_500))).toBe(`2102 ${silence}`);
  });

  it('stays while somebody goes on speaking', async () => {
    const shows = (seconds: number) => aView({ last_sound_ms: start_ms + seconds * 1000 }, [ada]);
    expect(await stay(shows)).toBe('');
  });

  it('does not count while the recording is paused, and anew afterwards', async () => {
    const asked = (seconds: number) => (seconds < 2_000 ? 'pause' : 'resume');
    expect(await stay(() => aView({}, [ada]), {}, { asked })).toBe(`2600 ${silence}`);
  });

  it.each(['waiting_room', 'connecting', 'consent_asked'] as const)(
    'does not count while the meeting does not show itself (%s), and counts on afterwards',
    async (phase) => {
      const shows = (seconds: number) => (seconds >= 400 && seconds < 450 ? aView({ phase }) : aView({}, [ada]));
      // 600 without the 50 s away, and a moment to hear who is speaking.
      const settings = { silence_activate_after_seconds: 0 };
      expect(await stay(shows, settings)).toMatch(/^65[45] leave \(auto_leave_silence\)$/);
    },
  );

  it('counts on from where it was, however often the meeting connects again for a moment', async () => {
    const connects = (seconds: number) => seconds >= 400 && seconds < 500 && seconds % 4 < 1;
    const shows = (seconds: number) => (connects(seconds) ? aView({ phase: 'connecting' }) : aView({}, [ada]));
    // 400 until then, 200 after the last time, and a moment to hear who is speaking.
    const settings = { silence_activate_after_seconds: 0 };
    expect(await stay(shows, settings)).toMatch(/^70[0-5] leave \(auto_leave_silence\)$/);
  });

  it('is not left by a bot that was kept in the waiting room for longer than it bears silence', async () => {
    const shows = (seconds: number) =>
      seconds >= 1_300 && seconds < 2_000 ? aView({ phase: 'waiting_room' }) : speaks(700, 1_290, 2_001)(seconds);
    expect(await stay(shows)).toBe(`2603 ${silence}`);
  });

  describe('whose page was lost', () => {
    /** Lost after 400 s, and back after 700: when it leaves, if what was seen and heard is this. */
    const back = async (shows: (seconds: number) => MeetingView, settings: Partial<AutomaticLeaveSettings>) => {
      const meeting = aMeeting({
        shows: (seconds) => {
          if (seconds >= longest) return aView({ phase: 'ended' });
          return seconds >= 400 && seconds < 700 ? aView({ phase: 'asking' }) : shows(seconds);
        },
        state: 'joined_recording',
        assignment: { automatic_leave_settings: AutomaticLeaveSettings.parse(settings) },
      });
      await expect(meeting.attend()).rejects.toThrow('turned into asking');
      await meeting.clock.pause(start_ms + 700_000 - meeting.clock.now_ms());
      await meeting.attend();
      return meeting.log.filter((line) => line.includes('leave (')).join();
    };

    it('does not count the time without one, in which nobody was heard and somebody may have spoken', async () => {
      const silence_timeout_seconds = 500;
      const silence_activate_after_seconds = 0;
      // 102 s short of it by then, and a moment to hear who is speaking.
      expect(await back(() => aView({}, [ada]), { silence_timeout_seconds, silence_activate_after_seconds })).toBe(
        `805 ${silence}`,
      );
      expect(await back(speaks(702), { silence_timeout_seconds, silence_activate_after_seconds })).toBe(
        `1204 ${silence}`,
      );
    });

    it('has a moment to hear who is speaking, however short its patience', async () => {
      const shows = (seconds: number) =>
        aView(seconds < 400 || seconds > 703 ? { last_sound_ms: start_ms + seconds * 1000 } : {}, [ada]);
      expect(await back(shows, { silence_timeout_seconds: 2, silence_activate_after_seconds: 0 })).toBe('');
    });
  });

  describe('whose worker was lost', () => {
    const at = (seconds: number) => new Date(start_ms + seconds * 1000);
    /** Its earlier worker heard Ada until -398 s and was alive until -20. */
    const assignment = {
      attempt: 2,
      joined_at: at(-3_000),
      alive_until: at(-20),
      reported: {
        utterances: [anUtterance({ timestamp_ms: at(-400).getTime(), duration_ms: 2_000 })],
        participant_events: [],
        chat_messages: [],
      },
    };
    const leaves = (changes: Partial<MeetingOptions['assignment']> = {}) =>
      stay(() => aView({}, [ada]), {}, { assignment: { ...assignment, ...changes } });

    it('counts on from what that one heard until it was lost', async () => {
      // 600 - 378, and a moment to hear who is speaking.
      expect(await leaves()).toBe(`227 ${silence}`);
    });

    it('counts from nought when the recording went on after a pause, as it would have without the loss', async () => {
      expect(await leaves({ resumed_at: at(-120) })).toBe(`505 ${silence}`);
      expect(await leaves({ resumed_at: at(-10) })).toBe(`605 ${silence}`);
    });

    it('counts from nought when nobody knows until when that one was alive', async () => {
      expect(await leaves({ alive_until: undefined })).toBe(`605 ${silence}`);
    });
  });
});

describe('a bot that may only stay so long', () => {
  const exceeded = 'leave (auto_leave_max_uptime_exceeded)';

  it('leaves then, whatever goes on', async () => {
    expect(await stay(() => aView({}, [ada, ben]), { max_uptime_seconds: 900 })).toBe(`900 ${exceeded}`);
  });

  it('counts from its first joining, whichever worker that was', async () => {
    const assignment = { attempt: 2, joined_at: new Date(start_ms - 600_000) };
    expect(await stay(() => aView({}, [ada]), { max_uptime_seconds: 900 }, { assignment })).toBe(`300 ${exceeded}`);
  });

  it('leaves then also where it was put back into the waiting room, or its meeting connects again', async () => {
    for (const phase of ['waiting_room', 'connecting'] as const) {
      const shows = (seconds: number) => aView({ phase: seconds < 280 ? 'in_meeting' : phase }, [ada]);
      expect(await stay(shows, { max_uptime_seconds: 300 })).toBe(`300 ${exceeded}`);
    }
  });

  it.each(['waiting_room', 'not_started', 'authorized_user_absent'] as const)(
    'counts nothing of the time before it came in, which other settings bound (%s)',
    async (phase) => {
      const meeting = aMeeting({
        shows: (seconds, hasAsked) =>
          hasAsked ? aView({ phase: seconds < 500 ? phase : 'in_meeting' }, [ada]) : aView({ phase: 'pre_join' }),
        assignment: { automatic_leave_settings: AutomaticLeaveSettings.parse({ max_uptime_seconds: 100 }) },
      });
      const entered_s = Math.round(await meeting.join().then(meeting.seconds));
      expect(entered_s).toBeGreaterThanOrEqual(500);
      await meeting.attend();
      expect(meeting.log).toContain(`${entered_s + 100} leave (auto_leave_max_uptime_exceeded)`);
    },
  );

  it('stays as long as the meeting by default', async () => {
    expect(
      await stay((seconds) => speaks(...Array.from({ length: 4 }, (_, i) => i * 900))(seconds), {
        silence_timeout_seconds: 1_000,
      }),
    ).toBe('');
  });
});
