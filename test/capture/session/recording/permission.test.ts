import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { aView } from '../../../lab/builders/meeting-views.ts';
import {
  ada,
  aMeeting,
  at,
  attended,
  counting,
  from,
  type MeetingOptions,
  type Place,
  shows,
  start_ms,
} from '../attended-meeting.ts';

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

  it.each(['denied', 'not_asked', 'paused'] as const)(
    'that flickers is not told at every look: %s counts at once, that it is given only when it stays so',
    async (refused) => {
      const flickers = (seconds: number): Recording => (seconds < 300 && seconds % 2 < 1 ? 'allowed' : refused);
      const { log } = await attended({
        state: 'joined_recording',
        ...(refused === 'paused' && { capabilities: { pauses: true } }),
        shows: (seconds) =>
          seconds < 500 ? says(seconds < 400 ? flickers(seconds) : 'allowed') : aView({ phase: 'ended' }),
      });
      const last = log.filter((line) => /^\d+ record$/.test(line)).at(-1);
      expect([log.length, last]).toEqual([9, '405 record']);
    },
  );

  it('that the host pauses on purpose counts at once when it goes on, also some times within minutes', async () => {
    const pausedAt = [30, 60, 90, 120];
    const { log } = await attended({
      state: 'joined_recording',
      capabilities: { pauses: true },
      shows: (seconds) => {
        if (seconds >= 150) return aView({ phase: 'ended' });
        return says(pausedAt.some((at) => seconds >= at && seconds < at + 10) ? 'paused' : 'allowed');
      },
    });
    expect(log.filter((line) => /^\d+ (?:stop )?record/.test(line))).toEqual([
      '0 record',
      ...pausedAt.flatMap((at) => [`${at} stop recording`, `${at + 10} record`]),
    ]);
  });

  it('that is given and taken back by people, minutes apart, counts at once each time', async () => {
    const { log } = await attended({
      state: 'joined_recording',
      shows: (seconds) =>
        seconds < 600 ? says(seconds % 150 < 125 ? 'allowed' : 'denied') : aView({ phase: 'ended' }),
    });
    const recorded = log.filter((line) => /^\d+ record$/.test(line));
    expect(recorded).toEqual(Array.from({ length: 4 }, (_, nth) => `${nth * 150} record`));
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

describe('a bot that was put back into the waiting room, and is let in again', () => {
  const putBack = (recording: MeetingView['recording']): MeetingOptions['shows'] => {
    return (seconds) => {
      if (seconds >= 100) return aView({ phase: 'ended' });
      if (seconds >= 10 && seconds < 80) return aView({ phase: 'waiting_room' });
      return aView({ recording: seconds < 10 || seconds >= 90 ? 'allowed' : recording }, [ada]);
    };
  };

  it.each([
    ['not_asked', ['80 ask to record']],
    ['requested', []],
  ] as const)('asks again where it has to, and was denied nothing: %s', async (recording, asks) => {
    const { log } = await attended({ state: 'joined_recording', shows: putBack(recording) });
    expect(log).toEqual(['0 record', '10 stop recording', ...asks, '90 record']);
  });
});
