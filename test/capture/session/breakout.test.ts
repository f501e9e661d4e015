import { describe, expect, it } from 'vitest';
import { aView } from '../../lab/builders/meeting-views.ts';
import { at, attended, type MeetingOptions, type Place, shows } from './attended-meeting.ts';

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

  it('comes back in one move where the page says the same of the way back as of the way into a room', async () => {
    const { log } = await attended({
      shows: shows<Place>({ 0: 'none', 5: 'joining', 6: 'inside', 20: 'joining', 22: 'none' }, at),
      state: 'joined_recording',
    });
    expect(log).toEqual([
      '0 record',
      '5 breakout_joining',
      '5 stop recording',
      '6 breakout_joined',
      '6 record',
      '20 breakout_leaving',
      '20 stop recording',
      '22 breakout_left',
      '22 record',
    ]);
  });

  it('is told to have left the room when it is led into another, a moment after it came there', async () => {
    const { log } = await attended({
      shows: shows<Place>({ 0: 'none', 5: 'inside', 20: 'joining', 22: 'inside' }, at),
      state: 'joined_recording',
    });
    expect(log.filter((line) => line.includes('breakout_')).slice(2)).toEqual([
      '20 breakout_leaving',
      '23 breakout_left',
      '23 breakout_joining',
      '24 breakout_joined',
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

  it('goes on recording where it is when it cannot follow an invitation, and follows a later one', async () => {
    const { log } = await attended({
      shows: shows<Place>({ 0: 'none', 5: 'invited', 45: 'none', 50: 'invited', 52: 'inside' }, at),
      state: 'joined_recording',
    });
    expect(log.filter((line) => !line.endsWith('enter the breakout room'))).toEqual([
      '0 record',
      '5 breakout_joining',
      '5 stop recording',
      '35 breakout_joined',
      '35 record',
      '35 breakout_leaving',
      '35 stop recording',
      '36 breakout_left',
      '36 record',
      '50 breakout_joining',
      '50 stop recording',
      '52 breakout_joined',
      '52 record',
    ]);
  });

  it('is told to be in the room where it stays when it cannot follow an invitation into another', async () => {
    const { log } = await attended({
      shows: shows<Place>({ 0: 'none', 5: 'inside', 20: 'invited' }, at),
      state: 'joined_recording',
    });
    expect(log.filter((line) => line.includes('breakout_')).map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'breakout_joining',
      'breakout_joined',
      'breakout_leaving',
      'breakout_left',
      'breakout_joining',
      'breakout_joined',
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
    expect(await moves({ state: 'joined_recording', isInRoom: true }, { 0: 'none' })).toEqual([
      'breakout_leaving',
      'breakout_left',
    ]);
  });

  it('in a breakout room goes there again when it is invited again', async () => {
    expect(await moves({ state: 'joined_recording', isInRoom: true }, { 0: 'invited', 3: 'inside' })).toEqual([
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
    expect(await moves({ state: 'leaving_breakout_room', isInRoom: true }, { 0: 'none' })).toEqual(['breakout_left']);
  });
});

describe('a bot in a breakout room whose meeting connects again', () => {
  const blink = (seconds: number): MeetingOptions['shows'] => {
    const inRoom = shows<Place>({ 0: 'none', 10: 'inside' }, at);
    return (now, hasAsked) =>
      now >= 20 && now < 20 + seconds ? aView({ phase: 'connecting' }) : inRoom(now, hasAsked);
  };

  it.each([1, 20])('is still in the room, and goes on recording there: after %i s', async (seconds) => {
    const { log } = await attended({ shows: blink(seconds), state: 'joined_recording' });
    expect(log.filter((line) => Number.parseInt(line, 10) >= 20)).toEqual([]);
  });

  it('is on its way to a room until the meeting shows that it is there, however long that takes', async () => {
    const { log } = await attended({
      shows: (seconds, hasAsked) =>
        seconds >= 14 && seconds < 24
          ? aView({ phase: 'connecting' })
          : shows<Place>({ 0: 'none', 10: 'joining', 24: 'inside' }, at)(seconds, hasAsked),
      state: 'joined_recording',
    });
    expect(log.filter((line) => line.includes('breakout'))).toEqual(['10 breakout_joining', '24 breakout_joined']);
  });
});
