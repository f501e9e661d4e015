import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportBuffer } from '../../../lib/capture/session/report-buffer.ts';
import type { Captured, ChatMessage } from '../../../lib/domain/captured/captured.ts';

const message = (text: string): ChatMessage => ({
  id: `msg_${text}`,
  text,
  timestamp: 0,
  timestamp_ms: '0',
  to: 'everyone',
  sender_name: 'Ada',
  sender_uuid: 'a',
  sender_user_uuid: null,
  additional_data: {},
});

const aReporter = (fails: (call: number) => boolean = () => false) => {
  const calls: { id: string; texts: string[] }[] = [];
  return {
    calls,
    async captured(id: string, { chat_messages }: Captured) {
      calls.push({ id, texts: chat_messages.map(({ text }) => text) });
      if (fails(calls.length)) throw new Error('not now');
    },
  };
};

describe('the report buffer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('reports at once what comes first, and gathers what comes within 300 ms', async () => {
    const reporter = aReporter();
    const buffer = createReportBuffer(reporter);
    buffer.add({ chat_messages: [message('one')] });
    await passing(100);
    buffer.add({ chat_messages: [message('two')] });
    buffer.add({ chat_messages: [message('three')] });
    expect(reporter.calls.map(({ texts }) => texts)).toEqual([['one']]);
    await passing(300);
    expect(reporter.calls.map(({ texts }) => texts)).toEqual([['one'], ['two', 'three']]);
  });

  it('repeats a batch under the same id until it is durable, and keeps the order', async () => {
    const reporter = aReporter((call) => call <= 2);
    const buffer = createReportBuffer(reporter);
    buffer.add({ chat_messages: [message('one')] });
    await passing(10);
    buffer.add({ chat_messages: [message('two')] });
    const flushed = buffer.flush(60_000);
    await passing(5_000);
    expect(await flushed).toBe(true);
    expect(reporter.calls.map(({ texts }) => texts)).toEqual([['one'], ['one'], ['one'], ['two']]);
    const ids = reporter.calls.map(({ id }) => id);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('stops waiting for a store that stays away', async () => {
    const buffer = createReportBuffer(aReporter(() => true));
    buffer.add({ chat_messages: [message('one')] });
    const flushed = buffer.flush(2_000);
    await passing(2_100);
    expect(await flushed).toBe(false);
    const closed = buffer[Symbol.asyncDispose]();
    await passing(10_000);
    await closed;
  });

  const messages = (length: number) => ({
    chat_messages: Array.from({ length }, (_, index) => message(String(index))),
  });

  it('splits what is much', async () => {
    const reporter = aReporter();
    const buffer = createReportBuffer(reporter);
    buffer.add(messages(250));
    await passing(2_000);
    expect(reporter.calls.map(({ texts }) => texts.length)).toEqual([100, 100, 50]);
    expect(await buffer.flush(1_000)).toBe(true);
  });

  it('drops what is too much and says so, once in its log and whenever it is asked whether all is durable', async () => {
    const reporter = aReporter();
    const logged: string[] = [];
    const buffer = createReportBuffer(reporter, (line) => void logged.push(line));
    buffer.add(messages(20_000));
    buffer.add(messages(101));
    buffer.add(messages(101));
    await passing(120_000);
    expect(reporter.calls.flatMap(({ texts }) => texts)).toHaveLength(20_000);
    expect(await buffer.flush(1_000)).toBe(false);
    expect(logged).toEqual(['there is no memory left for what cannot be reported: the newest of it is dropped']);
  });
});
