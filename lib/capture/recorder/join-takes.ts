/** Makes one file of several takes. */
import type { RecordingPart } from '../../domain/captured.ts';
import type { SegmentStore } from '../session-ports.ts';
import { joinMp3 } from './join-mp3.ts';
import { joinMp4 } from './join-mp4.ts';
import { decoderConfigs } from './read-segment.ts';
import type { StoredTake } from './takes.ts';

export interface Joined {
  readonly format: 'mp4' | 'mp3';
  readonly duration_ms: number;
  /** The unbroken stretches that it is made of. */
  readonly parts: RecordingPart[];
}

/** Writes an MP4, or an MP3 when there is only sound, without encoding anything again. */
export const joinTakes = async (
  store: Pick<SegmentStore, 'get'>,
  takes: readonly [StoredTake, ...StoredTake[]],
  target: string,
): Promise<Joined> => {
  const { video } = await decoderConfigs(takes[0]);
  return video
    ? { format: 'mp4', ...(await joinMp4(store, takes, target)) }
    : { format: 'mp3', ...(await joinMp3(store, takes, target)) };
};
