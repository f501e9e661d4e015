/** The recorder inside the meeting's page: captures the tab, hands pictures and sound to its worker. */
import type { RecorderMessage, RecordingOptions, WorkerCommand } from './protocol.ts';

// Chromium's own addition: offer the calling tab itself.
type OwnTabOptions = DisplayMediaStreamOptions & { preferCurrentTab: true };

// Enough to keep everything awake until the take begins, and no burden while a bot waits to be let in.
const armed_fps = 5;

export interface PageRecorder {
  /** Gets everything going that a take needs, and records nothing. `worker` is the source text of the worker. */
  arm(worker: string, options: RecordingOptions): Promise<void>;
  /** Begins the take. Answers false when nothing is armed. */
  begin(): boolean;
  stop(): void;
}

/** `send` carries messages to Node; `sound` gives the mix of everybody who is heard. */
export const createPageRecorder = (
  send: (message: RecorderMessage) => void,
  sound: () => Promise<MediaStreamAudioTrack>,
): PageRecorder => {
  let running: { worker: Worker; tracks: MediaStreamTrack[]; setOff: () => void } | undefined;

  const end = (): void => {
    running?.worker.terminate();
    for (const track of running?.tracks ?? []) track.stop();
    running = undefined;
  };

  return {
    async arm(source, options) {
      end();
      const { width, height, max_fps } = options;
      const wish: OwnTabOptions = {
        // Only a maximum given here slows the capture itself; what is wished later leaves out pictures that it made.
        video: { width, height, frameRate: { ideal: max_fps, max: max_fps } },
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
      const pace = (fps: number): void => {
        picture.applyConstraints({ width, height, frameRate: fps }).catch(() => undefined);
      };
      const setOff = (): void => {
        pace(max_fps);
        worker.postMessage({ type: 'begin' } satisfies WorkerCommand);
      };
      running = { worker, tracks: [picture, mix], setOff };
      worker.addEventListener('message', ({ data }: MessageEvent<RecorderMessage>) => {
        if (data.type === 'fps') pace(data.fps);
        send(data);
        if (data.type === 'stopped' || data.type === 'failed') end();
      });
      worker.addEventListener('error', ({ message }) => {
        send({ type: 'failed', reason: `the recording worker failed: ${message}` });
        end();
      });
      picture.addEventListener('ended', () => {
        if (running?.worker !== worker) return;
        send({ type: 'failed', reason: 'the tab capture ended' });
        end();
      });
      pace(armed_fps);
      const video = new MediaStreamTrackProcessor({ track: picture }).readable;
      const audio = new MediaStreamTrackProcessor({ track: mix, maxBufferSize: 100 }).readable;
      const command: WorkerCommand = { type: 'arm', options, video, audio };
      worker.postMessage(command, [video, audio]);
    },
    begin() {
      if (!running) return false;
      running.setOff();
      return true;
    },
    stop() {
      const command: WorkerCommand = { type: 'stop' };
      running?.worker.postMessage(command);
    },
  };
};
