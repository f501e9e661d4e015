import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteTime, serviceNow } from '../../../dashboard/api/service-time.ts';
import { momentOf } from '../../../dashboard/bots/times.ts';
import { ticksOf } from '../../../dashboard/look/use-now.ts';

vi.stubGlobal('location', { origin: 'https://meetings.example.com' });
const { api, ask } = await import('../../../dashboard/api/client.ts');

const at = Date.parse('2026-11-24T10:00:00Z');
const answerAt = (ms: number) =>
  new Response('{}', { headers: { date: new Date(ms).toUTCString(), 'content-type': 'application/json' } });

describe('the time of the service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: at, toFake: ['Date'] });
    noteTime(answerAt(at), 0);
  });
  afterAll(() => {
    vi.setSystemTime(at);
    noteTime(answerAt(at), 0);
    vi.useRealTimers();
  });

  it('is that of a clock that is right to the second, however late in it an answer is given', () => {
    const before = serviceNow();
    for (const late of [0, 300, 999]) {
      vi.setSystemTime(at + late);
      noteTime(answerAt(at), 0);
      expect(serviceNow() - Date.now()).toBe(before - at);
    }
  });

  it.each([-120_000, 120_000])('is told by its answers where a clock is wrong by %i ms', async (off) => {
    vi.stubGlobal('fetch', async () => answerAt(at + off));
    await ask('getProject');
    expect(Math.abs(serviceNow() - (at + off))).toBeLessThanOrEqual(1000);
    // All that is told by the time goes by it.
    expect(Math.abs(ticksOf(1000).now() - (at + off))).toBeLessThanOrEqual(1000);
    expect(momentOf(new Date(serviceNow()).toISOString())).not.toMatch(/yesterday/);
  });

  it('stays as it was where an answer may have been so long on its way, and is put right by the next that was not', () => {
    const before = serviceNow() - at;
    vi.setSystemTime(at + 4000);
    noteTime(answerAt(at), 4000);
    expect(serviceNow() - (at + 4000)).toBe(before);
    noteTime(answerAt(at), 0);
    expect(Math.abs(serviceNow() - at)).toBeLessThanOrEqual(1000);
    noteTime(answerAt(at + 4000), 4000);
    expect(Math.abs(serviceNow() - (at + 4000))).toBeLessThanOrEqual(1000);
  });

  it('is known by how long an answer took, also of the public interface', async () => {
    vi.setSystemTime(at);
    const before = serviceNow() - at;
    vi.stubGlobal('fetch', async () => {
      vi.setSystemTime(at + 4000);
      return answerAt(at);
    });
    await api.getBot({ path: { object_id: 'bot_1' } });
    expect(serviceNow() - (at + 4000)).toBe(before);
  });

  it('stays as it was where an answer does not tell', () => {
    const before = serviceNow();
    noteTime(new Response('{}'), 0);
    expect(serviceNow()).toBe(before);
  });
});
