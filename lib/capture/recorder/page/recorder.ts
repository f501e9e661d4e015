/** The recorder inside the meeting's page: captures the tab where that is wanted, hands sound to the media worker. */
import type { MediaWorker } from '../../browser/hooks/media-worker.ts';
import type { RecorderMessage, RecordingOptions } from './protocol.ts';

// Chromium's own addition: offer the calling tab itself.
type OwnTabOptions = DisplayMediaStreamOptions & { preferCurrentTab: true };

export interface PageRecorder {
  /** Gets everything going that a take needs, and records nothing. */
  arm(options: RecordingOptions): Promise<void>;
  /** Begins the take. Answers false when nothing is armed. */
  begin(): boolean;
  stop(): void;
  /** Hears what the worker says of the take. */
  hear(message: RecorderMessage): void;
  /** The pace at which the tab is to give pictures. */
  pace(fps: number): void;
  /** The worker is gone, and the take with it. */
  fail(reason: string): void;
}

const tabPicture = async ({ width, height, max_fps }: RecordingOptions): Promise<MediaStreamVideoTrack> => {
  const wish: OwnTabOptions = {
    // Only a maximum given here slows the capture itself; what is wished later leaves out pictures that it made.
    video: { width, height, frameRate: { ideal: max_fps, max: max_fps } },
    audio: false,
    preferCurrentTab: true,
  };
  const screen = await navigator.mediaDevices.getDisplayMedia(wish);
  const [picture] = screen.getVideoTracks();
  if (!picture) throw new Error('the tab gave no picture');
  return picture as MediaStreamVideoTrack;
};

/** `send` carries messages to Node; `sound` gives the mix of everybody who is heard. */
export const createPageRecorder = (
  worker: Pick<MediaWorker, 'post'>,
  send: (message: RecorderMessage) => void,
  sound: () => Promise<MediaStreamAudioTrack>,
): PageRecorder => {
  let running:
    | { picture: MediaStreamVideoTrack | undefined; mix: MediaStreamTrack; pace: (fps: number) => void }
    | undefined;

  const end = (): void => {
    running?.picture?.stop();
    running?.mix.stop();
    running = undefined;
  };

  const fail = (reason: string): void => {
    if (!running) return;
    end();
    send({ type: 'failed', reason });
  };

  return {
    async arm(options) {
      end();
      const { width, height } = options;
      const picture = options.pictures === 'page' ? await tabPicture(options) : undefined;
      const mix = await sound();
      const pace = (fps: number): void => {
        picture?.applyConstraints({ width, height, frameRate: fps }).catch(() => undefined);
      };
      running = { picture, mix, pace };
      picture?.addEventListener('ended', () => {
        if (running?.picture === picture) fail('the tab capture ended');
      });
      const tab = picture && new MediaStreamTrackProcessor({ track: picture }).readable;
      const audio = new MediaStreamTrackProcessor({ track: mix, maxBufferSize: 100 }).readable;
      worker.post({ type: 'arm', options, tab, audio }, tab ? [tab, audio] : [audio]);
    },
    begin() {
      if (running) worker.post({ type: 'begin' });
      return running !== undefined;
    },
    stop() {
      if (running) worker.post({ type: 'stop' });
    },
    pace: (fps) => running?.pace(fps),
    hear(message) {
      send(message);
      if (message.type === 'stopped' || message.type === 'failed') end();
    },
    fail,
  };
};
