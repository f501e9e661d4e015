/** Says what a client gives, in time: it may give a whole answer at once, also before it can be heard, and take it back while it is being said. */
import { samplesIn } from '../media/pcm.ts';
import { meetingRate } from '../media/sound.ts';
import { createLateness } from './lateness.ts';
import { bytesOf, type ChangeRate, createRateChange } from './rates.ts';

const everyMs = 20;
/** So much is on its way before it is due, for a machine that is busy; it is also what cannot be taken back here. */
const aheadMs = 60;
/** A machine that was held up gives no more than this at once: whoever plays it may be held up as well, and has room for so much more (agent-voice.ts). */
const mostLateMs = 250;
const mostWaitingMs = 120_000;

export interface SpeakingPorts {
  /** Takes 48 kHz PCM in base64. */
  readonly say: (pcm: string) => void;
  /** Has what was said and not heard yet forgotten. */
  readonly hush: () => void;
  readonly now_ms: () => number;
  /** Hears that more was given than can wait. */
  readonly onOverflow: () => void;
}

interface Part {
  samples: Int16Array;
  readonly rate: number;
}

const lengthMs = ({ samples, rate }: Part): number => (samples.length / rate) * 1000;

export const createSpeaking = ({ say, hush, now_ms, onOverflow }: SpeakingPorts) => {
  let waiting: Part[] = [];
  let waiting_ms = 0;
  let isHeld = true;
  let timer: NodeJS.Timeout | undefined;
  /** When what is being said began, and how much of it was given away. */
  let began_ms = 0;
  let given_ms = 0;
  /** At which rate it is given, and what makes the meeting's of that. */
  let voice: { readonly rate: number; readonly change: ChangeRate } | undefined;
  const lateness = createLateness();

  const giveNext = (part: Part): void => {
    if (voice?.rate !== part.rate) voice = { rate: part.rate, change: createRateChange(part.rate, meetingRate) };
    const { rate, change } = voice;
    const samples = part.samples.subarray(0, (rate * everyMs) / 1000);
    part.samples = part.samples.subarray(samples.length);
    if (part.samples.length === 0) waiting.shift();
    const given = lengthMs({ samples, rate });
    waiting_ms -= given;
    if (lateness.isLeftOut(samples, given)) return;
    given_ms += given;
    say(bytesOf(change(samples)).toString('base64'));
  };

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  const work = (): void => {
    // What comes later than that is heard later, and all of it.
    if (waiting.length > 0) began_ms += Math.max(0, now_ms() - began_ms - given_ms - mostLateMs);
    const elapsed_ms = now_ms() - began_ms;
    for (let [next] = waiting; next && given_ms < elapsed_ms + aheadMs; [next] = waiting) giveNext(next);
    lateness.watch(waiting_ms, now_ms());
    // All of it was heard: what comes next begins anew.
    if (waiting.length === 0 && elapsed_ms > given_ms) stop();
  };

  const start = (): void => {
    if (isHeld || waiting.length === 0) return;
    began_ms = now_ms();
    given_ms = 0;
    lateness.begin(began_ms, waiting_ms);
    timer = setInterval(work, everyMs);
    work();
  };

  return {
    /** Until then, nothing is said, and what is given waits. Safe to repeat. */
    begin(): void {
      isHeld = false;
      if (!timer) start();
    },
    /** PCM at a rate that divides 48 kHz. */
    add(pcm: Uint8Array, rate: number): void {
      const part = { samples: samplesIn(pcm), rate };
      if (part.samples.length === 0) return;
      if (waiting_ms + lengthMs(part) > mostWaitingMs) {
        onOverflow();
        return;
      }
      waiting.push(part);
      waiting_ms += lengthMs(part);
      if (timer) lateness.come(lengthMs(part));
      else start();
    },
    /** Nothing of what was given is said any more. */
    clear(): void {
      waiting = [];
      waiting_ms = 0;
      voice = undefined;
      stop();
      hush();
    },
    stop,
  };
};
