/** Makes one file of several takes. */
import { createReadStream } from 'node:fs';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recording } from '../../domain/captured/recording.ts';
import { makeWorkFolder, removeWorkFolder } from '../../process/disk/work-folder.ts';
import { id3Of } from './id3.ts';
import { joinMp3 } from './join-mp3.ts';
import { labelsOf } from './labels.ts';
import { joinMp4 } from './mp4/join-mp4.ts';
import { decoderConfigs } from './read-segment.ts';
import type { SegmentStore } from './segment-store.ts';
import type { KeptTake } from './without-overlaps.ts';

type Store = Pick<SegmentStore, 'get' | 'compose' | 'putFile'>;
export type Joined = Omit<Recording, 'key' | 'start_timestamp_ms' | 'stills'> & { readonly name: string };

const storeMp3 = async (
  store: Store,
  takes: readonly [KeptTake, ...KeptTake[]],
  name: string,
  bot_name: string,
  scratch?: string,
) => {
  const folder = await makeWorkFolder(scratch);
  try {
    const [sound, path] = [join(folder, 'sound'), join(folder, 'recording')];
    const { duration_ms, parts } = await joinMp3(store, takes, sound);
    // Where its chapters begin is known once all is joined, and players want to read it first.
    await writeFile(path, id3Of(labelsOf(bot_name, parts)));
    await appendFile(path, createReadStream(sound));
    const { size } = await stat(path);
    if (parts.length > 0) await store.putFile(name, path, 'audio/mpeg');
    return { duration_ms, parts, size_bytes: size };
  } finally {
    await removeWorkFolder(folder);
  }
};

/**
 * Stores an MP4, or an MP3 when there is only sound, without encoding anything again. Stores nothing when the takes are
 * empty.
 */
export const joinTakes = async (
  store: Store,
  takes: readonly [KeptTake, ...KeptTake[]],
  bot_name: string,
  scratch?: string,
): Promise<Joined> => {
  const { video } = await decoderConfigs(takes[0]);
  const format = video ? 'mp4' : 'mp3';
  const name = `recording.${format}`;
  const joined = video
    ? await joinMp4(store, takes, name, bot_name)
    : await storeMp3(store, takes, name, bot_name, scratch);
  return { name, format, ...joined };
};
