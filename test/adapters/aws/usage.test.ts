import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { tellUsage } from '../../../lib/adapters/aws/usage.ts';
import type { Measurement } from '../../../lib/process/metrics.ts';
import { until } from '../../lab/until.ts';

const megabyte = 1024 * 1024;
const start = Date.parse('2026-03-02T09:00:00Z');

/** ECS as it answers: at each look a minute later, with so many seconds of CPU used by then; late, if need be. */
const anEcs = async (cpuSeconds: readonly number[], late_ms = 0) => {
  let looks = 0;
  let [open, most] = [0, 0];
  const server = createServer(({ url }, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    if (url?.endsWith('/task')) {
      response.end(JSON.stringify({ Limits: { CPU: 0.5, Memory: 2000 } }));
      return;
    }
    const at = Math.min(looks, cpuSeconds.length - 1);
    looks += 1;
    const answer = {
      read: new Date(start + at * 60_000).toISOString(),
      cpu_stats: { cpu_usage: { total_usage: (cpuSeconds[at] ?? 0) * 1e9 }, online_cpus: 2 },
      memory_stats: { usage: 600 * megabyte, limit: 2048 * megabyte, stats: { inactive_file: 100 * megabyte } },
    };
    setTimeout(() => response.end(JSON.stringify(answer)), late_ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/task`,
    mostAtOnce: () => most,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

describe('what a capture task uses', () => {
  it('is told as a share of what the task has: its CPU between two looks, its memory without files', async () => {
    await using ecs = await anEcs([10, 31, 31]);
    const told: Measurement[] = [];
    using _ = tellUsage('bot_1', { metadata_url: ecs.url, tell: (it) => told.push(it), every_ms: 5 });
    await until(
      () => told.length,
      (count) => count > 0,
    );
    expect(told[0]).toEqual({
      values: { CaptureCpu: 70, CaptureMemory: 25 },
      facts: { bot_id: 'bot_1', memory_mb: 500 },
    });
  });

  it('is asked once at a time, however late an answer comes', async () => {
    await using ecs = await anEcs([10, 31, 52], 30);
    const told: Measurement[] = [];
    using _ = tellUsage('bot_1', { metadata_url: ecs.url, tell: (it) => told.push(it), every_ms: 5 });
    await until(
      () => told.length,
      (count) => count > 1,
    );
    expect(ecs.mostAtOnce()).toBe(1);
    expect(told.map(({ values }) => values.CaptureCpu)).toEqual([70, 70]);
  });

  it('is not asked where no ECS is', () => {
    using _ = tellUsage('bot_1', { metadata_url: undefined, tell: () => expect.unreachable(), every_ms: 1 });
  });
});
