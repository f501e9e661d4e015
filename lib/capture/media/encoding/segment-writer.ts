/** Packs what a take's segmenter hands out, one segment after the other. */
import type { DecoderConfigs } from '../../programs/protocol/codecs.ts';
import { packSegment } from './pack-segment.ts';
import type { PacketGroup } from './packets.ts';

export interface SegmentWriterPorts {
  /** Gathers the take's packets; `next` answers a group that is finished, `rest` what is left at the end. */
  readonly segmenter: { next(): PacketGroup | undefined; rest(): PacketGroup | undefined };
  /** How the packets are decoded, once that is known: a moment after the first of them. */
  configs(): DecoderConfigs | undefined;
  /** How a group is packed (`packSegment`). */
  readonly packed?: typeof packSegment;
  /** Comes first, once. `init` is what players read before any segment. */
  begin(init: Uint8Array): void;
  /** Segments come in order. */
  write(segment: { readonly index: number; readonly media: Uint8Array }): void;
  /** Hears that a segment could not be packed. None is written after it. */
  onError(error: unknown): void;
}

export interface SegmentWriter {
  /** Packs the next group if it is finished. Until it is known how packets are decoded, they wait in the segmenter. */
  pack(): void;
  /** Packs what is left, and waits until all has been written. Rejects when something could not be packed. */
  finish(): Promise<void>;
}

export const createSegmentWriter = ({
  segmenter,
  configs,
  packed = packSegment,
  begin,
  write,
  onError,
}: SegmentWriterPorts): SegmentWriter => {
  let index = 0;
  let packing = Promise.resolve();

  const emit = async (group: PacketGroup): Promise<void> => {
    const known = configs();
    if (!known) return;
    const { init, media } = await packed(group, known);
    if (index === 0) begin(init);
    write({ index, media });
    index += 1;
  };
  const queue = (group: PacketGroup | undefined): void => {
    if (!group) return;
    packing = packing.then(() => emit(group));
    packing.catch(onError);
  };

  return {
    pack() {
      if (configs()) queue(segmenter.next());
    },
    async finish() {
      for (let group = segmenter.next(); group; group = segmenter.next()) queue(group);
      queue(segmenter.rest());
      await packing;
    },
  };
};
