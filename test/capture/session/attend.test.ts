import { describe, expect, it } from 'vitest';
import { removed } from '../../../lib/capture/meeting/final-phases.ts';
import type { CaptionView, MeetingView, SpeechView } from '../../../lib/capture/meeting/view.ts';
import { aView } from '../../lab/builders/meeting-views.ts';
import {
  ada,
  alone,
  aMeeting,
  attended,
  ben,
  counting,
  from,
  type MeetingOptions,
  start_ms,
} from './attended-meeting.ts';

describe('a meeting that is not there for a while', () => {
  it('is waited for while it connects again, and nobody leaves it meanwhile', async () => {
    const acts: string[] = [];
    const { log, events } = await attended({
      state: 'joined_recording',
      onAct: async (act) => void acts.push(act),
      shows: (seconds) => {
        if (seconds >= 70) return aView({ phase: 'ended' });
        return seconds >= 10 && seconds < 60 ? aView({ phase: 'connecting' }) : aView({}, [ada]);
      },
    });
    expect({ log, events: events.map(({ event_type }) => event_type) }).toEqual({
      log: ['0 record'],
      events: ['join'],
    });
    expect(acts).not.toContain('load');
  });

  it('is lost when it does not come back within a minute', async () => {
    const lost = attended({
      state: 'joined_recording',
      shows: (seconds) => aView({ phase: seconds < 10 ? 'in_meeting' : 'connecting' }),
    });
    await expect(lost).rejects.toThrow("the meeting's page turned into connecting");
  });

  it('is lost too when it shows one thing after the other, and never the meeting', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => aView({ phase: seconds < 10 ? 'in_meeting' : seconds % 20 < 10 ? 'connecting' : 'loading' }),
    });
    await expect(meeting.attend()).rejects.toThrow("the meeting's page turned into");
    expect(meeting.clock.now_ms()).toBeLessThan(start_ms + 90_000);
  });

  it.each([
    ['lost within moments where its page was loaded anew', 2_000, 13],
    ['waited for where its page is the same', 1_000, 25],
  ])('is at its form again, and is %s', async (_, loaded_ms, seconds) => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (at) => (at < 10 ? aView({ loaded_ms: 1_000 }, [ada]) : aView({ phase: 'pre_join', loaded_ms }, [ada])),
    });
    await expect(meeting.attend()).rejects.toThrow("the meeting's page turned into pre_join");
    expect(Math.floor((meeting.clock.now_ms() - start_ms) / 1_000)).toBe(seconds);
  });

  describe('as another client, which may be the bot itself, came in by its identity', () => {
    const page = {
      ...{ page_state: 'L09_connection_lost', evidence: [], overlays: [] },
      ...{ same_identity: true as const, again_after_ms: 10_000 },
    };
    const showing = (isInside: (seconds: number) => boolean) => (seconds: number) =>
      isInside(seconds) ? aView({}, [ada]) : aView({ phase: 'connecting', page });

    it('is opened anew, once: the second time the bot is removed', async () => {
      const meeting = aMeeting({
        state: 'joined_recording',
        shows: showing((seconds) => seconds < 10 || (seconds >= 30 && seconds < 40)),
      });
      await expect(meeting.attend()).rejects.toThrow("the meeting's page turned into connecting");
      expect(await meeting.attend()).toEqual(removed);
      expect(Math.floor(meeting.seconds())).toBe(50);
    });

    it('is not opened anew by a worker whose successor is to come', async () => {
      const { signal: relieved } = new AbortController();
      const succession = { ...alone, isExpected: true, relieved };
      const over = attended({ state: 'joined_recording', succession, shows: showing((seconds) => seconds < 10) });
      await expect(over).rejects.toThrow('its successor has its place in the meeting');
    });

    it('is opened anew again once the first time lies ten minutes back', async () => {
      const meeting = aMeeting({
        state: 'joined_recording',
        shows: showing((seconds) => seconds < 10 || (seconds >= 30 && seconds < 630)),
      });
      for (const _ of ['first', 'ten minutes later'])
        await expect(meeting.attend()).rejects.toThrow("the meeting's page turned into connecting");
    });
  });

  it.each([
    [
      'comes back where its place is taken',
      { phase: 'connecting', same_identity: true as const, again_after_ms: 10_000 },
    ],
    ['says that the bot was removed', { phase: 'removed' }],
  ] as const)(
    'is of no concern to a worker that was replaced and has not heard of it, which neither %s',
    async (_, put) => {
      const { phase, ...how } = put;
      const page = { page_state: 'L08_name_taken', evidence: [], overlays: [], ...how };
      const succession = { ...alone, isReplaced: async () => true };
      const over = attended({
        ...{ state: 'joined_recording' as const, succession },
        shows: (seconds) => (seconds < 10 ? aView({}, [ada]) : aView({ phase, page })),
      });
      await expect(over).rejects.toThrow('another worker has taken over');
    },
  );

  it('is over for a bot that was removed, also where nobody can say whose the bot is', async () => {
    const isReplaced = async (): Promise<boolean> => {
      throw new Error('no table');
    };
    const meeting = aMeeting({
      ...{ state: 'joined_recording' as const, succession: { ...alone, isReplaced } },
      shows: (seconds) => aView({ phase: seconds < 10 ? 'in_meeting' : 'removed' }, [ada]),
    });
    expect(await meeting.attend()).toEqual(removed);
  });

  it('is left when the bot is told to, also then', async () => {
    const { log } = await attended({
      state: 'joined_recording',
      asked: (seconds) => (seconds >= 20 ? 'leave' : undefined),
      shows: (seconds) => aView({ phase: seconds < 10 ? 'in_meeting' : 'connecting' }),
    });
    expect(log).toEqual(['0 record', '20 leave the meeting', '20 stop recording']);
  });
});

