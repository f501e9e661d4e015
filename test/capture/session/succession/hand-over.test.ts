/** Two whole sessions of one bot, of which the second relieves the first, in a time that passes as fast as it is computed. */
import { describe, expect, it } from 'vitest';
import { handedOverMeeting, type Said } from '../../../lab/worlds/handed-over-meeting.ts';

type Seen = Awaited<ReturnType<typeof handedOverMeeting>>;

const talk: Said[] = [
  { by: 'ada', from_s: 2, to_s: 6 },
  { by: 'ben', from_s: 7, to_s: 12 },
  { by: 'ada', from_s: 12.5, to_s: 21 },
  { by: 'ben', from_s: 21.4, to_s: 26 },
  { by: 'ada', from_s: 26.6, to_s: 31 },
  { by: 'ben', from_s: 33, to_s: 40 },
];
const monologue: Said[] = [{ by: 'ada', from_s: 2, to_s: 45 }];
const handed = { by: 'captions', said: talk, warned_s: 10, starts_after_s: 5, ends_s: 50 } as const;

/** Which of the things said were written down, in the order in which they were. */
const written = ({ captured }: Seen): string[] =>
  captured.utterances.map(({ transcription }) => transcription.transcript);
const events = ({ captured }: Seen): string[] =>
  captured.participant_events.map(({ participant_name, event_type }) => `${participant_name} ${event_type}`);
const states = ({ bot }: Seen) => bot?.events.map(({ state }) => state);
/** What was sent to be transcribed, in seconds from the start. */
const sent = ({ pieces, start_ms }: Seen): number[][] =>
  pieces
    .map(({ timestamp_ms, duration_ms }) => [timestamp_ms - start_ms, timestamp_ms + duration_ms - start_ms])
    .map(([from_ms = 0, to_ms = 0]) => [from_ms / 1000, to_ms / 1000]);
const spoken = (some: readonly Said[]): string[] =>
  some.flatMap(({ by }) => {
    const name = by === 'ada' ? 'Ada' : 'Ben';
    return [`${name} speech_start`, `${name} speech_stop`];
  });

const expectWhole = ({ recording }: Seen): void => {
  // The first look at the meeting is a quarter of a second after the start.
  expect(recording?.parts.length).toBe(1);
  expect(Math.abs((recording?.duration_ms ?? 0) - 50_000)).toBeLessThan(50);
};

describe('a bot that is handed over', () => {
  it('has a recording of one piece, and no client hears of it', async () => {
    const seen = await handedOverMeeting(handed);
    expect(seen.ends).toEqual(['relieved', 'reported']);
    expectWhole(seen);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expect(seen.task).toMatchObject({ attempt: 2, lost: 0 });
  });

  it('has each caption once, and everybody but its own tiles among the people', async () => {
    const seen = await handedOverMeeting(handed);
    expect(written(seen)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk)]);
  });

  it.each([
    ['called as a form, an account or an invitation has it', () => ({ name: 'Acme Bot' })],
    ['called with a number, as each name is there once', (n: number) => ({ name: n === 1 ? 'Notes' : 'Notes (2)' })],
    ['called by both', (n: number) => ({ name: n === 1 ? 'Acme Bot' : 'Acme Bot (2)' })],
    ['the host as whoever comes first is', (n: number) => ({ is_host: n === 1 })],
  ])('has none of its own tiles among the people where it is %s', async (_, shown) => {
    const seen = await handedOverMeeting({ ...handed, shown });
    expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk)]);
  });

  it('has who begins to speak told once where its first worker still sees the meeting after it left', async () => {
    const seen = await handedOverMeeting({ ...handed, lingers_s: 1 });
    expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk)]);
  });

  it('has what is said written down by whoever was there when it began', async () => {
    const seen = await handedOverMeeting({ ...handed, by: 'provider' });
    expect(sent(seen)).toEqual(talk.map(({ from_s, to_s }) => [from_s, to_s]));
  });

  it('leaves once nobody says anything', async () => {
    const { acts } = await handedOverMeeting(handed);
    const line = (text: string): number => acts.findIndex((act) => act.endsWith(text));
    expect(line('2 # the bot is taken over')).toBeLessThan(line('1 # take ended'));
    // At the pause after 26 seconds, which ended while the second one was there for six already.
    expect(acts[line('1 leave the meeting')]).toBe('27 1 leave the meeting');
  });

  describe('while somebody speaks without a pause', () => {
    it('has all of it, cut where the first worker left', async () => {
      const seen = await handedOverMeeting({ ...handed, said: monologue, by: 'provider' });
      const [first, second, ...others] = sent(seen);
      expect([first?.[0], second?.[1], others]).toEqual([2, 45, []]);
      expect(first?.[1]).toBe(second?.[0]);
      expectWhole(seen);
    });

    it('has it as one caption, told by the second worker', async () => {
      const seen = await handedOverMeeting({ ...handed, said: monologue });
      expect(written(seen)).toEqual(['0']);
      expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(monologue)]);
    });
  });

  describe('while its first worker is out of the meeting', () => {
    const away = ['connecting', 'unknown', 'waiting_room', 'nothing'] as const;

    it.each(away)('has all that was said since written down where that one has %s', async (shows) => {
      const seen = await handedOverMeeting({ ...handed, first_away: { from_s: 19.2, shows } });
      expect(seen.ends).toEqual(['relieved', 'reported']);
      expect(written(seen)).toEqual(['0', '1', '2', '3', '4', '5']);
      expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk)]);
    });

    it.each(away)('has it transcribed from the last look on where that one has %s', async (shows) => {
      const seen = await handedOverMeeting({ ...handed, by: 'provider', first_away: { from_s: 19.2, shows } });
      const [rest = [], ...others] = sent(seen).slice(-4);
      expect([Math.round(rest[0] ?? 0), rest[1]]).toEqual([19, 21]);
      expect(others).toEqual(talk.slice(3).map(({ from_s, to_s }) => [from_s, to_s]));
    });

    it('is not joined anew by that one once it is taken over', async () => {
      const { acts } = await handedOverMeeting({ ...handed, first_away: { from_s: 19.2, shows: 'nothing' } });
      const since = acts.slice(acts.findIndex((act) => act.endsWith('a successor has taken over')));
      expect(since.filter((act) => act.includes(' 1 '))).toEqual([
        '20 1 # a successor has taken over',
        '20 1 leave the meeting',
        '20 1 # session ended',
      ]);
    });
  });

  describe('whose first worker is killed while the other stands by', () => {
    const said: Said[] = [
      { by: 'ada', from_s: 2, to_s: 6 },
      { by: 'ben', from_s: 17.6, to_s: 18.4 },
      { by: 'ada', from_s: 18.8, to_s: 22 },
    ];

    it('has nothing sent to be transcribed twice', async () => {
      const seen = await handedOverMeeting({ ...handed, said, by: 'provider', killed_s: 19 });
      expect(seen.ends).toEqual(['reported']);
      expect(sent(seen)).toEqual(said.map(({ from_s, to_s }) => [from_s, to_s]));
    });

    it.each([18, 19])('has nothing told twice: after %i s', async (killed_s) => {
      const seen = await handedOverMeeting({ ...handed, said, killed_s });
      expect(written(seen)).toEqual(['0', '1', '2']);
      expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(said)]);
    });
  });

  it('is told the end of its meeting by one worker only, also when that is in the midst of it', async () => {
    const seen = await handedOverMeeting({ ...handed, ends_s: 22 });
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expect(seen.recording?.parts.length).toBe(1);
    expect(Math.abs((seen.recording?.duration_ms ?? 0) - 22_000)).toBeLessThan(50);
    expect(written(seen)).toEqual(['0', '1', '2', '3']);
  });
});

