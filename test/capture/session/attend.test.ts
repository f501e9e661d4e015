import { describe, expect, it } from 'vitest';
import type { CaptionView, MeetingView } from '../../../lib/capture/meeting/view.ts';
import { aParticipant, aView } from '../../lab/builders/meeting-views.ts';
import { aMeeting, type MeetingOptions, start_ms } from './attended-meeting.ts';

type Place = MeetingView['breakout']['state'];
const [ada, ben, cy] = [aParticipant('Ada', { is_host: true }), aParticipant('Ben'), aParticipant('Cy')];

/** What the page shows from these seconds on; the meeting ends after a minute. */
const shows =
  <T>(stages: Record<number, T>, view: (stage: T) => MeetingView): MeetingOptions['shows'] =>
  (seconds) => {
    if (seconds >= 60) return aView({ phase: 'ended' });
    const [, stage] = Object.entries(stages).findLast(([from]) => Number(from) <= seconds) ?? [];
    return view(stage as T);
  };
const at = (place: Place) =>
  aView(
    { breakout: { state: place, room_name: place === 'none' ? null : 'Blue' } },
    place === 'inside' ? [ada, cy] : [ada, ben],
  );

const attended = async (options: MeetingOptions) => {
  const meeting = aMeeting(options);
  await meeting.attend();
  const { log, seen } = meeting;
  const said = seen.utterances.map(({ transcription }) => transcription.transcript);
  return { log: log.filter((line) => !line.endsWith('is self')), events: seen.participant_events, said };
};
/** What somebody says in every second, as the page shows it when it was said: the number of the second. */
const counting = (seconds: number): CaptionView[] =>
  Array.from({ length: Math.min(20, Math.floor(seconds)) }, (_, ago) => Math.floor(seconds) - ago - 1).map(
    (second) => ({
      id: `c${second}`,
      speaker_id: 'ada',
      speaker_name: 'Ada',
      start_ms: start_ms + second * 1000 + 100,
      duration_ms: 800,
      is_final: true,
      text: `${second}`,
    }),
  );
