/** Mailboxes of Microsoft of which a page of the usual size is more than it can gather. */
import { describe, expect, it, vi } from 'vitest';
import type { Answer, Asked } from '../../../facsimiles/host/exchange.ts';
import { answering } from '../../../facsimiles/host/faults.ts';
import { graphErrors } from '../../../facsimiles/microsoft-graph/errors.ts';
import { aPlatform } from '../../../lab/worlds/calendars/calendar-platforms.ts';
import { aCalendarAt, aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

describe('a run that reads a heavy mailbox', () => {
  it('has the calendar for itself however long a token, a large page and a small one take', async () => {
    const at = await aPlatform('calendar_provider_b', { microsoft: { gatewayTimeoutOnce: true } });
    await using _ = at;
    const left: number[] = [];
    const world = await aCalendarAt({
      ...at,
      clientAsking: (asking) => {
        const client = at.clientAsking(asking);
        const slowly = async <T>(answer: Promise<T>): Promise<T> => {
          at.clock.advance(40);
          left.push(Date.parse((await world.sync())?.lease_until ?? '') - at.clock.now().getTime());
          return answer;
        };
        return {
          ...client,
          refresh: (...asked) => slowly(client.refresh(...asked)),
          events: (...asked) => slowly(client.events(...asked)),
        };
      },
    });
    await world.settle();
    expect(world.outcomes).toEqual(['synced']);
    expect(left).toHaveLength(3);
    expect(Math.min(...left)).toBeGreaterThan(0);
  });
});

describe('a heavy mailbox', () => {
  const isLarge = ({ url }: Asked) => url.searchParams.get('$top') === '250';
  const aHeavyWorld = async (answer: Answer, when = isLarge) => {
    const world = await aCalendarWorld('calendar_provider_b');
    world.service.faults.plan({ kind: world.listing, times: 100, when, fault: answering(answer) });
    const run = async (seconds: number) => {
      world.clock.advance(seconds);
      world.service.requests.clear();
      await world.pass(1, 0);
      return world.service.requests.all(world.listing).map(({ asked }) => asked.url.searchParams.get('$top'));
    };
    await world.settle();
    return { world, run };
  };
  const anHour = 3_600;

  it('is asked for small pages until a day later, when large ones are tried again', async () => {
    const { world, run } = await aHeavyWorld(graphErrors.gatewayTimeout());
    await using _ = world;
    expect(await run(anHour)).toEqual(['50']);
    expect(await run(22 * anHour)).toEqual(['50']);
    expect(await run(2 * anHour)).toEqual(['250', '50']);
    expect(await run(anHour)).toEqual(['50']);
    world.service.faults.clear();
    expect(await run(25 * anHour)).toEqual(['250']);
    expect(await run(anHour)).toEqual(['250']);
  });

  it('is none whose platform has asked for patience, or was at fault whatever it was asked for', async () => {
    const { world, run } = await aHeavyWorld(graphErrors.throttled(7_200), () => true);
    await using _ = world;
    expect(new Set(await run(3 * anHour))).toEqual(new Set(['250']));
    world.service.faults.clear();
    world.service.faults.plan({ kind: world.listing, times: 10, fault: answering(graphErrors.gatewayTimeout()) });
    expect(new Set(await run(3 * anHour))).toEqual(new Set(['250', '50']));
    world.service.faults.clear();
    expect(await run(2 * anHour)).toEqual(['50']);
    expect(await run(anHour)).toEqual(['250']);
  });
});
