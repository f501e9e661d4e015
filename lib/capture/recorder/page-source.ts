/** Records a meeting's page: its picture as it is, and the mix of everybody who is heard. */
import { bundle } from '../browser/bundle.ts';
import type { MeetingPage } from '../browser/meeting-page.ts';
import { within } from '../deadline.ts';
import type { RecorderMessage, RecordingOptions } from './page/protocol.ts';
import type { Sink, Source, SourceStats } from './seams.ts';

const stop_timeout_ms = 8_000;

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/** A source that makes one take of the page. It stops by itself, with a `failure`, when the page can no longer record. */
export const createPageSource = (meeting: MeetingPage, options: RecordingOptions): Source => {
  const stopped = Promise.withResolvers<SourceStats | undefined>();
  let failure: Error | undefined;
  let started = false;

  const hear = (sink: Sink, message: RecorderMessage): void => {
    switch (message.type) {
      case 'begin': {
        const { start_timestamp_ms, width, height, init } = message;
        sink.begin({ start_timestamp_ms, width, height }, bytes(init));
        break;
      }
      case 'segment':
        sink.write({ index: message.index, media: bytes(message.media) });
        break;
      case 'stopped':
        stopped.resolve(message.stats);
        break;
      case 'failed':
        failure = new Error(message.reason);
        stopped.resolve(undefined);
        break;
      case 'fps':
        break;
    }
  };

  const stop = async (): Promise<SourceStats | undefined> => {
    if (!started || failure || meeting.isLost) return undefined;
    started = false;
    await meeting.stopRecording();
    return within(stop_timeout_ms, 'ending the take', stopped.promise);
  };

  return {
    get failure() {
      return failure;
    },
    async start(sink) {
      meeting.onRecording((message) => hear(sink, message));
      const worker = await bundle(new URL('./page/worker.ts', import.meta.url));
      started = true;
      await meeting.startRecording(worker, options);
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop().catch(() => undefined);
    },
  };
};
