/** Brings a video that a client named onto this machine, and makes sure that it can be played. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FilePathSource, Input, MP4, QTFF } from 'mediabunny';
import type { GuardOptions } from '../../net/address-guard.ts';
import { ClientFileError, withClientFile } from '../../net/client-file.ts';
import { largestVideoBytes } from '../../net/mp4-address.ts';
import { makeWorkFolder, removeWorkFolder } from '../../process/disk/work-folder.ts';

const fetchWithinMs = 60_000;
const longestS = 30 * 60;
const mostPixels = 1920 * 1088;
const pictureCodecs = new Set(['avc', 'vp8', 'vp9', 'av1']);

/** A video that cannot be played; the message says why. */
export class UnplayableVideoError extends Error {
  override readonly name = 'UnplayableVideoError';
}

export interface VideoFile extends AsyncDisposable {
  readonly size_bytes: number;
  readonly length_s: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

async function* atMost(body: AsyncIterable<Uint8Array>, most_bytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most_bytes) throw new ClientFileError('leads to a file of more than 100 MB');
    yield chunk;
  }
}

/** Answers how long it lasts, in seconds. */
const check = async (path: string): Promise<number> => {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] });
  if (!(await input.canRead())) throw new UnplayableVideoError('it is not an MP4');
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new UnplayableVideoError('it has no picture');
  const codec = await video.getCodec();
  if (!codec || !pictureCodecs.has(codec))
    throw new UnplayableVideoError(`its picture is of an unknown kind (${codec})`);
  const pixels = (await video.getCodedWidth()) * (await video.getCodedHeight());
  if (pixels > mostPixels) throw new UnplayableVideoError('its picture is larger than 1920x1080');
  const length_s = await input.computeDuration();
  if (length_s > longestS) throw new UnplayableVideoError('it is longer than 30 minutes');
  return length_s;
};

const readRange = async (file: FileHandle, start: number, end: number): Promise<Uint8Array> => {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
};

/**
 * Downloads the video through the guard into a work folder, which goes with the file. At most 100 MB in a minute, half
 * an hour long and 1920x1080 large.
 * @throws ClientFileError when it cannot be had, UnplayableVideoError when it cannot be played
 */
export const fetchVideo = async (url: string, guard: GuardOptions, signal: AbortSignal): Promise<VideoFile> => {
  const folder = await makeWorkFolder();
  const path = join(folder, 'video.mp4');
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(fetchWithinMs)]);
    await withClientFile(url, { ...guard, signal: limits }, ({ body }) =>
      pipeline(atMost(body, largestVideoBytes), createWriteStream(path), { signal: limits }),
    );
    const length_s = await check(path);
    const file = await open(path);
    const { size } = await file.stat();
    return {
      size_bytes: size,
      length_s,
      read: (start, end) => readRange(file, start, end),
      async [Symbol.asyncDispose]() {
        await file.close().catch(() => undefined);
        await removeWorkFolder(folder);
      },
    };
  } catch (error) {
    await removeWorkFolder(folder);
    throw error;
  }
};
