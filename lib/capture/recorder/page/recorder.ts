/** The recorder inside the meeting's page: captures the tab, hands pictures and sound to its worker. */
import type { RecorderMessage, RecordingOptions, WorkerCommand } from './protocol.ts';

// Chromium's own addition: offer the calling tab itself.
type OwnTabOptions = DisplayMediaStreamOptions & { preferCurrentTab: true };

export interface PageRecorder {
  /** `worker` is the source text of the worker. */
  start(worker: string, options: RecordingOptions): Promise<void>;
  stop(): void;
}

/** `send` carries messages to Node; `sound` gives the mix of everybody who is heard. */
export const createPageRecorder = (
  send: (message: RecorderMessage) => void,
  sound: () => Promise<MediaStreamAudioTrack>,
): PageRecorder => {
  let running: { worker: Worker; tracks: MediaStreamTrack[] } | undefined;

  const end = (): void => {
    running?.worker.terminate();
    for (const track of running?.tracks ?? []) track.stop();
    running = undefined;
  };

  return {
    async start(source, options) {
      end();
      const { width, height, max_fps } = options;
      const wish: OwnTabOptions = {
        video: { width, height, frameRate: max_fps },
        audio: false,
        preferCurrentTab: true,
      };
      const screen = await navigator.mediaDevices.getDisplayMedia(wish);
      const picture = screen.getVideoTracks()[0];
      if (!picture) throw new Error('the tab gave no picture');
      const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      const worker = new Worker(address);
      URL.revokeObjectURL(address);
      const mix = await sound();
      running = { worker, tracks: [picture, mix] };
      worker.addEventListener('message', ({ data }: MessageEvent<RecorderMessage>) => {
        if (data.type === 'fps')
          picture.applyConstraints({ width, height, frameRate: data.fps }).catch(() => undefined);
        send(data);
        if (data.type === 'stopped' || data.type === 'failed') end();
      });
      worker.addEventListener('error', ({ message }) => {
        send({ type: 'failed', reason: `the recording worker failed: ${message}` });
        end();
      });
      picture.addEventListener('ended', () => {
        if (running?.worker === worker) send({ type: 'failed', reason: 'the tab capture ended' });
      });
      const video = new MediaStreamTrackProcessor({ track: picture }).readable;
      const audio = new MediaStreamTrackProcessor({ track: mix, maxBufferSize: 100 }).readable;
      const command: WorkerCommand = { type: 'start', options, video, audio };
      worker.postMessage(command, [video, audio]);
    },
    stop() {
      const command: WorkerCommand = { type: 'stop' };
      running?.worker.postMessage(command);
    },
  };
};