describe('a bot whose successor', () => {
  it('is not let in goes on with its first worker, and nothing of it is told', async () => {
    const seen = await handedOverMeeting({ ...handed, successor: 'denied' });
    expect(seen.ends).toEqual(['reported', 'over']);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expectWhole(seen);
    expect(written(seen)).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('comes to a page that nobody knows goes on with its first worker where the meeting takes one client at a time', async () => {
    const seen = await handedOverMeeting({ ...handed, successor: 'astray', one_client: true });
    expect(seen.ends).toEqual(['reported', 'over']);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expectWhole(seen);
  });

  it('comes in once its first worker is gone where the meeting takes one client at a time', async () => {
    const seen = await handedOverMeeting({ ...handed, one_client: true });
    expect(seen.ends).toEqual(['relieved', 'reported']);
    expect(seen.both_ms).toBeLessThanOrEqual(0);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
  });

  it('has put the first worker out of a meeting that keeps whoever comes last goes on with the bot', async () => {
    const seen = await handedOverMeeting({ ...handed, keeps_last: true });
    expect(seen.ends).toEqual(['over', 'reported']);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expect(seen.bot?.events.at(-1)).toMatchObject({ sub_type: 'ended_by_host' });
    expect(seen.task).toMatchObject({ attempt: 2 });
    expect(Math.abs((seen.recording?.duration_ms ?? 0) - 50_000)).toBeLessThan(1_000);
    expect(written(seen)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk)]);
  });

  it('is not in the breakout room into which its first worker went meanwhile does not have it for now', async () => {
    const seen = await handedOverMeeting({ ...handed, room_from_s: 15.6, within_s: 20 });
    expect(seen.acts.filter((act) => act.endsWith('the bot is taken over'))).toEqual([]);
    expect(seen.ends).toEqual(['interrupted', 'reported']);
    expect(seen.bot?.events.map(({ type }) => type).slice(2, -1)).toEqual([
      'began_joining_breakout_room',
      'joined_breakout_room',
      'began_leaving_breakout_room',
      'left_breakout_room',
    ]);
  });

  it('does not come in time has its first worker end as any that is stopped', async () => {
    const { starts_after_s: _, ...never } = handed;
    const seen = await handedOverMeeting({ ...never, within_s: 20 });
    expect(seen.ends).toEqual(['interrupted']);
    expect(states(seen)).toEqual(['joining', 'joined_recording']);
    expect(seen.recording?.duration_ms).toBeGreaterThan(29_000);
    expect(written(seen)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('is still outside when the first worker ends comes in later, and nothing is told twice', async () => {
    const seen = await handedOverMeeting({ ...handed, successor: 'waits', within_s: 20 });
    expect(seen.ends).toEqual(['interrupted', 'reported']);
    expect(states(seen)).toEqual(['joining', 'joined_recording', 'post_processing']);
    expect(seen.recording?.parts.length).toBe(2);
    expect(written(seen)).toEqual(['0', '1', '2', '3', '4']);
    expect(events(seen)).toEqual(['Ada join', 'Ben join', ...spoken(talk.slice(0, 5))]);
  });
});
