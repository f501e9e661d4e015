/** Teams' model of sound: one mix for everybody, whose packets name who is in it; a second track may carry the same. */
import type { SoundLine } from '../media/media-server.ts';
import type { SpokenPacket } from '../media/talk.ts';

/** Of packets of 20 ms: whoever was not heard for so long gives way to somebody else. */
const holdsFor = 15;
const level = 30;

export interface MixOptions {
  readonly sourceOf: (speaker: string) => number | undefined;
  /** Somebody else is heard now. */
  readonly onSpeaker: (source: number) => void;
}

/**
 * Real mixes hold several voices at once. This one carries whoever began first, and names the others who speak with it in its
 * packets, the loudest first, as nobody here mixes Opus.
 */
export const createMix = (lines: readonly SoundLine[], { sourceOf, onSpeaker }: MixOptions) => {
  let holder: { readonly speaker: string; readonly last: number } | undefined;

  const send = (at: number, spoken: readonly SpokenPacket[]): void => {
    const isFree = !holder || at - holder.last > holdsFor;
    const heard = spoken.find(({ speaker }) => speaker === holder?.speaker) ?? (isFree ? spoken[0] : undefined);
    if (!heard) return;
    const own = sourceOf(heard.speaker);
    if (own === undefined) return;
    if (holder?.speaker !== heard.speaker) onSpeaker(own);
    holder = { speaker: heard.speaker, last: at };
    const others = spoken.flatMap(({ speaker }) => (speaker === heard.speaker ? [] : (sourceOf(speaker) ?? [])));
    for (const line of lines) line.send(heard.packet, at, { sources: [own, ...others].slice(0, 15), level });
  };

  return (packets: readonly SpokenPacket[]): void => {
    const times = new Set(packets.map(({ at }) => at));
    for (const at of times)
      send(
        at,
        packets.filter((packet) => packet.at === at),
      );
  };
};
