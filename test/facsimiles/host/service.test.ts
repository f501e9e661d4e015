/** What every facsimile has: counting, faults on demand, and violations that fail the test. */
import { describe, expect, it } from 'vitest';
import { json, noContent } from './exchange.ts';
import { answering, cut, holding, htmlPage, padded, truncated } from './faults.ts';
import { type Conduct, startService } from './service.ts';

const greeting = { text: 'Good morning.' };

/** A service that counts what had an effect. */
const aGreeter = async (changes: Partial<Conduct> = {}) => {
  let effects = 0;
  const service = await startService('greeter', {
    kindOf: ({ url }) => url.pathname.slice(1),
    againstRequest: () => [],
    againstAnswer: () => [],
    answer: () => {
      effects += 1;
      return json(200, greeting);
    },
    ...changes,
  });
  return { service, effects: () => effects, get: (path = 'hello') => fetch(`${service.url}/${path}`) };
};

describe('a service', () => {
  it('counts requests by kind', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    await Promise.all([get('hello'), get('hello?loud=true'), get('bye')]);
    expect(service.requests.counts()).toEqual({ hello: 2, bye: 1 });
    expect(service.requests.count()).toBe(3);
    expect(service.requests.all('bye').map(({ asked, status }) => [asked.url.pathname, status])).toEqual([
      ['/bye', 200],
    ]);
    service.requests.clear();
    expect(service.requests.counts()).toEqual({});
  });

  it('answers without a body where there is none', async () => {
    const { service, get } = await aGreeter({ answer: () => noContent });
    await using _ = service;
    const response = await get();
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('keeps what was wrong on either side until it is taken', async () => {
    const { service, get } = await aGreeter({
      againstRequest: () => ['unasked for'],
      againstAnswer: () => ['too kind'],
      answer: (_asked, note) => {
        note('too early');
        return json(200, greeting);
      },
    });
    await using _ = service;
    await get();
    expect(service.takeViolations()).toEqual([
      'greeter: request of GET /hello: unasked for',
      'greeter: request of GET /hello: too early',
      'greeter: answer of GET /hello: too kind',
    ]);
    expect(service.takeViolations()).toEqual([]);
  });

  it('fails the test where it fails itself', async () => {
    const { service, get } = await aGreeter({
      answer: () => {
        throw new Error('a bug of the facsimile');
      },
    });
    await expect(get()).rejects.toThrow('fetch failed');
    await expect(service[Symbol.asyncDispose]()).rejects.toThrow('a bug of the facsimile');
  });
});

describe('a fault', () => {
  it('is met by as many requests as it was planned for, of its kind, that it is meant for', async () => {
    const { service, get, effects } = await aGreeter();
    await using _ = service;
    const isLoud = ({ url }: { url: URL }) => url.searchParams.has('loud');
    service.faults.plan({ kind: 'hello', when: isLoud, times: 2, fault: answering(json(503, {})) });
    const asked = ['hello', 'bye?loud', 'hello?loud', 'hello?loud', 'hello?loud'];
    const statuses: number[] = [];
    for (const path of asked) statuses.push((await get(path)).status);
    expect(statuses).toEqual([200, 200, 503, 503, 200]);
    expect(effects()).toBe(3);
  });

  it('can be taken back', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    service.faults.plan({ fault: htmlPage(502), times: Number.POSITIVE_INFINITY });
    const bad = await get();
    expect([bad.status, bad.headers.get('content-type')]).toEqual([502, 'text/html']);
    service.faults.clear();
    expect((await get()).status).toBe(200);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('cuts the connection %s the request had its effect', async (when, effects) => {
    const greeter = await aGreeter();
    await using _ = greeter.service;
    greeter.service.faults.plan({ fault: cut(when) });
    await expect(greeter.get()).rejects.toThrow('fetch failed');
    expect(greeter.effects()).toBe(effects);
  });

  it('cuts the connection within the body', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    service.faults.plan({ fault: cut('within') });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('holds the answer until it is released', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    const hold = holding('answer');
    service.faults.plan({ kind: 'slow', fault: hold });
    const held = get('slow');
    while (service.requests.count('slow') === 0) await get('quick');
    expect(service.requests.open(({ url }) => url.pathname === '/slow')).toBe(1);
    hold.release();
    expect(await (await held).json()).toEqual(greeting);
    expect(service.requests.open(() => true)).toBe(0);
  });

  it('holds the rest of the body until it is released', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    const hold = holding('rest');
    service.faults.plan({ fault: hold });
    const response = await get();
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('{"text":"Goo');
    hold.release();
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toBe('d morning."}');
  });

  it('blows the answer up, or cuts its text off', async () => {
    const { service, get } = await aGreeter();
    await using _ = service;
    service.faults.plan({ fault: padded(17_000_000) });
    service.faults.plan({ fault: truncated });
    const large = await (await get()).text();
    expect([large.length > 17_000_000, JSON.parse(large)]).toEqual([true, greeting]);
    expect(await (await get()).text()).toBe('{"text":"Goo');
  });
});
