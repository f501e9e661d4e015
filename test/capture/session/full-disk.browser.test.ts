import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { inspectRecording } from '../../../lib/demo/inspect-recording.ts';
import { whyNoSmallDisk } from '../../lab/hosts/small-disk.ts';
import { aServiceOnASmallDisk } from './full-disk.ts';

const reason = whyNoSmallDisk();
const wait = { timeout: 30_000, interval: 100 };
const query = { page_size: 100 };

const played = async (url: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  try {
    const path = join(folder, 'recording.mp4');
    await writeFile(path, await (await fetch(url)).bytes());
    return await inspectRecording(path);
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe.skipIf(reason)(`a disk that is really full${reason ? `: not tried, ${reason}` : ''}`, () => {
  it('costs a bot nothing of what it saw, and of its recording only the time without a browser', {
    timeout: 150_000,
  }, async () => {
    await using service = await aServiceOnASmallDisk();
    const { client, happened, log, meeting_url, segments } = service;
    const { id } = await client.createBot({ body: { meeting_url, bot_name: 'Full' } });
    const path = { object_id: id };
    /** What happened while the disk was full and the bot could see it, a sentence with room for its beginning. */
    const seen = (what: string, from_ms: number, until_ms: number) =>
      happened.filter(({ type, timestamp_ms: at }) => type === what && at > from_ms && at < until_ms);
    await vi.waitUntil(async () => (await segments()) >= 2, wait);

    service.fill();
    const full_ms = Date.now();
    const refusal = expect.stringContaining('The disk of this service is full: make room');
    await expect(client.leaveBot({ path })).rejects.toMatchObject({ message: refusal });
    const before = await segments();
    await vi.waitUntil(() => seen('chat', full_ms, Date.now() - 2_000).length >= 2, wait);
    expect(await segments()).toBe(before);
    // The files of a dead browser make a little room.
    await service.killBrowser();
    const killed_ms = Date.now();
    await vi.waitUntil(() => seen('chat', killed_ms, Date.now()).length >= 2, wait);

    service.free();
    const free_ms = Date.now();
    await vi.waitUntil(async () => (await log()).includes('there is space again'), wait);
    const again = await segments();
    await vi.waitUntil(async () => (await segments()) >= again + 3, wait);
    await client.leaveBot({ path });
    await vi.waitUntil(async () => (await client.getBot({ path })).state === 'ended', wait);

    const { parts, url } = await client.getRecording({ path });
    expect(parts).toHaveLength(2);
    const [first, second] = parts.map(({ start_timestamp_ms: start_ms, duration_ms }) => ({
      start_ms,
      end_ms: start_ms + duration_ms,
    }));
    expect(killed_ms - (first?.end_ms ?? 0)).toBeLessThan(8_000);
    expect((second?.start_ms ?? 0) - free_ms).toBeLessThan(15_000);
    const sum_s = parts.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
    const { duration_s, loudness } = await played(url);
    expect(duration_s).toBeCloseTo(sum_s, 0);
    expect(loudness).toBeGreaterThan(0.02);

    const told = (await client.listParticipantEvents({ path, query })).results;
    const starts = told
      .filter(({ event_type }) => event_type === 'speech_start')
      .map(({ timestamp_ms }) => timestamp_ms);
    for (const { timestamp_ms } of seen('say', full_ms, killed_ms - 2_000))
      expect(starts.some((at_ms) => Math.abs(at_ms - timestamp_ms) < 1_500)).toBe(true);
    const joins = told.filter(({ event_type }) => event_type === 'join');
    expect(joins.map(({ participant_name }) => participant_name).sort()).toEqual(['Jonas', 'Maya']);
    const chat = (await client.listChatMessages({ path, query })).results;
    const written = chat.filter(({ timestamp_ms: at }) => Number(at) > full_ms && Number(at) < killed_ms);
    expect(written.length).toBeGreaterThanOrEqual(seen('chat', full_ms, killed_ms - 1_000).length);

    expect((await log()).filter((line) => /space|stored|lost/.test(line))).toEqual([
      'the recording is kept in memory: it cannot be stored',
      'the page was lost',
      'waiting for space on the disk',
      expect.any(String),
      expect.any(String),
    ]);
  });
});
