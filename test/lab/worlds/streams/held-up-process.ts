/** A process that can be held up: then it gets neither its timers nor what comes, and once it goes on all of it at once. */
import type { OpenSocket } from '../../../../lib/capture/streams/rtms/socket.ts';
import type { Time } from '../../../facsimiles/time.ts';

export interface HeldUpProcess {
  /** The time as the process has it. */
  readonly time: Time;
  watch(open: OpenSocket): OpenSocket;
  hold(isHeldUp: boolean): void;
}

export const heldUpProcess = (time: Time): HeldUpProcess => {
  let isHeldUp = false;
  let timers: (() => void)[] = [];
  let frames: (() => void)[] = [];
  return {
    time: {
      now: time.now,
      after(ms, act) {
        let isWanted = true;
        const fire = (): void => {
          if (isWanted) act();
        };
        const timer = time.after(ms, () => (isHeldUp ? void timers.push(fire) : fire()));
        return {
          [Symbol.dispose]() {
            isWanted = false;
            timer[Symbol.dispose]();
          },
        };
      },
    },
    watch: (open) => (url, events, namedBy) => {
      const onFrame: typeof events.onFrame = (frame) => {
        if (isHeldUp) frames.push(() => events.onFrame(frame));
        else events.onFrame(frame);
      };
      return open(url, { ...events, onFrame }, namedBy);
    },
    hold(isToBe) {
      isHeldUp = isToBe;
      if (isHeldUp) return;
      // As Node does it: timers that are due go before what is to be read.
      const due = [...timers, ...frames];
      [timers, frames] = [[], []];
      for (const act of due) act();
    },
  };
};
