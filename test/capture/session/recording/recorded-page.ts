/** A page that is recorded: with the recorder that pages have, and a media worker that does as the test says. */

import type { RecordedPage } from '../../../../lib/capture/browser/page-source.ts';
import { createPageRecorder } from '../../../../lib/capture/programs/page/recorder.ts';
import type { RecorderMessage, TakeMessage, WorkerCommand } from '../../../../lib/capture/programs/protocol/media.ts';

const signMs = 1_000;
const segmentMs = 2_000;

/**
 * One take, which gives a sign once a second and a segment every two, as `slowness` times as long; it takes `ends_in_s` to
 * end, and gives signs meanwhile.
 */
const aTake = (tell: (message: RecorderMessage) => void, slowness: number, ends_in_s: number) => {
  let name: string | undefined;
  let index = 0;
  let going_ms = 0;
  const say = (message: TakeMessage): void => tell({ ...message, take: name });
  const segment = (): void => {
    if (index === 0) say({ type: 'begin', start_timestamp_ms: Date.now(), init: btoa('init') });
    say({ type: 'segment', index, media: btoa(`${name} ${index}`) });
    index += 1;
  };
  return {
    begin(wanted: string) {
      if (name !== undefined) return;
      name = wanted;
      say({ type: 'alive' });
    },
    /** Another hundred milliseconds have passed. */
    pass() {
      if (name === undefined) return;
      going_ms += 100;
      if (going_ms % (signMs * slowness) === 0) say({ type: 'alive' });
      if (going_ms % (segmentMs * slowness) === 0) segment();
    },
    async stop() {
      for (let second = 0; second < ends_in_s; second += 1) {
        await new Promise((resolve) => setTimeout(resolve, signMs));
        say({ type: 'alive' });
      }
      segment();
      say({ type: 'stopped' });
    },
    break: () => say({ type: 'failed', reason: 'no encoder' }),
  };
};

/**
 * Its worker does nothing while it is held up, and everything that it was told meanwhile when it goes on. The page itself
 * may stand still: what the worker says reaches nobody meanwhile.
 */
export const aRecordedPage = ({ slowness = 1, ends_in_s = 0 } = {}) => {
  let take: ReturnType<typeof aTake> | undefined;
  let isHeldUp = false;
  let isStill = false;
  const unheard: RecorderMessage[] = [];
  const waiting: WorkerCommand[] = [];
  let listener: (message: RecorderMessage) => void = () => undefined;
  const hear = (message: RecorderMessage): void => void (isStill ? unheard.push(message) : recorder.hear(message));
  const obey = (command: WorkerCommand): void => {
    if (command.type === 'arm') take = aTake(hear, slowness, ends_in_s);
    if (command.type === 'begin') take?.begin(command.take);
    if (command.type === 'stop') {
      void take?.stop();
      take = undefined;
    }
  };
  const recorder = createPageRecorder(
    { post: (command) => void (isHeldUp ? waiting.push(command) : obey(command)) },
    (message) => listener(message),
    () => Promise.reject(new Error('nobody asked for the tab')),
  );
  setInterval(() => !isHeldUp && take?.pass(), 100);
  const page: RecordedPage = {
    isLost: false,
    armRecording: (options) => recorder.arm(options),
    beginRecording: async (name) => recorder.begin(name),
    stopRecording: async () => recorder.stop(),
    onRecording(wanted) {
      listener = wanted;
    },
  };
  return {
    page,
    holdUp() {
      isHeldUp = true;
    },
    goOn() {
      isHeldUp = false;
      for (const command of waiting.splice(0)) obey(command);
    },
    standStill() {
      isStill = true;
    },
    moveOn() {
      isStill = false;
      for (const message of unheard.splice(0)) recorder.hear(message);
    },
    break: () => take?.break(),
  };
};