describe('a page that loads itself anew and shows the meeting again', () => {
  /** By the second, until the meeting ends after a minute. */
  const reloaded = async (stages: Record<number, Partial<MeetingView>>) => {
    const settled: number[] = [];
    let now_s = 0;
    const { log, events } = await attended({
      state: 'joined_recording',
      onAct: async (act) => void (act === 'settle' && settled.push(now_s)),
      shows: (seconds) => {
        now_s = seconds;
        const [from, stage] = Object.entries(stages).findLast(([second]) => Number(second) <= seconds) ?? [];
        if (seconds >= 60) return aView({ phase: 'ended' });
        // A look tells of speech once.
        const isFirst = seconds === Number(from);
        return aView({ ...stage, speech: (isFirst && stage?.speech) || [] }, [ada]);
      },
    });
    return { log, settled, events: events.map((one) => `${one.event_type} ${(one.timestamp_ms - start_ms) / 1000}`) };
  };
  const says = (type: SpeechView['type'], seconds: number): Pick<MeetingView, 'speech'> => ({
    speech: [{ participant_id: ada.id, type, at_ms: start_ms + seconds * 1000 }],
  });
  const [before, after] = [{ loaded_ms: 1_000 }, { loaded_ms: 2_000 }];

  it('has heard whoever spoke until it was seen last, and hears them when they speak again', async () => {
    const { events } = await reloaded({
      0: before,
      10: { ...before, ...says('speech_start', 9) },
      20: { ...after, phase: 'loading' },
      25: after,
      40: { ...after, ...says('speech_start', 39) },
      50: { ...after, ...says('speech_stop', 49) },
    });
    expect(events).toEqual(['join 0', 'speech_start 9', 'speech_stop 19.75', 'speech_start 39', 'speech_stop 49']);
  });

  it('is recorded in another stretch at once, and has captions and all that the bot shows turned on once more', async () => {
    const { log, settled } = await reloaded({ 0: before, 20: { ...after, phase: 'loading' }, 25: after });
    expect(log).toEqual(['0 record', '25 show all once more', '25 stop recording', '25 record']);
    expect(settled).toEqual([0, 25]);
  });

  it('is asked again for the permission to record, where what was asked went with the page', async () => {
    const { log } = await reloaded({
      0: before,
      20: { ...after, phase: 'loading' },
      25: { ...after, recording: 'not_asked' },
      30: { ...after, recording: 'requested' },
      35: after,
    });
    expect(log).toEqual(['0 record', '25 show all once more', '25 stop recording', '25 ask to record', '35 record']);
  });

  it('is told from another document that is seen for a moment and shows no meeting', async () => {
    const { log, settled } = await reloaded({ 0: before, 20: { ...after, phase: 'loading' }, 25: before });
    expect(log).toEqual(['0 record']);
    expect(settled).toEqual([0]);
  });
});

