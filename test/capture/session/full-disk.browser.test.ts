import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRecording } from '../../../lib/demo/inspect-recording.ts';
import { whyNoSmallDisk } from '../../lab/hosts/small-disk.ts';
import { aServiceOnASmallDisk } from './full-disk.ts';

const reason = whyNoSmallDisk();
const query = { page_size: 100 };

/** Of a recording: how long a segment is at most. */
const longestSegmentMs = 5_000;
/** What a session waits before it opens its meeting again. */
const pauseMs = 2_000;
/** What happens so shortly before the end of its browser, a bot on an idle machine need not have seen. */
const unseenMs = 1_500;

const keptInMemory = 'the recording is kept in memory: it cannot be stored';
const storedAgain = 'the recording is being stored again';
/** Of the lines of a log, those that say whether the recording can be stored; the last one holds. */
const ofTheRecording = (lines: readonly string[]) => lines.filter((line) => [keptInMemory, storedAgain].includes(line));
const courseOfEvents = ['the meeting was lost', 'waiting for space on the disk', 'there is space again'];

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
    const asked_ms = Date.now();
    const { id } = await client.createBot({
      body: { meeting_url, bot_name: 'Full', recording_settings: { resolution: '720p' } },
    });
    const path = { object_id: id };
    const happenedBetween = (what: string, from_ms: number, until_ms: number) =>
      happened.filter(({ type, timestamp_ms: at }) => type === what && at > from_ms && at < until_ms);
    await expect.poll(segments).toBeGreaterThanOrEqual(2);

    service.fill();
    const full_ms = Date.now();
    const refusal = () => client.leaveBot({ path }).catch(({ message }) => message);
    await expect.poll(refusal).toContain('The disk of this service is full: make room');
    const writtenSince = () => happenedBetween('chat', full_ms, Date.now()).length;
    await expect.poll(writtenSince).toBeGreaterThanOrEqual(4);
    // What was nearly stored when the disk filled up, or is small, may still find its place.
    await expect.poll(async () => ofTheRecording(await log()).at(-1)).toBe(keptInMemory);
    // The files of a dead browser make a little room.
    await service.killBrowser();
    const killed_ms = Date.now();
    await expect.poll(() => happenedBetween('chat', killed_ms, Date.now()).length).toBeGreaterThanOrEqual(4);

    service.free();
    const free_ms = Date.now();
    await expect.poll(log).toContain('there is space again');
    const again = await segments();
    await expect.poll(segments).toBeGreaterThan(again);
    await client.leaveBot({ path });
    await expect.poll(async () => (await client.getBot({ path })).state).toBe('ended');

    const { parts, url } = await client.getRecording({ path });
    const [first, second] = parts.map(({ start_timestamp_ms: start_ms, duration_ms }) => ({
      start_ms,
      end_ms: start_ms + duration_ms,
    }));
    if (parts.length !== 2 || !first || !second) throw new Error(`the recording has ${parts.length} parts`);
    // This machine may be busy: how long it takes to join tells by how much.
    const joining_ms = first.start_ms - asked_ms;
    // What was recorded while the disk was full is there, but for the segment that the browser was at.
    expect(first.end_ms).toBeLessThan(killed_ms);
    expect(killed_ms - first.end_ms).toBeLessThan(longestSegmentMs + joining_ms);
    // And it takes no longer to be back than it took to come.
    expect(second.start_ms).toBeGreaterThan(free_ms);
    expect(second.start_ms - free_ms).toBeLessThan(pauseMs + 2 * joining_ms);
    const sum_s = parts.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
    const { duration_s, loudness } = await played(url);
    expect(duration_s).toBeCloseTo(sum_s, 0);
    expect(loudness).toBeGreaterThan(0.02);

    const told = (await client.listParticipantEvents({ path, query })).results;
    // Whatever the bot saw while the disk was full is told: who speaks as it heard it, late on a busy machine.
    const heard = told.filter(
      ({ event_type, timestamp_ms: at_ms }) =>
        event_type.startsWith('speech_') && Number(at_ms) > full_ms && Number(at_ms) < killed_ms,
    );
    expect(heard.map(({ participant_name }) => participant_name)).toContain('Maya');
    const joins = told.filter(({ event_type }) => event_type === 'join');
    expect(joins.map(({ participant_name }) => participant_name).sort()).toEqual(['Jonas', 'Maya']);
    const chat = (await client.listChatMessages({ path, query })).results;
    const written = chat.filter(({ timestamp_ms: at }) => Number(at) > full_ms && Number(at) < killed_ms);
    expect(written.length).toBeGreaterThanOrEqual(
      happenedBetween('chat', full_ms, killed_ms - unseenMs - joining_ms).length,
    );

    // A line that there was no space for may be missing; those that are there come in their order. The room that the
    // dead browser makes may do for a segment or not: the recording is stored again once, or twice.
    const lines = (await log()).filter((line) => courseOfEvents.includes(line));
    expect(lines).toContain('there is space again');
    expect(lines).toEqual(courseOfEvents.filter((line) => lines.includes(line)));
    expect(ofTheRecording(await log()).at(-1)).toBe(storedAgain);
  });
});
