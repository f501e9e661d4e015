import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, type EncodedPacket, EncodedPacketSink, FilePathSource, Input, MP3, MP4 } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packSegment } from '../../../lib/capture/media/encoding/pack-segment.ts';
import type { MediaPacket } from '../../../lib/capture/media/encoding/packets.ts';
import { finishRecording, removeSegments } from '../../../lib/capture/recording/finish.ts';
import { boxAt, boxesIn, isWholeSegment } from '../../../lib/capture/recording/mp4/boxes.ts';
import { mergeSegments } from '../../../lib/capture/recording/mp4/merge-segments.ts';
import { mergedFile, segmentFile, takeName, takesOf } from '../../../lib/capture/recording/segment-names.ts';
import { createSegmentSink } from '../../../lib/capture/recording/segment-sink.ts';
import { aMemoryStore, type MemoryStore } from '../../lab/doubles/memory-segments.ts';
import { describedPictures } from '../../lab/sample-entries.ts';
import { configs, packets, record, recordSound } from './recorded-takes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finish-'));
});
afterEach(() => rm(folder, { recursive: true }));

const tracksOf = async (mp4: Uint8Array | undefined) => {
  if (!mp4) throw new Error('no recording was stored');
  await writeFile(join(folder, 'seen.mp4'), mp4);
  const input = new Input({ source: new FilePathSource(join(folder, 'seen.mp4')), formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error('a track is missing');
  const all = async (track: typeof video | typeof audio): Promise<EncodedPacket[]> => {
    const found: EncodedPacket[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) found.push(packet);
    return found;
  };
  return { video: await all(video), audio: await all(audio) };
};
const boxes = (mp4: Uint8Array | undefined): string[] => {
  const names: string[] = [];
  const view = Buffer.from(mp4 ?? []);
  for (let at = 0; at + 8 <= view.length; at += view.readUInt32BE(at) || view.length)
    names.push(view.toString('latin1', at + 4, at + 8));
  return names;
};

describe('finishing a recording', () => {
  const finish = (store: MemoryStore) => finishRecording(store, async () => undefined, { scratch: folder });

  it('makes one MP4 with its index first, copying every packet', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 7);
    expect([...store.objects.keys()]).toEqual([
      'segments/001-001/take.json',
      'segments/001-001/init.mp4',
      'segments/001-001/000000.m4s',
      'segments/001-001/000001.m4s',
      'segments/001-001/000002.m4s',
      'segments/001-001/000003.m4s',
    ]);
    const recording = await finish(store);
    const mp4 = store.objects.get('recording.mp4');
    expect(recording).toEqual({
      format: 'mp4',
      start_timestamp_ms: 1_000_000,
      duration_ms: 7_019,
      size_bytes: mp4?.length,
      parts: [{ start_timestamp_ms: 1_000_000, duration_ms: 7_019 }],
    });
    expect(boxes(mp4).filter((box) => box !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    const { video, audio } = await tracksOf(mp4);
    const made = [...packets(7)];
    expect(video.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(
      made.filter(({ kind }) => kind === 'video').map(({ data }) => Buffer.from(data).toString('hex')),
    );
    expect(video.every(({ timestamp }, index) => Math.abs(timestamp - index * 0.05) < 0.001)).toBe(true);
    expect(audio.length).toBe(made.filter(({ kind }) => kind === 'audio').length);
    expect(await readdir(folder)).toEqual(['seen.mp4']);
  });

  it('appends the take of the second worker, the gap cut out, its pictures decodable by themselves', async () => {
    const store = aMemoryStore();
    await record(store, takeName(2, 1), 2_000_000, 4, '28');
    await record(store, takeName(1, 1), 1_000_000, 3);
    expect(await finish(store)).toMatchObject({
      start_timestamp_ms: 1_000_000,
      duration_ms: 7_019,
      parts: [
        { start_timestamp_ms: 1_000_000, duration_ms: 3_008 },
        { start_timestamp_ms: 2_000_000, duration_ms: 4_011 },
      ],
    });
    const { video } = await tracksOf(store.objects.get('recording.mp4'));
    expect(video.length).toBe(60 + 80);
    const gaps = video.slice(1).map(({ timestamp }, index) => timestamp - (video[index]?.timestamp ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(0.08);
    expect(video[60]?.type).toBe('key');
    expect(Buffer.from(video[60]?.data ?? []).toString('hex')).toContain('6742c028');
  });

  it('describes each way in which pictures are decoded once, and says of each picture which one it is', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 3);
    await record(store, takeName(2, 1), 2_000_000, 4, '28');
    await record(store, takeName(3, 1), 3_000_000, 2);
    await finish(store);
    const mp4 = store.objects.get('recording.mp4') ?? Buffer.of();
    const { entries, used } = describedPictures(mp4);
    expect(entries.map(({ sets }) => sets[3])).toEqual([0x1f, 0x28]);
    expect(used).toEqual([...Array(60).fill(1), ...Array(80).fill(2), ...Array(40).fill(1)]);
    // Decoders that go by what is with the pictures are told, too, that the first way is back.
    const { video } = await tracksOf(mp4);
    const levels = [0, 60, 140].map((at) => /6742c0(..)/.exec(Buffer.from(video[at]?.data ?? []).toString('hex'))?.[1]);
    expect(levels).toEqual([undefined, '28', '1f']);
  });

  describe('of a bot that was handed over', () => {
    it('goes on where the second worker began to record: without a gap, and with nothing twice', async () => {
      const store = aMemoryStore();
      await record(store, takeName(1, 1), 1_000_000, 20);
      await record(store, takeName(2, 1), 1_012_340, 10, '28');
      const recording = await finish(store);
      expect(recording?.parts).toEqual([{ start_timestamp_ms: 1_000_000, duration_ms: 22_345 }]);
      const { video, audio } = await tracksOf(store.objects.get('recording.mp4'));
      const steps = (some: typeof video) =>
        some.slice(1).map(({ timestamp }, index) => timestamp - (some[index]?.timestamp ?? 0));
      // At the seam a picture, and a packet of sound, is shorter or longer by half of itself at most.
      expect(Math.min(...steps(video))).toBeGreaterThan(0.024);
      expect(Math.max(...steps(video))).toBeLessThan(0.076);
      expect(Math.min(...steps(audio))).toBeGreaterThan(0.01);
      expect(Math.max(...steps(audio))).toBeLessThan(0.033);
      const seam = video.findIndex(({ data }) => Buffer.from(data).toString('hex').includes('6742c028'));
      expect(video[seam]).toMatchObject({ type: 'key' });
      expect(video[seam]?.timestamp).toBeCloseTo(12.34, 3);
      expect(video.length).toBe(seam + 200);
    });

    it('goes on from a worker that paused, and handed over what it recorded after that', async () => {
      const store = aMemoryStore();
      await record(store, takeName(1, 1), 1_000_000, 4);
      await record(store, takeName(1, 2), 1_100_000, 8);
      await record(store, takeName(2, 1), 1_105_000, 6);
      expect((await finish(store))?.parts).toMatchObject([
        { start_timestamp_ms: 1_000_000, duration_ms: 4_011 },
        { start_timestamp_ms: 1_100_000, duration_ms: 11_016 },
      ]);
    });

    it('has nothing of a worker that was gone before it had taken over', async () => {
      const store = aMemoryStore();
      await record(store, takeName(1, 1), 1_000_000, 20);
      await record(store, takeName(2, 1), 1_008_000, 4);
      await record(store, takeName(3, 1), 1_030_000, 2);
      expect((await finish(store))?.parts).toMatchObject([
        { start_timestamp_ms: 1_000_000, duration_ms: 20_011 },
        { start_timestamp_ms: 1_030_000 },
      ]);
    });

    it('has each frame of sound once where there is only that', async () => {
      const store = aMemoryStore();
      await recordSound(store, [100, 100], 1_500);
      expect((await finish(store))?.parts).toEqual([{ start_timestamp_ms: 1_000_000, duration_ms: 3_900 }]);
    });
  });

  it('tells players the title, the day, and where it goes on after a gap', async () => {
    const store = aMemoryStore();
    const morning = Date.UTC(2027, 0, 1, 9, 0, 5);
    await record(store, takeName(1, 1), morning, 3);
    await record(store, takeName(2, 1), morning + 600_000, 4);
    await finishRecording(store, async () => undefined, { bot_name: 'Prüf, Ørsted & Co', scratch: folder });
    const mp4 = store.objects.get('recording.mp4') ?? new Uint8Array();
    using input = new Input({ source: new BufferSource(mp4), formats: [MP4] });
    expect(await input.getMetadataTags()).toMatchObject({
      title: 'Prüf, Ørsted & Co 2027-01-01 09:00 UTC',
      artist: 'Prüf, Ørsted & Co',
      date: new Date('2027-01-01'),
    });
    const made_s = boxAt(mp4, 'moov', 'mvhd').content.readUInt32BE(4) - (Date.UTC(1970) - Date.UTC(1904)) / 1000;
    expect(made_s).toBe(morning / 1000);
    const list = boxAt(mp4, 'moov', 'udta', 'chpl').content;
    // As ffmpeg's reader takes it apart: a word, one that is kept free, a count, then 100 ns and a title for each.
    expect(list.toString('hex', 0, 9)).toBe('010000000000000002');
    expect([list.readBigUInt64BE(9), list.toString('utf8', 18, 30)]).toEqual([0n, '09:00:05 UTC']);
    expect([list.readBigUInt64BE(30), list.toString('utf8', 39)]).toEqual([30_080_000n, '09:10:05 UTC']);
  });

  it('has no chapters where there is no gap', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 3);
    await finish(store);
    const mp4 = store.objects.get('recording.mp4') ?? new Uint8Array();
    expect(boxesIn(boxAt(mp4, 'moov', 'udta').content).map(({ type }) => type)).toEqual(['meta']);
  });

  it('appends takes in the order of recording, however many there are', async () => {
    const store = aMemoryStore();
    for (const stretch of [1_000, 101, 2]) await record(store, takeName(1, stretch), stretch * 1_000_000, 2);
    const starts = (await finish(store))?.parts.map(({ start_timestamp_ms }) => start_timestamp_ms / 1_000_000);
    expect(starts).toEqual([2, 101, 1_000]);
  });

  it('keeps sound where it is that begins later than the pictures', async () => {
    const store = aMemoryStore();
    const group = (kind: MediaPacket['kind'], from_us: number) =>
      [...packets(2)].filter((packet) => packet.kind === kind && packet.timestamp_us >= from_us);
    const { init, media } = await packSegment({ video: group('video', 0), audio: group('audio', 500_000) }, configs());
    const sink = createSegmentSink(store, takeName(1, 1));
    sink.begin({ start_timestamp_ms: 1_000_000 }, init);
    sink.write({ index: 0, media });
    await sink.drain();
    await finish(store);
    const { video, audio } = await tracksOf(store.objects.get('recording.mp4'));
    expect(video[0]?.timestamp).toBe(0);
    expect(audio[0]?.timestamp).toBeCloseTo(0.512, 2);
    expect((audio.at(-1)?.timestamp ?? 0) - (audio[0]?.timestamp ?? 0)).toBeCloseTo(1.472, 2);
  });

  it('tolerates a torn last segment and one that is missing', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 9);
    store.objects.delete('segments/001-001/000001.m4s');
    const last = store.objects.get('segments/001-001/000004.m4s') ?? new Uint8Array();
    store.objects.set('segments/001-001/000004.m4s', last.subarray(0, last.length - 5));
    expect(isWholeSegment(last)).toBe(true);
    const recording = await finish(store);
    expect(recording?.parts.map(({ start_timestamp_ms }) => Math.round(start_timestamp_ms / 100) * 100)).toEqual([
      1_000_000, 1_004_000,
    ]);
    expect(recording?.parts.reduce((sum, { duration_ms }) => sum + duration_ms, 0)).toBe(recording?.duration_ms);
    const { video } = await tracksOf(store.objects.get('recording.mp4'));
    expect(video.length).toBe(40 + 40 + 40);
    const steps = video.slice(1).map(({ timestamp }, index) => timestamp - (video[index]?.timestamp ?? 0));
    expect(Math.max(...steps)).toBeLessThan(0.08);
  });

  it('makes one MP3 of takes without pictures, copying every packet', async () => {
    const store = aMemoryStore();
    await recordSound(store, [100, 50]);
    const recording = await finish(store);
    const mp3 = store.objects.get('recording.mp3');
    expect(recording).toMatchObject({
      format: 'mp3',
      start_timestamp_ms: 1_000_000,
      duration_ms: 3_600,
      size_bytes: mp3?.byteLength,
    });
    const input = new Input({ source: new BufferSource(mp3 ?? new Uint8Array()), formats: [MP3] });
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Error('no sound');
    const marks: (number | undefined)[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) marks.push(packet.data.at(-1));
    expect(marks).toEqual([...Array(100).keys(), ...Array(50).keys()]);
  });

  it('tells players of an MP3 the same as of an MP4', async () => {
    const store = aMemoryStore();
    const morning = Date.UTC(2027, 0, 31, 9, 0, 5);
    await recordSound(store, [100, 50], 600_000, morning);
    await finishRecording(store, async () => undefined, { bot_name: 'Prüf, Ørsted & Co 会議', scratch: folder });
    using input = new Input({
      source: new BufferSource(store.objects.get('recording.mp3') ?? new Uint8Array()),
      formats: [MP3],
    });
    const { raw, ...tags } = await input.getMetadataTags();
    expect(tags).toMatchObject({
      title: 'Prüf, Ørsted & Co 会議 2027-01-31 09:00 UTC',
      artist: 'Prüf, Ørsted & Co 会議',
    });
    const { CHAP, ...frames } = raw ?? {};
    expect(frames).toMatchObject({ TYER: '2027', TDAT: '3101', TIME: '0900' });
    expect(Buffer.from(frames.CTOC as Uint8Array).toString('latin1')).toBe('toc\0\x03\x02chp0\0chp1\0');
    // This reader keeps one of them: its name, its times in ms, no places in bytes, and its title.
    const first = Buffer.from(CHAP as Uint8Array);
    const times = [first.readUInt32BE(5), first.readUInt32BE(9), first.toString('hex', 13, 21)];
    expect(times).toEqual([0, 2_400, 'ff'.repeat(8)]);
    expect(first.toString('utf16le', 34)).toBe('09:00:05 UTC');
  });

  describe('of a store that copies large stretches by itself', () => {
    /** As much as some segments of these recordings have. */
    const least_copy_bytes = 1_000;
    const merged = (names: Iterable<string>): string[] => [...names].filter((name) => /\d{6}-\d{6}\.m4s$/.test(name));
    const withoutMerged = ({ objects }: MemoryStore): MemoryStore => {
      const plain = aMemoryStore();
      for (const [name, bytes] of objects) plain.objects.set(name, bytes);
      for (const name of merged(objects.keys())) plain.objects.delete(name);
      return plain;
    };

    it('comes out the same as without, of larger segments that were stored meanwhile', async () => {
      const copies = aMemoryStore(undefined, least_copy_bytes);
      await record(copies, takeName(1, 1), 1_000_000, 21);
      await record(copies, takeName(2, 1), 2_000_000, 15, '28');
      await record(copies, takeName(3, 1), 3_000_000, 15);
      const plain = withoutMerged(copies);
      expect(merged(copies.objects.keys()).length).toBeGreaterThanOrEqual(6);
      const read = vi.spyOn(copies, 'get');
      const recording = await finish(copies);
      expect(recording).toEqual(await finish(plain));
      expect(copies.objects.get('recording.mp4')).toEqual(plain.objects.get('recording.mp4'));
      const segments = new Set(read.mock.calls.map(([name]) => name).filter((name) => name.endsWith('.m4s')));
      expect(segments.size).toBeLessThan(
        takesOf(await plain.list('segments/')).flatMap((take) => take.segments).length,
      );
    });

    it('has its gaps cut out also where they are in the middle of a larger segment', async () => {
      const copies = aMemoryStore(undefined, 1_000_000);
      await record(copies, takeName(1, 1), 1_000_000, 9);
      await record(copies, takeName(1, 2), 1_020_000, 9);
      const segments = ['001-001', '001-002'].flatMap((take) =>
        [0, 1, 3, 4].map((index) => copies.objects.get(segmentFile(take, index)) ?? new Uint8Array()),
      );
      for (const take of ['001-001', '001-002']) copies.objects.delete(segmentFile(take, 2));
      const plain = withoutMerged(copies);
      copies.objects.set(mergedFile('001-001', 0, 4), mergeSegments(segments.slice(0, 4)));
      const recording = await finish(copies);
      expect(recording?.parts).toHaveLength(4);
      expect(recording).toEqual(await finish(plain));
      expect(copies.objects.get('recording.mp4')).toEqual(plain.objects.get('recording.mp4'));
    });

    it('is an MP3 like any other where there is only sound', async () => {
      const copies = aMemoryStore(undefined, least_copy_bytes);
      await recordSound(copies, [1_000, 500]);
      const plain = withoutMerged(copies);
      expect(merged(copies.objects.keys()).length).toBeGreaterThan(2);
      expect(await finish(copies)).toEqual(await finish(plain));
      expect(copies.objects.get('recording.mp3')).toEqual(plain.objects.get('recording.mp3'));
    });
  });

  it('saves nothing when nothing was recorded', async () => {
    const store = aMemoryStore();
    expect(await finish(store)).toBeUndefined();
    await store.put('segments/001-001/take.json', Buffer.from('{}'), 'application/json');
    expect(await finish(store)).toBeUndefined();
    expect(store.objects.has('recording.mp4')).toBe(false);
  });

  it('keeps the segments until the recording is remembered, so that it comes out the same when it is repeated', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 3);
    const segments = await store.list('segments/');
    const crashes = async () => {
      throw new Error('killed');
    };
    await expect(finishRecording(store, crashes, { scratch: folder })).rejects.toThrow('killed');
    expect(await store.list('segments/')).toEqual(segments);
    const first = store.objects.get('recording.mp4');
    expect(await finish(store)).toMatchObject({ size_bytes: first?.length });
    expect(store.objects.get('recording.mp4')).toEqual(first);
  });

  it('leaves nothing but the recording when its segments are removed, and may be told so again', async () => {
    const store = aMemoryStore();
    await record(store, takeName(1, 1), 1_000_000, 3);
    await store.put('diagnostics/001-unknown_page.png', new Uint8Array(1), 'image/png');
    await finish(store);
    await removeSegments(store);
    expect(await store.list('')).toEqual(['diagnostics/001-unknown_page.png', 'recording.mp4']);
    await removeSegments(store);
    expect(await finish(store)).toBeUndefined();
    expect(await store.list('')).toEqual(['diagnostics/001-unknown_page.png', 'recording.mp4']);
  });
});