/** What somebody has said since the eighth second: a word in each. */
const sentence = (until: number, is_final: boolean): CaptionView => ({
  id: 'c8',
  speaker_id: 'ada',
  speaker_name: 'Ada',
  start_ms: start_ms + 8_000,
  duration_ms: Math.max(0, until - 8) * 1_000,
  is_final,
  text: ['eight', 'nine', 'ten', 'eleven'].slice(0, Math.max(0, Math.floor(until) - 7)).join(' '),
});

describe('a bot that is put back into the waiting room', () => {
  const putBackFor = (seconds: number): MeetingOptions['shows'] => {
    return (now) => {
      if (now >= 10 && now < 10 + seconds) return aView({ phase: 'waiting_room' });
      return now < 100 + seconds ? aView({}, [ada]) : aView({ phase: 'ended' });
    };
  };

  it('makes sure of what it shows once it is back', async () => {
    let doubts = 0;
    const { log } = await attended({
      state: 'joined_recording',
      onDoubt: () => {
        doubts += 1;
      },
      shows: (seconds) => {
        if (seconds >= 30) return aView({ phase: 'ended' });
        return seconds >= 10 && seconds < 20 ? aView({ phase: 'waiting_room' }) : aView({}, [ada]);
      },
    });
    expect(doubts).toBeGreaterThan(0);
    expect(log).toContain('0 record');
  });

  it.each([100, 600])(
    'records nothing there, and goes on when it is let in again, in the same page: after %i s',
    async (seconds) => {
      const acts: string[] = [];
      const { log } = await attended({
        state: 'joined_recording',
        shows: putBackFor(seconds),
        onAct: async (act) => void acts.push(act),
      });
      expect(log).toEqual(['0 record', '10 stop recording', `${10 + seconds} record`]);
      expect(acts).not.toContain('load');
    },
  );

  it('asks anew whether it may record when it is let in again, and records nothing before it may', async () => {
    const { log } = await attended({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds >= 10 && seconds < 20) return aView({ phase: 'waiting_room' });
        if (seconds >= 60) return aView({ phase: 'ended' });
        return aView({ recording: seconds < 20 ? 'allowed' : seconds < 30 ? 'not_asked' : 'allowed' }, [ada]);
      },
    });
    expect(log).toEqual(['0 record', '10 stop recording', '20 ask to record', '30 record']);
  });

  it('has waited for as long, whatever else its page shows for a moment', async () => {
    const blinking = putBackFor(1_000);
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds, hasAsked) =>
        seconds > 20 && seconds % 30 < 2 ? aView({ phase: 'unknown' }) : blinking(seconds, hasAsked),
    });
    expect(await meeting.attend()).toEqual({ trigger: 'meeting_ended', sub_type: 'removed_from_meeting' });
    expect(meeting.clock.now_ms()).toBeLessThan(start_ms + 920_000);
  });

  it.each<[string, string, number, (seconds: number) => CaptionView[]]>([
    ['goes on meanwhile', 'eight nine ten', 5, (now) => [sentence(Math.min(now, 20), now >= 20)]],
    ['goes on when the bot is back', 'eight nine ten', 1, (now) => [sentence(Math.min(now, 20), now >= 22)]],
    ['ends there', 'eight nine', 5, (now) => [sentence(Math.min(now, 9.9), now >= 12)]],
    [
      'ends there, minutes before the bot is back',
      'eight nine',
      130,
      (now) => [sentence(Math.min(now, 9.9), now >= 12)],
    ],
    ['is not shown any more', 'eight nine', 5, (now) => (now < 10 ? [sentence(now, false)] : [])],
    ['no look has shown before', 'eight nine', 130, (now) => (now < 9.9 ? [] : [sentence(9.9, false)])],
  ])('tells what was said until then of a sentence that %s', async (_, told, forSeconds, captions) => {
    const { said } = await attended({
      state: 'joined_recording',
      shows: (seconds) => ({ ...putBackFor(forSeconds)(seconds, true), captions: captions(seconds) }),
    });
    expect(said).toEqual([told]);
  });

  it('tells the words that only looks show while the meeting connects again, also where it never does', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => ({
        ...aView({ phase: seconds < 10 ? 'in_meeting' : 'connecting' }, [ada]),
        captions: seconds < 30 ? [sentence(Math.min(seconds, 10), seconds >= 10)] : [],
      }),
    });
    await expect(meeting.attend()).rejects.toThrow('turned into connecting');
    expect(meeting.seen.utterances.map(({ transcription }) => transcription.transcript)).toEqual(['eight nine ten']);
  });

  it('tells the words that only the look at the end of the meeting shows', async () => {
    const { said } = await attended({
      state: 'joined_recording',
      shows: (seconds) => ({
        ...aView({ phase: seconds < 10 ? 'in_meeting' : 'ended' }, [ada]),
        captions: [sentence(Math.min(seconds, 10), seconds >= 10)],
      }),
    });
    expect(said).toEqual(['eight nine ten']);
  });

  it('was removed when nobody lets it in for as long as it would have waited at first', async () => {
    const meeting = aMeeting({ state: 'joined_recording', shows: putBackFor(1_000) });
    expect(await meeting.attend()).toEqual({ trigger: 'meeting_ended', sub_type: 'removed_from_meeting' });
    expect(meeting.log.at(-1)).toBe('910 leave the meeting');
  });
});

