import { describe, expect, it } from 'vitest';
import { hasRoomFor, inTurn, type Occupant } from '../../../../lib/adapters/local/capture/places.ts';
import type { DatedOrder } from '../../../../lib/ports/capture-order.ts';

const anOrder = (details: Partial<DatedOrder> = {}): DatedOrder => ({
  project_id: 'prj_1',
  bot_id: 'bot_1',
  attempt: 1,
  mode: 'capture',
  join_at: '2026-03-02T09:00:00.000Z',
  ...details,
});
const inMeeting = (details: Partial<DatedOrder> = {}): Occupant => ({
  order: anOrder(details),
  isStarting: false,
  isThrough: false,
});
const starting = (details: Partial<DatedOrder> = {}): Occupant => ({ ...inMeeting(details), isStarting: true });
const room = { places: 3, starts: 2 };

describe('room for a bot', () => {
  it.each<[string, Occupant[], boolean]>([
    ['an empty machine', [], true],
    ['one bot less than there may be', [inMeeting(), inMeeting()], true],
    ['as many bots as there may be', [inMeeting(), inMeeting(), inMeeting()], false],
    ['as many starts as there may be', [starting(), starting()], false],
    ['one start less', [starting(), inMeeting()], true],
    ['somebody who is through with the meeting', [inMeeting(), inMeeting(), { ...inMeeting(), isThrough: true }], true],
    ['recordings that are finished', [1, 2, 3].map(() => inMeeting({ mode: 'finish' })), true],
    ['any number of app sessions', [1, 2, 3].map(() => starting({ bot_id: 'app_1' })), true],
    ['starts that take the place of lost tasks', [starting({ attempt: 2 }), starting({ attempt: 3 })], true],
  ])('beside %s', (_, occupants, isThere) => {
    expect(hasRoomFor(anOrder(), occupants, room)).toBe(isThere);
  });

  it('is always there for who takes the place of a lost task, but not for all of them at once', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(hasRoomFor(anOrder({ attempt: 2 }), full, room)).toBe(true);
    const losses = [starting({ attempt: 2 }), starting({ attempt: 2 })];
    expect(hasRoomFor(anOrder({ attempt: 2 }), [...full, ...losses], room)).toBe(false);
  });

  it('is always there for an app session: its stream does not wait, and there is no browser to start', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(hasRoomFor(anOrder({ bot_id: 'app_2' }), full, room)).toBe(true);
  });

  it('is always there for who only finishes a recording', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(hasRoomFor(anOrder({ mode: 'finish', attempt: 2 }), full, room)).toBe(true);
  });
});

describe('turns', () => {
  it('go to lost tasks first, then to who is to join first, then to who asked first', () => {
    const waiting = [
      { id: 'late', order: anOrder({ join_at: '2026-03-02T09:30:00.000Z' }) },
      { id: 'asked first', order: anOrder() },
      { id: 'asked second', order: anOrder() },
      { id: 'early', order: anOrder({ join_at: '2026-03-02T10:30:00.000+02:00' }) },
      { id: 'lost', order: anOrder({ attempt: 2, join_at: '2026-03-02T09:40:00.000Z' }) },
    ];
    expect(inTurn(waiting).map(({ id }) => id)).toEqual(['lost', 'early', 'asked first', 'asked second', 'late']);
  });
});
