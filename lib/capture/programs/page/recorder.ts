/**
 * The recorder inside the meeting's page: captures the tab where that is wanted, and hands its pictures to the media
 * worker.
 */

import type { RecorderMessage, RecordingOptions } from '../protocol/media.ts';
import { type CaptureTab, tabPicture } from '../shared/own-tab.ts';
import type { MediaWorker } from './media-worker.ts';

export interface PageRecorder {
  /** Gets everything going that a take needs, and records nothing. */
  arm(options: RecordingOptions): Promise<void>;
  /** Begins the take that is armed, under a name. Answers false when there is none, or it has begun already. */
  begin(take: string): boolean;
  /** Answers false when there is no take that could say that it has stopped. */
  stop(): boolean;
  /** Hears what the worker says of a take; of one that is not armed any more nothing is passed on. */
  hear(message: RecorderMessage): void;
  /** How many pictures a second the worker wants. */
  pace(fps: number): void;
  /** The worker is gone, and the take with it. */
  fail(reason: string): void;
}

/** `send` carries messages to Node; `captureTab` asks for the tab itself. */
export const createPageRecorder = (
  worker: Pick<MediaWorker, 'post'>,
  send: (message: RecorderMessage) => void,
  captureTab: CaptureTab,
): PageRecorder => {
  let armed: { options: RecordingOptions; picture: MediaStreamVideoTrack | undefined; take?: string } | undefined;
  let asked = 0;

  const end = (): void => {
    armed?.picture?.stop();
    armed = undefined;
  };

  const fail = (reason: string): void => {
    if (!armed) return;
    const { take } = armed;
    end();
    send({ type: 'failed', reason, take });
  };

  return {
    async arm(options) {
      end();
      asked += 1;
      const mine = asked;
      const picture = options.pictures?.of === 'page' ? await tabPicture(captureTab, options.pictures) : undefined;
      // Asked for again meanwhile: the other one is used.
      if (mine !== asked) return picture?.stop();
      armed = { options, picture };
      picture?.addEventListener('ended', () => {
        if (armed?.picture === picture) fail('the tab capture ended');
      });
      const tab = picture && new MediaStreamTrackProcessor({ track: picture }).readable;
      worker.post({ type: 'arm', options, tab }, tab ? [tab] : []);
    },
    begin(take) {
      // What became of a take that has begun is not known for sure; another one begins with another arming.
      if (!armed || armed.take !== undefined) return false;
      armed.take = take;
      worker.post({ type: 'begin', take });
      return true;
    },
    stop() {
      if (armed) worker.post({ type: 'stop', at_ms: performance.now() });
      return armed !== undefined;
    },
    hear(message) {
      if (!armed || message.take !== armed.take) return;
      send(message);
      if (message.type === 'stopped' || message.type === 'failed') end();
    },
    pace(fps) {
      const { width, height } = armed?.options.pictures ?? {};
      armed?.picture
        ?.applyConstraints({ width, height, frameRate: fps } as MediaTrackConstraints)
        .catch(() => undefined);
    },
    fail,
  };
};
