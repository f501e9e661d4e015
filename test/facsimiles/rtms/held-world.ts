/** A facsimile whose time stands still until a test lets it pass. */
import type { ConfEvent } from '../conf/events.ts';
import { type HeldTime, heldTime } from '../time.ts';
import type { RtmsQuirks } from './quirks.ts';
import { anRtms, type PlayedStream, type Rtms, type RtmsOptions } from './rtms.ts';
import type { Script } from './script.ts';

export interface World extends AsyncDisposable {
  readonly rtms: Rtms;
  readonly time: HeldTime;
  readonly stream: PlayedStream;
  readonly told: ConfEvent[];
  /** Lets so many seconds pass, and everybody react to each. */
  pass(seconds: number): Promise<void>;
}
export const aWorld = async (quirks: RtmsQuirks = {}, options: RtmsOptions = {}): Promise<World> => {
  const time = heldTime();
  const told: ConfEvent[] = [];
  const rtms = await anRtms({ time, quirks, tell: (event) => void told.push(event), ...options });
  return {
    rtms,
    time,
    told,
    stream: rtms.startStream(),
    async pass(seconds) {
      for (let left = seconds * 1000; left > 0; left -= 1000) {
        time.advance(Math.min(left, 1000));
        await rtms.settled();
      }
    },
    [Symbol.asyncDispose]: () => rtms[Symbol.asyncDispose](),
  };
};
export const playAll = async (world: World, script: Script): Promise<void> => {
  using playing = await world.stream.play(script);
  await world.pass((script.at(-1)?.at_ms ?? 0) / 1000);
  await playing.done;
};
