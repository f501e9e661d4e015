import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRecording } from '../../../lib/demo/inspect-recording.ts';
import { whyNoSmallDisk } from '../../lab/hosts/small-disk.ts';
import { aServiceOnASmallDisk } from './full-disk.ts';

const reason = whyNoSmallDisk();
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
  it('costs a bot nothing of what it saw, and of its recording only the time without a browser', async () => {
    await using service = await aServiceOnASmallDisk();
    const { client, happened, log, meeting_url, segments } = service;
    const { id } = await client.createBot({ body: { meeting_url, bot_name: 'Full' } });
    const path = { object_id: id };
    /** What happened while the disk was full and the bot could see it, a sentence with room for its beginning. */
    const seen = (what: string, from_ms: number, until_ms: number) =>
      happened.filter(({ type, timestamp_ms: at }) => type === what && at > from_ms && at < until_ms);
    await expect.poll(segments).toBeGreaterThanOrEqual(2);

    service.fill();
    const full_ms = Date.now();
    const refusal = expect.stringContaining('The disk of this service is full: make room');
    await expect(client.leaveBot({ path })).rejects.toMatchObject({ message: refusal });
    const before = await segments();
    await expect.poll(() => seen('chat', full_ms, Date.now() - 2_000).length).toBeGreaterThanOrEqual(2);
    expect(await segments()).toBe(before);
    // The files of a dead browser make a little room.
    await service.killBrowser();
    const killed_ms = Date.now();
    await expect.poll(() => seen('chat', killed_ms, Date.now()).length).toBeGreaterThanOrEqual(2);

    service.free();
    const free_ms = Date.now();
    await expect.poll(log).toContain('there is space again');
    const again = await segments();
    await expect.poll(segments).toBeGreaterThanOrEqual(again + 3);
    await client.leaveBot({ path });
    await expect.poll(async () => (await client.getBot({ path })).state).toBe('ended');

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
      'the meeting was lost',
      'waiting for space on the disk',
      expect.any(String),
      expect.any(String),
    ]);
  });
});
