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
    const happenedBetween = (what: string, from_ms: number, until_ms: number) =>
      happened.filter(({ type, timestamp_ms: at }) => type === what && at > from_ms && at < until_ms);
    await expect.poll(segments).toBeGreaterThanOrEqual(2);

    service.fill();
    const full_ms = Date.now();
    const refusal = expect.stringContaining('The disk of this service is full: make room');
    await expect(client.leaveBot({ path })).rejects.toMatchObject({ message: refusal });
    const before = await segments();
    await expect.poll(() => happenedBetween('chat', full_ms, Date.now()).length).toBeGreaterThanOrEqual(4);
    expect(await segments()).toBe(before);
    // The files of a dead browser make a little room.
    await service.killBrowser();
    const killed_ms = Date.now();
    await expect.poll(() => happenedBetween('chat', killed_ms, Date.now()).length).toBeGreaterThanOrEqual(2);

    service.free();
    await expect.poll(log).toContain('there is space again');
    const again = await segments();
    await expect.poll(segments).toBeGreaterThan(again);
    const back_ms = Date.now();
    await expect.poll(segments).toBeGreaterThanOrEqual(again + 3);
    await client.leaveBot({ path });
    await expect.poll(async () => (await client.getBot({ path })).state).toBe('ended');

    const { parts, url } = await client.getRecording({ path });
    expect(parts).toHaveLength(2);
    const [first, second] = parts.map(({ start_timestamp_ms: start_ms, duration_ms }) => ({
      start_ms,
      end_ms: start_ms + duration_ms,
    }));
    // What was recorded while the disk was full is there, but for the segment that the browser was at.
    expect(first?.end_ms).toBeGreaterThan(full_ms);
    expect(second?.start_ms).toBeGreaterThan(killed_ms);
    expect(second?.start_ms).toBeLessThan(back_ms);
    const sum_s = parts.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
    const { duration_s, loudness } = await played(url);
    expect(duration_s).toBeCloseTo(sum_s, 0);
    expect(loudness).toBeGreaterThan(0.02);

    const told = (await client.listParticipantEvents({ path, query })).results;
    // Whatever was said and written while the disk was full, but for the last of it, which the bot may not have seen any more.
    const whileFull = (at_ms: number): boolean => at_ms > full_ms && at_ms < killed_ms;
    const starts = told.filter((event) => event.event_type === 'speech_start' && whileFull(event.timestamp_ms));
    expect(starts.length).toBeGreaterThanOrEqual(happenedBetween('say', full_ms, killed_ms).length - 1);
    const joins = told.filter(({ event_type }) => event_type === 'join');
    expect(joins.map(({ participant_name }) => participant_name).sort()).toEqual(['Jonas', 'Maya']);
    const chat = (await client.listChatMessages({ path, query })).results;
    const written = chat.filter(({ timestamp_ms }) => whileFull(Number(timestamp_ms)));
    expect(written.length).toBeGreaterThanOrEqual(happenedBetween('chat', full_ms, killed_ms).length - 1);

    expect((await log()).filter((line) => /space|stored|lost/.test(line))).toEqual([
      'the recording is kept in memory: it cannot be stored',
      'the meeting was lost',
      'waiting for space on the disk',
      expect.any(String),
      expect.any(String),
    ]);
  });
});
