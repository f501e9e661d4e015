/** Plays an MP4: pictures and sound in step, decoded as they are needed. */
import {
  AudioSampleSink,
  CustomSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
  VideoSampleSink,
} from 'mediabunny';
import { createSamplesOf } from '../../media/samples-of.ts';
import { meetingRate } from '../../media/sound.ts';
import { blockMs, type Samples } from '../shared/sound.ts';
import { createDecodedAhead, type DecodedAhead } from './decoded-ahead.ts';
import { playRounds } from './rounds.ts';
import { createFitting } from './video-frames.ts';

const latestS = 0.2;
const leastBetweenS = 1 / 32;
/** Pages that turn on a camera wait for a picture of it. */
const shownAgainBeats = 10;

export interface PlayerOptions {
  readonly size_bytes: number;
  readonly loop: boolean;
  read(start: number, end: number): Promise<Uint8Array>;
  show(frame: VideoFrame): void;
  onReady(): void;
  /** Hears once why a video that loops does not come to its end. */
  onFault(error: unknown): void;
}

async function* samplesIn(track: InputAudioTrack): AsyncGenerator<Samples> {
  const samplesOf = createSamplesOf();
  let isFirst = true;
  for await (using sample of new AudioSampleSink(track).samples(0)) {
    if (isFirst && sample.timestamp > 0) yield new Float32Array(Math.round(sample.timestamp * meetingRate));
    isFirst = false;
    const data = sample.toAudioData();
    const samples = samplesOf(data).slice();
    data.close();
    yield samples;
  }
}

async function* silence(): AsyncGenerator<Samples> {}

/**
 * One video, which stands at its first picture until it is to `roll`. `beat` is its clock, called for every 10 ms; it waits
 * where decoding is late, so that pictures and sound stay together. `done` resolves at the end, or rejects when the
 * file cannot be played, or was stopped while it was read; then whoever stops it has `read` reject.
 */
export const createPlayer = ({ size_bytes, loop, read, show, onReady, onFault }: PlayerOptions) => {
  const fitted = createFitting();
  let stopped = false;
  let sound: DecodedAhead | undefined;
  let isHeld = true;
  let first: VideoFrame | undefined;
  let beats = 0;
  let rolling = false;
  let position_s = 0;
  let waiting: { due_s: number; arrived: () => void } | undefined;

  const arrive = (): void => {
    waiting?.arrived();
    waiting = undefined;
  };
  const until = (due_s: number): Promise<void> | undefined => {
    if (stopped || position_s >= due_s) return undefined;
    return new Promise((arrived) => {
      waiting = { due_s, arrived };
    });
  };

  const letGo = (): void => {
    isHeld = false;
    first?.close();
    first = undefined;
  };
  const standStill = (): void => {
    beats += 1;
    if (first && beats % shownAgainBeats === 0) show(first.clone());
  };

  const pictures = async (track: InputVideoTrack): Promise<void> => {
    let shown_s = Number.NEGATIVE_INFINITY;
    let end_s = 0;
    for await (using sample of new VideoSampleSink(track).samples(0)) {
      if (stopped) return;
      rolling = true;
      // It stands at the first whenever that is due: until it rolls no time goes on.
      if (first || !isHeld) await until(sample.timestamp);
      if (stopped) return;
      end_s = sample.timestamp + sample.duration;
      const isLate = position_s - sample.timestamp > latestS;
      if (isLate || sample.timestamp - shown_s < leastBetweenS) continue;
      shown_s = sample.timestamp;
      const frame = fitted(sample, Math.round(performance.now() * 1000));
      if (isHeld) first ??= frame.clone();
      show(frame);
    }
    // One without pictures is heard all the same.
    rolling = true;
    await until(end_s);
  };

  const round = async (video: InputVideoTrack, audio: InputAudioTrack | undefined): Promise<void> => {
    position_s = 0;
    rolling = false;
    sound = createDecodedAhead(audio ? samplesIn(audio) : silence());
    try {
      await pictures(video);
      // Sound may be longer than the picture.
      while (!stopped && !sound.isOver) await until(position_s + 0.1);
      await sound.decoded.catch((cause: unknown) => {
        throw new Error(`its sound could not be decoded to its end (${cause})`, { cause });
      });
    } finally {
      sound.stop();
    }
  };

  const readOn = async (start: number, end: number): Promise<Uint8Array> => {
    // Nobody would answer.
    if (stopped) throw new Error('it was stopped');
    return read(start, end);
  };

  const play = async (): Promise<void> => {
    using input = new Input({
      source: new CustomSource({ getSize: () => size_bytes, read: readOn, prefetchProfile: 'fileSystem' }),
      formats: [MP4, QTFF],
    });
    const video = await input.getPrimaryVideoTrack();
    if (!video || !(await video.canDecode())) throw new Error('its picture cannot be decoded');
    const audio = await input.getPrimaryAudioTrack();
    const hearable = audio && (await audio.canDecode()) ? audio : undefined;
    onReady();
    await playRounds({
      loop,
      round: () => round(video, hearable),
      played_s: () => position_s,
      isStopped: () => stopped,
      onFault,
    });
  };

  return {
    done: play().finally(letGo),
    /** Answers whether the block has sound of the video in it. */
    beat(into: Samples): boolean {
      if (isHeld) {
        standStill();
        return false;
      }
      if (!rolling || !sound?.isReady || !sound.fill(into)) return false;
      position_s += blockMs / 1000;
      if (waiting && position_s >= waiting.due_s) arrive();
      return true;
    },
    roll: letGo,
    stop(): void {
      stopped = true;
      letGo();
      sound?.stop();
      arrive();
    },
  };
};
export type Player = ReturnType<typeof createPlayer>;
