import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fetchVideo } from '../../../lib/capture/voice-agent/fetch-video.ts';
import { largestVideoBytes } from '../../../lib/net/mp4-address.ts';
import { aSite } from '../../lab/hosts/site.ts';

const mp4 = await readFile(new URL('../../lab/fixtures/two-colours.mp4', import.meta.url));
const here = { allow_loopback: true };

const fetchFrom = async (listener: RequestListener, signal = new AbortController().signal) => {
  await using site = await aSite(listener);
  return await fetchVideo(site.url, here, signal);
};

describe('fetching a video', () => {
  it('brings all of it here, to be read in parts', async () => {
    await using video = await fetchFrom((_, answer) => answer.end(mp4));
    expect(video.size_bytes).toBe(mp4.length);
    expect(Buffer.from(await video.read(100, 200))).toEqual(mp4.subarray(100, 200));
    expect(await video.read(mp4.length - 10, mp4.length + 10)).toHaveLength(10);
  });

  it('fails on what only begins like an MP4', async () => {
    const torn = mp4.subarray(0, 200);
    await expect(fetchFrom((_, answer) => answer.end(torn))).rejects.toThrow();
  });

  it('fails on what is no MP4', async () => {
    const text = Buffer.from('<!doctype html>'.padEnd(4096));
    await expect(fetchFrom((_, answer) => answer.end(text))).rejects.toThrow('it is not an MP4');
  });

  it('fails on a file that turns out to be larger than it may be', async () => {
    const part = Buffer.alloc(1024 * 1024);
    const endless: RequestListener = (_, answer) => {
      const more = (): void => {
        while (!answer.destroyed && answer.write(part));
      };
      answer.on('drain', more);
      more();
    };
    expect(largestVideoBytes).toBe(100 * part.length);
    await expect(fetchFrom(endless)).rejects.toThrow('leads to a file of more than 100 MB');
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const fetched = fetchFrom((_, answer) => {
      answer.write(mp4.subarray(0, 100));
      stop.abort();
    }, stop.signal);
    await expect(fetched).rejects.toThrow();
  });

  it('goes where the guard allows only', async () => {
    const { signal } = new AbortController();
    await expect(fetchVideo('http://169.254.170.2/a.mp4', here, signal)).rejects.toThrow('must be an https URL');
  });
});
