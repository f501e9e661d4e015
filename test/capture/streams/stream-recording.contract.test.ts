/** Recordings of streams, decoded by libav: nothing in them is broken, and every picture that came is there. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pythonPackages } from '../../facsimiles/python.ts';
import { messageTypes } from '../../facsimiles/rtms/numbers.ts';
import { jonas, maya, type Script } from '../../facsimiles/rtms/script.ts';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { type Course, runStreamedSession } from '../../lab/worlds/streams/streamed-session.ts';

const program = fileURLToPath(new URL('decode.py', import.meta.url));
const Decoded = z.object({
  pictures: z.number(),
  sizes: z.array(z.string()),
  sound_ms: z.number(),
  is_in_order: z.boolean(),
  faults: z.array(z.string()),
});

const packages = await pythonPackages('av.txt');
if ('missing' in packages) describeSkipped('recordings of streams, decoded', packages.missing);
else {
  const decode = async (recording: Uint8Array, name: string) => {
    await using folder = await aDataFolder();
    const path = join(folder.path, name);
    await writeFile(path, recording);
    const env = { ...process.env, PYTHONPATH: packages.folder };
    const { stdout } = await promisify(execFile)(packages.python, [program, path], { env });
    return Decoded.parse(JSON.parse(stdout));
  };

  const recorded = async (course: Course) => {
    const { recording, store, stream } = await runStreamedSession(course);
    const { MEDIA_DATA_VIDEO, MEDIA_DATA_SHARE } = messageTypes;
    const came = (stream.sent.get(MEDIA_DATA_VIDEO) ?? 0) + (stream.sent.get(MEDIA_DATA_SHARE) ?? 0);
    if (!recording) throw new Error('there is no recording');
    const { name, duration_ms } = recording;
    const decoded = await decode(store.objects.get(name) ?? new Uint8Array(), name);
    expect(decoded).toMatchObject({ is_in_order: true, faults: [] });
    expect(Math.abs(decoded.sound_ms - duration_ms)).toBeLessThan(50);
    return { ...decoded, came, duration_ms };
  };
  /** Black ones come once a second. */
  const blackIn = (seconds: number): readonly [number, number] => [seconds - 1, seconds + 1];

  describe.concurrent('a recording of a stream', () => {
    it('has every picture, also where their size changes, and a shared screen takes the place of a camera', async () => {
      const script: Script = [
        { at_ms: 0, does: 'join', who: maya },
        { at_ms: 0, does: 'join', who: jonas },
        { at_ms: 50, does: 'camera', who: maya, film: 'wide' },
        { at_ms: 50, does: 'camera', who: jonas, film: 'small' },
        { at_ms: 100, does: 'say', who: maya, clip: 'maya-01' },
        { at_ms: 2_000, does: 'say', who: jonas, clip: 'jonas-01' },
        { at_ms: 4_000, does: 'camera', who: jonas, film: 'off' },
        { at_ms: 4_000, does: 'camera', who: maya, film: 'off' },
        { at_ms: 4_000, does: 'share', who: maya, film: 'wide' },
        { at_ms: 6_000, does: 'end', reason: 6 },
      ];
      const { pictures, sizes, came } = await recorded({ script });
      expect(sizes).toEqual(['640x360', '320x180', '640x360']);
      expect(came).toBeGreaterThan(80);
      expect(Math.abs(pictures - came)).toBeLessThanOrEqual(1);
    });

    it('is black until the first camera, which may be a minute', async () => {
      const script: Script = [
        { at_ms: 0, does: 'join', who: maya },
        { at_ms: 1_000, does: 'say', who: maya, clip: 'maya-01' },
        { at_ms: 60_000, does: 'camera', who: maya, film: 'wide' },
        { at_ms: 62_000, does: 'end', reason: 6 },
      ];
      const { pictures, sizes, came, duration_ms } = await recorded({ script, step_ms: 200 });
      expect(sizes).toEqual(['1280x720', '640x360']);
      const [least, most] = blackIn(duration_ms / 1000 - 2);
      expect(pictures - came).toBeGreaterThanOrEqual(least);
      expect(pictures - came).toBeLessThanOrEqual(most);
    });

    const voiceAlone: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 500, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 5_000, does: 'end', reason: 6 },
    ];

    it('is black where nobody has a camera at all', async () => {
      const { pictures, sizes, came, duration_ms } = await recorded({ script: voiceAlone });
      expect({ sizes, came }).toEqual({ sizes: ['1280x720'], came: 0 });
      const [least, most] = blackIn(duration_ms / 1000);
      expect(pictures).toBeGreaterThanOrEqual(least);
      expect(pictures).toBeLessThanOrEqual(most);
    });

    it('is sound alone where that is wanted', async () => {
      const { pictures, sound_ms } = await recorded({ script: voiceAlone, format: 'mp3' });
      expect(pictures).toBe(0);
      expect(sound_ms).toBeGreaterThan(4_000);
    });

    it('is none where none is wanted, and what was said is written down', async () => {
      const { recording, bot, store } = await runStreamedSession({ script: voiceAlone, format: 'none' });
      expect(recording).toBeUndefined();
      expect([...store.objects.keys()].filter((name) => !name.startsWith('diagnostics/'))).toEqual([]);
      expect(bot.seen.utterances.map(({ speaker_name }) => speaker_name)).toEqual(['Maya']);
    });

    it('goes on where key pictures are rarer than segments are long', async () => {
      const script: Script = [
        { at_ms: 0, does: 'join', who: maya },
        { at_ms: 50, does: 'camera', who: maya, film: 'rare' },
        { at_ms: 500, does: 'say', who: maya, clip: 'maya-01' },
        { at_ms: 11_000, does: 'end', reason: 6 },
      ];
      const { pictures, sizes, came, duration_ms } = await recorded({ script });
      expect(duration_ms).toBeGreaterThan(10_000);
      expect(sizes).toEqual(['1280x720']);
      expect(Math.abs(pictures - came)).toBeLessThanOrEqual(1);
    });
  });
}
