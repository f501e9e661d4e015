import { describe, expect, it, vi } from 'vitest';
import type { AskingPorts } from '../../lib/calendars/asking.ts';
import { microsoftAddresses, microsoftClient } from '../../lib/calendars/microsoft.ts';
import { AnswerTooLargeError, type JsonAnswer, type JsonQuestion, NoAnswerError } from '../../lib/net/ask-json.ts';
import { aClock } from '../lab/doubles/clock.ts';

const window = { from: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-03-29T00:00:00Z') };
const place = { access_token: 'token', platform_uuid: null, zone: null };

const answer = (status: number, body: object = {}, retry_after?: string): JsonAnswer => ({
  status,
  header: (name) => (name === 'retry-after' ? retry_after : undefined),
  body,
});
const event = (n: number) => {
  const at = (hour: number) => ({ dateTime: `2026-03-02T${hour}:00:00.0000000`, timeZone: 'UTC' });
  return { id: `event-${n}`, start: at(10), end: at(11) };
};

/** A mailbox of 120 events that answers for so many of them at a time; what it does with more is up to the test. */
const mailbox = (fails: (question: JsonQuestion) => JsonAnswer, isTooMuch: (top: number, skip: number) => boolean) => {
  const asked: JsonQuestion[] = [];
  const ask = async (question: JsonQuestion): Promise<JsonAnswer> => {
    asked.push(question);
    const { searchParams } = new URL(question.url);
    const [top, skip] = [Number(searchParams.get('$top')), Number(searchParams.get('$skip') ?? 0)];
    if (isTooMuch(top, skip)) return fails(question);
    const value = Array.from({ length: Math.min(top, 120 - skip) }, (_, i) => event(skip + i));
    const next = `${microsoftAddresses.api}/me/calendarView?$top=${top}&$skip=${skip + top}`;
    return answer(200, { value, ...(skip + top < 120 && { '@odata.nextLink': next }) });
  };
  const clock = aClock();
  const open = (asking: Partial<AskingPorts> = {}) =>
    microsoftClient(
      {
        ask,
        clock,
        pause: async () => undefined,
        chance: () => 0,
        onRequest: () => undefined,
        isPatient: true,
        ...asking,
      },
      { hosts: {}, platforms_off: [] },
      microsoftAddresses,
    );
  const list = async (client = open()): Promise<Set<string>> => {
    const known = new Set<string>();
    for (let page: string | undefined; ; ) {
      const read = await client.events(place, { window }, page);
      for (const { platform_uuid } of read.events) known.add(platform_uuid);
      page = read.next;
      if (page === undefined) return known;
    }
  };
  return { asked, open, list, tops: () => asked.map(({ url }) => new URL(url).searchParams.get('$top')) };
};

const noAnswer = (): never => {
  throw new NoAnswerError('graph.microsoft.com: no answer in time');
};
const tooLarge = (): never => {
  throw new AnswerTooLargeError('the answer has more than 16777216 bytes');
};

describe('pages of a heavy mailbox at Microsoft', () => {
  it.each<[string, () => JsonAnswer]>([
    ['503', () => answer(503)],
    ['504', () => answer(504)],
    ['no answer in time', noAnswer],
    ['more than is read', tooLarge],
  ])('are smaller where large ones are answered with %s', async (_, fails) => {
    const { list, tops } = mailbox(fails, (top) => top > 50);
    expect((await list()).size).toBe(120);
    expect(tops()).toEqual(['250', '50', '50', '50']);
  });

  it('begin anew, smaller, where a later one is too much', async () => {
    // Short pages, and one of them with what takes long to gather.
    const { open, list, tops, asked } = mailbox(noAnswer, (top, skip) => top > 50 && skip > 0);
    const client = open();
    const later = `${microsoftAddresses.api}/me/calendarView?$top=100&$skip=100`;
    const { events, next } = await client.events(place, { window }, later);
    expect(events).toEqual([]);
    expect(await client.events(place, { window }, next)).toMatchObject({ next: expect.stringContaining('$skip=50') });
    expect(tops()).toEqual(['100', '50']);
    expect((await list(client)).size).toBe(120);
    expect(new Set(tops().slice(2))).toEqual(new Set(['50']));
    expect(new Set(asked.map(({ begins_within_ms }) => begins_within_ms))).toEqual(new Set([30_000]));
  });

  it('are small at once where that is wished, which is told only of those that others were too much for', async () => {
    const onSmallPages = vi.fn();
    const light = mailbox(noAnswer, () => false);
    await light.list(light.open({ wantsSmallPages: true, onSmallPages }));
    expect(light.tops()).toEqual(['50', '50', '50']);
    const down = mailbox(noAnswer, () => true);
    await expect(down.list(down.open({ onSmallPages }))).rejects.toMatchObject({ trouble: 'unavailable' });
    expect(onSmallPages).not.toHaveBeenCalled();
    const heavy = mailbox(noAnswer, (top) => top > 50);
    await heavy.list(heavy.open({ onSmallPages }));
    expect(onSmallPages).toHaveBeenCalled();
  });

  it.each<[string, () => JsonAnswer, string, string[]]>([
    ['is at fault', noAnswer, 'unavailable', ['250', '50', '50', '50']],
    ['sends too much', tooLarge, 'broken_answer', ['250', '50']],
    ['asks for patience', () => answer(503, {}, '5400'), 'unavailable', ['250']],
    ['is asked too much', () => answer(429), 'throttled', ['250', '250', '250']],
    ['refuses', () => answer(400), 'refused', ['250']],
  ])('are not smaller than 50, whatever a platform does that %s', async (_, fails, trouble, tops) => {
    const box = mailbox(fails, () => true);
    await expect(box.list()).rejects.toMatchObject({ trouble });
    expect(box.tops()).toEqual(tops);
  });
});