const from = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`);

describe('a bot that is invited into a breakout room', () => {
  const stages: Record<number, Place> = {
    0: 'none',
    10: 'invited',
    12: 'joining',
    13: 'inside',
    30: 'leaving',
    32: 'none',
  };

  it('goes there and comes back, and records in between in takes of their own', async () => {
    const { log } = await attended({ shows: shows(stages, at), state: 'joined_recording' });
    expect(log).toEqual([
      '0 record',
      '10 breakout_joining',
      '10 enter the breakout room',
      '10 stop recording',
      '13 breakout_joined',
      '13 record',
      '30 breakout_leaving',
      '30 stop recording',
      '32 breakout_left',
      '32 record',
    ]);
  });

  it('tells who left with the room and who was in the other', async () => {
    const { events } = await attended({ shows: shows(stages, at), state: 'joined_recording' });
    expect(events.map(({ participant_name, event_type }) => `${participant_name} ${event_type}`)).toEqual([
      'Ada join',
      'Ben join',
      'Cy join',
      'Ben leave',
      'Ben join',
      'Cy leave',
    ]);
  });

  it.each(['joined_recording_paused', 'joined_not_recording'] as const)('comes back %s as it went', async (state) => {
    const notAsked = (place: Place) => ({ ...at(place), recording: 'requested' as const });
    const view = state === 'joined_not_recording' ? notAsked : at;
    const { log } = await attended({ shows: shows(stages, view), state });
    expect(log.filter((line) => /record$|resume|permission/.test(line))).toEqual([]);
    expect(log.filter((line) => line.includes('breakout_'))).toHaveLength(4);
  });

  it('tells both steps of a move that it only saw when it was over', async () => {
    const { log } = await attended({
      shows: shows<Place>({ 0: 'none', 10: 'inside', 20: 'none' }, at),
      state: 'joined_recording',
    });
    expect(log.map((line) => line.slice(3)).filter((line) => line.startsWith('breakout'))).toEqual([
      'breakout_joining',
      'breakout_joined',
      'breakout_leaving',
      'breakout_left',
    ]);
  });

  it('presses again when nothing came of it, and is back in the meeting when the room was closed before it came', async () => {
    const { log } = await attended({ shows: shows<Place>({ 0: 'invited', 8: 'none' }, at), state: 'joined_recording' });
    expect(log).toEqual([
      '0 breakout_joining',
      '0 enter the breakout room',
      '5 enter the breakout room',
      '13 breakout_joined',
      '13 record',
      '13 breakout_leaving',
      '13 stop recording',
      '14 breakout_left',
      '14 record',
    ]);
  });

  it('may be told to leave on the way', async () => {
    const asked = (seconds: number) => (seconds > 12 ? 'leave' : undefined);
    const { log } = await attended({ shows: shows(stages, at), state: 'joined_recording', asked });
    expect(log.slice(-2)).toEqual(['10 stop recording', '12 leave the meeting']);
  });
});

describe('a bot whose worker was lost', () => {
  const moves = async (options: Omit<MeetingOptions, 'shows'>, stages: Record<number, Place>) =>
    (await attended({ shows: shows(stages, at), ...options })).log
      .filter((line) => line.includes('breakout') || line.includes('enter'))
      .map((line) => line.replace(/^\d+ /, ''));

  it('in a breakout room is told to be back in the meeting when that is where it came', async () => {
    const assignment = { attempt: 2, is_in_breakout_room: true };
    expect(await moves({ state: 'joined_recording', assignment }, { 0: 'none' })).toEqual([
      'breakout_leaving',
      'breakout_left',
    ]);
  });

  it('in a breakout room goes there again when it is invited again', async () => {
    const assignment = { attempt: 2, is_in_breakout_room: true };
    expect(await moves({ state: 'joined_recording', assignment }, { 0: 'invited', 3: 'inside' })).toEqual([
      'breakout_leaving',
      'breakout_left',
      'breakout_joining',
      'enter the breakout room',
      'breakout_joined',
    ]);
  });

  it('on the way to a room goes on', async () => {
    expect(await moves({ state: 'joining_breakout_room' }, { 0: 'none', 2: 'invited', 4: 'inside' })).toEqual([
      'enter the breakout room',
      'breakout_joined',
    ]);
  });

  it('on the way back has arrived', async () => {
    const assignment = { attempt: 2, is_in_breakout_room: true };
    expect(await moves({ state: 'leaving_breakout_room', assignment }, { 0: 'none' })).toEqual(['breakout_left']);
  });
});

describe('the permission to record', () => {
  type Recording = MeetingView['recording'];
  const says = (recording: Recording) => aView({ recording }, [ada]);
  const told = async (stages: Record<number, Recording>, options: Partial<MeetingOptions> = {}) =>
    (await attended({ state: 'joined_recording', ...options, shows: shows(stages, says) })).log;

  it('that is taken back ends the take at once, and a new one begins when it is given again', async () => {
    expect(await told({ 0: 'allowed', 10: 'denied', 20: 'allowed' })).toEqual([
      '0 record',
      '10 stop recording',
      '10 permission_denied (host_denied_permission)',
      '20 permission_granted',
      '20 record',
    ]);
  });

  it('that has simply gone was taken back too', async () => {
    expect(await told({ 0: 'allowed', 10: 'not_asked' })).toEqual([
      '0 record',
      '10 stop recording',
      '10 permission_denied (host_denied_permission)',
    ]);
  });

  it('that is taken back while the recording is paused is denied', async () => {
    const asked = (seconds: number) => (seconds < 10 ? 'pause' : undefined);
    expect(await told({ 0: 'allowed', 20: 'denied' }, { asked })).toEqual([
      '20 permission_denied (host_denied_permission)',
    ]);
  });

  it('is asked for once, and denied when nobody answers within a minute', async () => {
    const meeting = aMeeting({
      state: 'joined_not_recording',
      shows: (seconds) =>
        seconds < 100
          ? aView({ recording: seconds < 1 ? 'not_asked' : 'requested' }, [ada])
          : aView({ phase: 'ended' }),
    });
    await meeting.attend();
    expect(meeting.log.filter((line) => !line.endsWith('is self'))).toEqual([
      '0 ask to record',
      '60 permission_denied (request_timed_out)',
    ]);
  });

  it('is asked for until that can be done, and the minute for an answer begins then', async () => {
    const meeting = aMeeting({
      state: 'joined_not_recording',
      asks: (seconds) => (seconds < 20 ? Promise.reject(new Error('no button')) : Promise.resolve()),
      shows: (seconds) =>
        seconds < 200
          ? aView({ recording: seconds < 22 ? 'not_asked' : 'requested' }, [ada])
          : aView({ phase: 'ended' }),
    });
    await meeting.attend();
    expect(meeting.log.filter((line) => !line.endsWith('is self'))).toEqual([
      '0 ask to record',
      '5 ask to record',
      '10 ask to record',
      '15 ask to record',
      '20 ask to record',
      '80 permission_denied (request_timed_out)',
    ]);
  });

  it('that cannot even be asked for is denied after a minute', async () => {
    const asks = [
      () => Promise.reject(new Error('no button')),
      // A page that hangs.
      () => new Promise<void>(() => undefined),
    ];
    for (const ask of asks) {
      const meeting = aMeeting({
        state: 'joined_not_recording',
        asks: ask,
        shows: (seconds) => (seconds < 200 ? aView({ recording: 'not_asked' }, [ada]) : aView({ phase: 'ended' })),
      });
      await meeting.attend();
      expect(meeting.log.at(-1)).toBe('60 permission_denied (request_timed_out)');
    }
  });

  it('may be beyond what the host can give', async () => {
    expect(await told({ 0: 'cannot_be_granted' }, { state: 'joined_not_recording' })).toEqual([
      '0 permission_denied (host_client_cannot_grant_permission)',
    ]);
  });

  it('is asked for anew in a breakout room', async () => {
    const { log } = await attended({
      state: 'joined_recording',
      shows: shows<[Place, Recording]>(
        { 0: ['none', 'allowed'], 10: ['inside', 'not_asked'], 20: ['inside', 'allowed'], 30: ['none', 'allowed'] },
        ([place, recording]) => ({ ...at(place), recording }),
      ),
    });
    expect(log.filter((line) => /permission|ask/.test(line))).toEqual(['10 ask to record']);
    expect(log.filter((line) => /^\d+ record$/.test(line))).toEqual(['0 record', '20 record', '30 record']);
  });

  it('goes for the transcript too: nothing is written down that was said without it', async () => {
    const { said } = await attended({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds >= 50) return aView({ phase: 'ended' });
        const isInside = seconds >= 10 && seconds < 30;
        const recording = seconds >= 10 && seconds < 20 ? 'not_asked' : 'allowed';
        return { ...at(isInside ? 'inside' : 'none'), recording, captions: counting(seconds) };
      },
    });
    // Not what was said in the moment of the way back.
    expect(said).toEqual([...from(0, 9), ...from(20, 29), ...from(31, 48)]);
  });

  it('holds for the page that it was given on: on another nothing is written down before it is given again', async () => {
    const meeting = aMeeting({
      state: 'joined_recording',
      shows: (seconds) => {
        if (seconds >= 10 && seconds < 30) return aView({ phase: 'asking' });
        if (seconds >= 60) return aView({ phase: 'ended' });
        return aView({
          recording: seconds >= 30 && seconds < 40 ? 'requested' : 'allowed',
          captions: counting(seconds),
        });
      },
    });
    await expect(meeting.attend()).rejects.toThrow('turned into asking');
    await meeting.clock.pause(30_000 - (meeting.clock.now_ms() - start_ms));
    await meeting.attend();
    const said = meeting.seen.utterances.map(({ transcription }) => transcription.transcript);
    expect(said).toEqual([...from(0, 8), ...from(40, 58)]);
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
