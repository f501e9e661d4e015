import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTurn, type Occupant, whyItWaits } from '../../../../lib/adapters/local/capture/places.ts';
import { urgencies } from '../../../../lib/domain/bot/launch-shares.ts';
import type { DatedOrder } from '../../../../lib/ports/capture-order.ts';
import '../../../lab/properties.ts';

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

const allTaken = '3 of 3 places are taken: start the service with --bots N to have N of them';
const othersStart = 'as many bots are starting as may at a time, which is 2: its turn comes when one has arrived';

describe('room for a bot', () => {
  it.each<[string, Occupant[], string | undefined]>([
    ['an empty machine', [], undefined],
    ['one bot less than there may be', [inMeeting(), inMeeting()], undefined],
    ['as many bots as there may be', [inMeeting(), inMeeting(), inMeeting()], allTaken],
    ['as many starts as there may be', [starting(), starting()], othersStart],
    ['as many starts, and as many bots, as there may be', [starting(), starting(), inMeeting()], allTaken],
    ['one start less', [starting(), inMeeting()], undefined],
    [
      'somebody who is through with the meeting',
      [inMeeting(), inMeeting(), { ...inMeeting(), isThrough: true }],
      undefined,
    ],
    ['recordings that are finished', [1, 2, 3].map(() => inMeeting({ mode: 'finish' })), undefined],
    ['any number of app sessions', [1, 2, 3].map(() => starting({ bot_id: 'app_1' })), undefined],
    ['starts that take the place of lost tasks', [starting({ attempt: 2 }), starting({ attempt: 3 })], undefined],
  ])('beside %s', (_, occupants, reason) => {
    expect(whyItWaits(anOrder(), occupants, room)).toBe(reason);
  });

  it('is always there for who takes the place of a lost task, but not for all of them at once', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(whyItWaits(anOrder({ attempt: 2 }), full, room)).toBeUndefined();
    const losses = [starting({ attempt: 2 }), starting({ attempt: 2 })];
    expect(whyItWaits(anOrder({ attempt: 2 }), [...full, ...losses], room)).toBe(othersStart);
  });

  it('is no other for a bot that is staged again for another time, which takes the place of nobody', () => {
    const full = [inMeeting(), inMeeting(), inMeeting()];
    expect(whyItWaits(anOrder({ attempt: 2, is_anew: true }), full, room)).toBe(allTaken);
  });

  it('is always there for an app session: its stream does not wait, and there is no browser to start', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(whyItWaits(anOrder({ bot_id: 'app_2' }), full, room)).toBeUndefined();
  });

  it('is always there for who only finishes a recording', () => {
    const full = [inMeeting(), inMeeting(), inMeeting(), starting(), starting()];
    expect(whyItWaits(anOrder({ mode: 'finish', attempt: 2 }), full, room)).toBeUndefined();
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
      { id: 'put off', order: anOrder({ attempt: 2, is_anew: true, join_at: '2026-03-02T09:20:00.000Z' }) },
    ];
    expect(inTurn(waiting).map(({ id }) => id)).toEqual([
      'lost',
      'early',
      'asked first',
      'asked second',
      'put off',
      'late',
    ]);
  });

  it('go to bots that somebody waits for before scheduled ones, when those were to join before', () => {
    const waiting = [
      ...['a', 'b', 'c'].map((id) => ({ id, order: anOrder({ urgency: 'scheduled' }) })),
      { id: 'now', order: anOrder({ urgency: 'immediate', join_at: '2026-03-02T09:00:01.000Z' }) },
    ];
    expect(inTurn(waiting).map(({ id }) => id)).toEqual(['now', 'a', 'b', 'c']);
  });

  const projects = ['prj_1', 'prj_2', 'prj_3'] as const;
  const someOrder = fc.record({
    project_id: fc.constantFrom(...projects),
    urgency: fc.constantFrom(...urgencies),
    join_at: fc
      .integer({ min: 0, max: 59 })
      .map((second) => new Date(Date.UTC(2026, 2, 2, 9, 0, second)).toISOString()),
    attempt: fc.constantFrom(1, 1, 1, 2),
  });
  const waitingOf = (orders: readonly Partial<DatedOrder>[]) => orders.map((one, id) => ({ id, order: anOrder(one) }));

  it('are had by all, and in one project by nobody scheduled before somebody who is waited for', () => {
    fc.assert(
      fc.property(fc.array(someOrder), (orders) => {
        const waiting = waitingOf(orders);
        const turns = inTurn(waiting);
        expect(turns.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(waiting.map(({ id }) => id));
        for (const project of projects) {
          const own = turns.filter(({ order }) => order.project_id === project && order.attempt === 1);
          const firstScheduled = own.findIndex(({ order }) => order.urgency === 'scheduled');
          if (firstScheduled < 0) continue;
          expect(own.slice(firstScheduled).every(({ order }) => order.urgency === 'scheduled')).toBe(true);
        }
      }),
    );
  });

  it('leave no project waiting while another one gets ahead of it by more than a bot', () => {
    fc.assert(
      fc.property(fc.array(someOrder), fc.array(someOrder), (orders, held) => {
        const occupants = held.map((one) => inMeeting({ ...one, attempt: 1 }));
        const places = new Map(
          projects.map((project) => [project, held.filter(({ project_id }) => project_id === project).length]),
        );
        const turns = inTurn(waitingOf(orders.map((one) => ({ ...one, attempt: 1 }))), occupants);
        turns.forEach(({ order }, i) => {
          const mine = places.get(order.project_id as (typeof projects)[number]) ?? 0;
          for (const other of turns.slice(i + 1)) {
            const project = other.order.project_id as (typeof projects)[number];
            expect(mine).toBeLessThanOrEqual(places.get(project) ?? 0);
          }
          places.set(order.project_id as (typeof projects)[number], mine + 1);
        });
      }),
    );
  });
});