describe('a bot that is asked for consent in the middle of a meeting', () => {
  const askedFor = (seconds: number): MeetingOptions['shows'] => {
    return (now) => {
      if (now >= 10 && now < 10 + seconds) return aView({ phase: 'consent_asked' }, [ada]);
      return now < 120 ? aView({}, [ada]) : aView({ phase: 'ended' });
    };
  };

  it('tells nothing that was shown only as consent was asked for', async () => {
    const { said } = await attended({
      state: 'joined_recording',
      shows: (now) => ({
        ...aView({ phase: now < 10 ? 'in_meeting' : now < 15 ? 'consent_asked' : 'ended' }, [ada]),
        captions: [sentence(Math.min(now, 20), false)],
      }),
    });
    expect(said).toEqual(['eight nine']);
  });

  it('records nothing meanwhile, leaves when nobody takes the question away, and does not come back', async () => {
    const meeting = aMeeting({ state: 'joined_recording', shows: askedFor(90) });
    expect(await meeting.attend()).toEqual({ trigger: 'failed', sub_type: 'capture_lost' });
    expect(meeting.log.slice(-2)).toEqual(['10 stop recording', '70 leave the meeting']);
    expect(meeting.kept()).toContain('diagnostics/001-consent_asked/state.json');
  });

  it('goes on when the question is gone, by whomever it was answered', async () => {
    const { log } = await attended({ state: 'joined_recording', shows: askedFor(50) });
    expect(log).toEqual(['0 record', '10 stop recording', '60 record']);
  });
});

describe('a pause', () => {
  it('is kept out of the transcript, by when things were said', async () => {
    const { said } = await attended({
      state: 'joined_recording',
      asked: (seconds) => (seconds >= 10 && seconds < 20 ? 'pause' : 'resume'),
      // Captions come four seconds late.
      shows: (seconds) =>
        seconds < 40 ? aView({ captions: counting(seconds - 4) }, [ada]) : aView({ phase: 'ended' }),
    });
    expect(said).toEqual([...from(0, 9), ...from(20, 34)]);
  });
});

