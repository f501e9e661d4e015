/** Google Meet's model of sound: three lines for everybody; a line is whose who speaks, and soon somebody else's. */
import type { SoundLine } from '../media/media-server.ts';
import type { SpokenPacket } from '../media/talk.ts';

/** A line is free again when nothing was said through it for so many packets of 20 ms. */
const freeAfter = 10;
/** As loud as people speak. */
const level = 30;

interface Holder {
  speaker: string | undefined;
  last: number;
}

/** A fourth who speaks while the lines are taken is not heard. `sourceOf`: the number that names somebody in packets. */
export const createLines = (lines: readonly SoundLine[], sourceOf: (speaker: string) => number | undefined) => {
  const holders = lines.map((): Holder => ({ speaker: undefined, last: Number.NEGATIVE_INFINITY }));

  const lineFor = (speaker: string, at: number): number => {
    const own = holders.findIndex((holder) => holder.speaker === speaker && at - holder.last <= freeAfter);
    return own >= 0 ? own : holders.findIndex(({ last }) => at - last > freeAfter);
  };

  return (packets: readonly SpokenPacket[]): void => {
    for (const { speaker, packet, at } of packets) {
      const source = sourceOf(speaker);
      const index = lineFor(speaker, at);
      const [line, holder] = [lines[index], holders[index]];
      if (source === undefined || !line || !holder) continue;
      Object.assign(holder, { speaker, last: at });
      line.send(packet, at, { sources: [source], level });
    }
  };
};
