import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportBuffer } from '../../../lib/capture/session/report-buffer.ts';
import type { Captured, ChatMessage, ParticipantEvent } from '../../../lib/domain/captured/captured.ts';

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

  const messages = (length: number) => ({
    chat_messages: Array.from({ length }, (_, index) => message(String(index))),
  });

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

  it('keeps nobody waiting at the end, however much is left and however lately something was reported', async () => {
    const reporter = aReporter();
    const buffer = createReportBuffer(reporter);
    const answered = vi.fn();
    buffer.add(messages(250));
    await passing(1);
    expect(reporter.calls).toHaveLength(1);
    void buffer.flush(60_000).then(answered);
    await passing(1);
    expect(reporter.calls.map(({ texts }) => texts.length)).toEqual([100, 100, 50]);
    expect(answered.mock.calls).toEqual([[true]]);
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

  it('that is closed sends nothing more, and says so at once', async () => {
    const reporter = aReporter();
    const buffer = createReportBuffer(reporter);
    await buffer[Symbol.asyncDispose]();
    buffer.add({ chat_messages: [message('late')] });
    expect(await buffer.flush(1_000)).toBe(false);
    expect(reporter.calls).toEqual([]);
  });

  it('splits what is much', async () => {
    const reporter = aReporter();
    const buffer = createReportBuffer(reporter);
    buffer.add(messages(250));
    await passing(2_000);
    expect(reporter.calls.map(({ texts }) => texts.length)).toEqual([100, 100, 50]);
    expect(await buffer.flush(1_000)).toBe(true);
  });

  describe('where each batch is paid for', () => {
    const speech = (event_type: 'speech_start' | 'speech_stop', at: number): ParticipantEvent => ({
      id: `evt_${at}`,
      event_type,
      event_data: {},
      timestamp_ms: at,
      participant_name: 'Ada',
      participant_uuid: 'a',
      participant_user_uuid: null,
      participant_is_host: false,
    });
    const aCounter = () => {
      const batches: string[] = [];
      return {
        batches,
        async captured(_: string, { participant_events, chat_messages }: Captured) {
          const what = [
            ...participant_events.map(({ event_type }) => event_type),
            ...chat_messages.map(({ text }) => text),
          ];
          batches.push(what.join(' '));
        },
      };
    };
    const holding = (reporter: ReturnType<typeof aCounter>) =>
      createReportBuffer(reporter, undefined, undefined, 5_000);

    it('reports who speaks with what comes next, at once', async () => {
      const reporter = aCounter();
      const buffer = holding(reporter);
      buffer.add({ participant_events: [speech('speech_start', 1)] });
      await passing(3_000);
      buffer.add({ participant_events: [speech('speech_stop', 2)] });
      await passing(600);
      expect(reporter.batches).toEqual([]);
      buffer.add({ chat_messages: [message('hello')] });
      await passing(1);
      expect(reporter.batches).toEqual(['speech_start speech_stop hello']);
    });

    it('lets it wait no longer than it may, time after time', async () => {
      const reporter = aCounter();
      const buffer = holding(reporter);
      for (const at of [1, 2, 3]) {
        buffer.add({ participant_events: [speech('speech_start', at), speech('speech_stop', at)] });
        await passing(5_400);
      }
      expect(reporter.batches).toEqual(Array.from({ length: 3 }, () => 'speech_start speech_stop'));
    });

    it('reports it at the end', async () => {
      const reporter = aCounter();
      const buffer = holding(reporter);
      buffer.add({ participant_events: [speech('speech_start', 1)] });
      const flushed = buffer.flush(2_000);
      await passing(400);
      expect(await flushed).toBe(true);
      expect(reporter.batches).toEqual(['speech_start']);
    });

    it('never holds up the rest of much', async () => {
      const reporter = aReporter();
      const buffer = createReportBuffer(reporter, undefined, undefined, 5_000);
      buffer.add(messages(250));
      await passing(1_000);
      expect(reporter.calls.map(({ texts }) => texts.length)).toEqual([100, 100, 50]);
    });
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
