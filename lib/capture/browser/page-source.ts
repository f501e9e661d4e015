/** Records a meeting's page: its picture as it is, or those of people's tracks, and the mix of everybody who is heard. */

import type { Recorder } from '../../domain/bot/capture-task.ts';
import { withinOwnTime } from '../../process/deadline.ts';
import { pause } from '../../process/pause.ts';
import {
  type MeetingRecorder,
  type RecordingWish,
  type Sink,
  type Source,
  SourceSilentError,
} from '../meeting/source.ts';
import type { RecorderMessage, RecordingOptions, TakeStats } from '../programs/protocol/media.ts';
import type { MeetingPage } from './meeting-page.ts';

/**
 * A take that ends and says nothing for so long is given up. What is still being encoded goes on giving signs. While this process
 * is held up no time goes by: what the take said meanwhile waits to be heard.
 */
const stopSilentForMs = 8_000;
const stopTimeoutMs = 30_000;
const stopLookEveryMs = 500;
/**
 * A take that gets on gives a sign once a second. With six busy programs beside it, the longest wait for one was 1.3 s.
 */
const silentForMs = 6_000;
/**
 * Sessions look four times a second (session/pace.ts). Where they come to less than half of that, the whole machine is too
 * busy, and the take is only as slow as everything else.
 */
const sloppyLookMs = 500;
const segmentWithinMs = 20_000;

/** What is asked of a page that is recorded. */
export type RecordedPage = Pick<
  MeetingPage,
  'isLost' | 'armRecording' | 'beginRecording' | 'stopRecording' | 'onRecording'
>;

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/**
 * A source that makes one take of the page, under a name that no other has. The take's first sign must come within
 * `first_sign_ms`.
 */
const createPageSource = (
  meeting: RecordedPage,
  options: RecordingOptions,
  take: string,
  first_sign_ms = silentForMs,
): Source => {
  const stopped = Promise.withResolvers<TakeStats | undefined>();
  let failure: Error | undefined;
  let isSuspected = false;
  let isGoing = false;
  let isOver = false;
  let sign_within_ms = first_sign_ms;
  let heard_ms = 0;
  let looks = 0;
  let segment_ms = 0;

  const hear = (sink: Sink, message: RecorderMessage): void => {
    if (isOver || message.take !== take) return;
    heard_ms = performance.now();
    looks = 0;
    sign_within_ms = silentForMs;
    isSuspected = false;
    switch (message.type) {
      case 'alive':
        break;
      case 'begin': {
        const { start_timestamp_ms, width, height, init } = message;
        sink.begin({ start_timestamp_ms, width, height }, bytes(init));
        break;
      }
      case 'segment':
        segment_ms = heard_ms;
        sink.write({ index: message.index, media: bytes(message.media) });
        break;
      case 'stopped':
        stopped.resolve(message.stats);
        break;
      case 'failed':
        failure = new Error(message.reason);
        stopped.resolve(undefined);
        break;
    }
  };

  const silence = (): Error | undefined => {
    const now_ms = performance.now();
    looks += 1;
    if (now_ms - heard_ms > sign_within_ms && looks * sloppyLookMs > sign_within_ms)
      return new SourceSilentError('the recorder gives no sign');
    if (now_ms - segment_ms > segmentWithinMs) return new SourceSilentError('the recorder gives no segment');
    return undefined;
  };

  /** Resolves when an ending take has said nothing for too long. */
  const fallenSilent = async (signal: AbortSignal): Promise<void> => {
    looks = 0;
    for (; !signal.aborted && looks * stopLookEveryMs < stopSilentForMs; looks += 1)
      await pause(stopLookEveryMs, signal);
  };

  /** What an ending take says at last. @throws when it does not */
  const said = async (): Promise<TakeStats | undefined> => {
    const over = new AbortController();
    const silent = fallenSilent(over.signal).then(() => {
      throw new SourceSilentError('the take gives no sign while it ends');
    });
    try {
      return await withinOwnTime(stopTimeoutMs, 'ending the take', Promise.race([stopped.promise, silent]));
    } finally {
      silent.catch(() => undefined);
      over.abort();
    }
  };

  return {
    look() {
      const found = isGoing ? silence() : undefined;
      // When the page itself stood still, it answers calls first and passes on the take's messages after that: so the first
      // silence is only a suspicion.
      if (isSuspected) failure ??= found;
      isSuspected = found !== undefined;
      return failure;
    },
    async start(sink) {
      meeting.onRecording((message) => hear(sink, message));
      isGoing = true;
      heard_ms = performance.now();
      segment_ms = heard_ms;
      if (await meeting.beginRecording(take)) return;
      await meeting.armRecording(options);
      heard_ms = performance.now();
      if (!(await meeting.beginRecording(take))) throw new Error('the recorder broke before it began');
    },
    async stop() {
      if (!isGoing) return undefined;
      isGoing = false;
      // Whatever a take says after it was given up goes into no recording.
      isOver = failure !== undefined || meeting.isLost;
      try {
        if (meeting.isLost || !(await meeting.stopRecording()) || failure) return undefined;
        return await said();
      } finally {
        isOver = true;
      }
    },
  };
};

const optionsOf = ({ sound, pictures }: RecordingWish, kind: Recorder): RecordingOptions => {
  if (!pictures) return { sound };
  const { view, ...form } = pictures;
  return { sound, pictures: { of: kind === 'tracks' ? view : 'page', ...form } };
};

/** Records a page. */
export const recorderOf = (page: RecordedPage, kind: Recorder): MeetingRecorder => ({
  isOfPage: kind === 'page',
  arm: (wish) => page.armRecording(optionsOf(wish, kind)),
  source: (wish, take, first_sign_ms) => createPageSource(page, optionsOf(wish, kind), take, first_sign_ms),
});
