/** People's voices: the demo room's clips, as they were encoded, packet by packet in real time. */
import { clipNamed, packetsOf } from '../../sound/speech.ts';

const packetMs = 20;
const lookEveryMs = 10;

/** A packet that somebody's voice is in. */
export interface SpokenPacket {
  readonly speaker: string;
  readonly packet: Uint8Array;
  /** Which of all packets since the talk began, by time. */
  readonly at: number;
}

/** When something was said, in Unix time, by the clock of this machine. */
export interface Saying {
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

export interface Talk extends Disposable {
  /** Says a clip of the demo room; resolves when its last packet was sent. */
  say(speaker: string, clip: string): Promise<Saying>;
  /** Says the beginning of a clip, again and again, for so long. */
  sayFor(speaker: string, clip: string, for_ms: number): Promise<Saying>;
  /** Hears everybody's packets. Answers how to cease. */
  listen(listener: (packets: readonly SpokenPacket[]) => void): () => void;
}

interface Speech {
  readonly speaker: string;
  readonly packets: readonly Uint8Array[];
  readonly from: number;
  readonly until: number;
  readonly ended: () => void;
}

export const startTalk = (): Talk => {
  const began_ms = Date.now();
  const listeners = new Set<(packets: readonly SpokenPacket[]) => void>();
  let speeches: readonly Speech[] = [];
  let next = 0;
  const now = (): number => Math.floor((Date.now() - began_ms) / packetMs);

  const sendAt = (at: number): void => {
    const spoken = speeches.flatMap(({ speaker, packets, from, until }): SpokenPacket[] => {
      const packet = packets[(at - from) % packets.length];
      return packet && at >= from && at < until ? [{ speaker, packet, at }] : [];
    });
    if (spoken.length > 0) for (const listener of listeners) listener(spoken);
    for (const { until, ended } of speeches) if (at >= until) ended();
    speeches = speeches.filter(({ until }) => at < until);
  };
  /** While somebody speaks: a file of tests has many meetings, and in most of them nobody does. */
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    // What a busy machine had no time for is sent at once: the receiver's buffer has it in its place.
    for (; next <= now(); next += 1) sendAt(next);
    if (speeches.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const speak = async (speaker: string, clip: string, count: number | undefined): Promise<Saying> => {
    const packets = await packetsOf(clip);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!timer) next = Math.max(next, now() + 1);
    timer ??= setInterval(look, lookEveryMs);
    const from = Math.max(next, now()) + 1;
    const until = from + (count ?? packets.length);
    speeches = [...speeches, { speaker, packets, from, until, ended: resolve }];
    await promise;
    return {
      start_ms: began_ms + from * packetMs,
      end_ms: began_ms + until * packetMs,
      text: clipNamed(clip).text,
    };
  };

  return {
    say: (speaker, clip) => speak(speaker, clip, undefined),
    sayFor: (speaker, clip, for_ms) => speak(speaker, clip, Math.round(for_ms / packetMs)),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const { ended } of speeches) ended();
    },
  };
};
