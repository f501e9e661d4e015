/** Records a meeting's page: its picture as it is, and the mix of everybody who is heard. */
import type { MeetingPage } from '../browser/meeting-page.ts';
import { within } from '../deadline.ts';
import type { RecorderMessage, RecordingOptions } from './page/protocol.ts';
import type { Sink, Source, SourceStats } from './seams.ts';

const stop_timeout_ms = 8_000;
const silent_for_ms = 20_000;

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

/** A source that makes one take of the page. It stops by itself, with a `failure`, when the page can no longer record. */
export const createPageSource = (meeting: MeetingPage, options: RecordingOptions): Source => {
  const stopped = Promise.withResolvers<SourceStats | undefined>();
  let failure: Error | undefined;
  let started = false;
  let heard_ms = 0;

  const hear = (sink: Sink, message: RecorderMessage): void => {
    heard_ms = Date.now();
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
    }
  };

  const stop = async (): Promise<SourceStats | undefined> => {
    if (!started || failure || meeting.isLost) return undefined;
    started = false;
    await meeting.stopRecording();
    return within(stop_timeout_ms, 'ending the take', stopped.promise);
  };

  const arm = async (): Promise<void> => {
    await meeting.armRecording(options);
  };

  return {
    get failure() {
      if (started && Date.now() - heard_ms > silent_for_ms)
        failure ??= new Error('the recorder gave no segment for too long');
      return failure;
    },
    arm,
    async start(sink) {
      meeting.onRecording((message) => hear(sink, message));
      started = true;
      heard_ms = Date.now();
      if (await meeting.beginRecording()) return;
      await arm();
      if (!(await meeting.beginRecording())) throw new Error('the recorder broke before it began');
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop().catch(() => undefined);
    },
  };
};