describe('whoever speaks before the meeting shows them', () => {
  const startOf = (participant_id: string, seconds: number): SpeechView => ({
    participant_id,
    type: 'speech_start',
    at_ms: start_ms + seconds * 1_000,
  });
  const toldBy = ({ seen }: ReturnType<typeof aMeeting>): string[] =>
    seen.participant_events.map(
      ({ participant_name, event_type, timestamp_ms }) =>
        `${participant_name} ${event_type} ${(timestamp_ms - start_ms) / 1_000}`,
    );

  it('is told to speak once it is back, where they came while it connected again', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds < 10) return aView({}, [ada]);
        if (seconds >= 30) return aView({ phase: 'ended' });
        if (seconds >= 15) return aView({}, [ada, ben]);
        return aView({ phase: 'connecting', speech: seconds === 12 ? [startOf('ben', 12)] : [] });
      },
    });
    await meeting.attend();
    expect(toldBy(meeting)).toEqual(['Ada join 0', 'Ben join 15', 'Ben speech_start 15']);
  });

  it('is told to speak where the meeting connects again as the bot comes in', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds < 5) return aView({ phase: 'connecting', speech: seconds === 0 ? [startOf('ada', 0)] : [] });
        return seconds < 10 ? aView({}, [ada]) : aView({ phase: 'ended' });
      },
    });
    await meeting.attend();
    expect(toldBy(meeting)).toEqual(['Ada join 5', 'Ada speech_start 5']);
  });
});

describe('a meeting that says one thing after the other about its end', () => {
  it('keeps no bot for ever', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds > 300) return aView({ phase: 'ended' });
        return aView({ phase: seconds < 10 ? 'in_meeting' : Math.floor(seconds * 4) % 2 === 0 ? 'ended' : 'removed' });
      },
    });
    await expect(meeting.attend()).rejects.toThrow("the meeting's page turned into");
    expect(meeting.clock.now_ms()).toBeLessThan(start_ms + 100_000);
  });
});

describe('a bot that is relieved by another worker while its meeting connects again', () => {
  const relievedIn = async ({ one_client, lastHeard_s }: { one_client?: true; lastHeard_s?: number }) => {
    const relieved = new AbortController();
    const meeting = aMeeting({
      state: 'joined_recording',
      ...(one_client && { capabilities: { one_client } }),
      succession: {
        ...alone,
        isExpected: true,
        relieved: relieved.signal,
        isRelieved: async () => true,
      },
      shows: (seconds) => {
        if (seconds >= 20) relieved.abort();
        const says = (type: SpeechView['type'], after_ms: number): SpeechView[] => [
          { participant_id: ada.id, type, at_ms: start_ms + after_ms },
        ];
        if (seconds < 10) return aView({ speech: says('speech_start', 9_000) }, [ada]);
        return aView({ phase: 'connecting', speech: seconds === lastHeard_s ? says('speech_stop', 19_900) : [] });
      },
    });
    await expect(meeting.attend()).rejects.toThrow('another worker has taken over');
    return meeting;
  };

  it.each([
    ['can only come then', { one_client: true } as const],
    ['is there already, and hears them', {}],
  ])('goes at once where the other %s, whoever was speaking', async (_, options) => {
    const meeting = await relievedIn(options);
    expect(Math.round(meeting.seconds())).toBe(20);
  });

  it('tells what the look before it goes has heard', async () => {
    const { seen } = await relievedIn({ one_client: true, lastHeard_s: 20 });
    const told = seen.participant_events.map(({ event_type, timestamp_ms }) => [event_type, timestamp_ms - start_ms]);
    expect(told).toEqual([
      ['join', 0],
      ['speech_start', 9_000],
      ['speech_stop', 19_900],
    ]);
  });
});
