/** Packets of a data channel, as agents send them, and as the page hands them on to whoever hears them. */
import { type Sender, senderIn } from '../../../../../lib/capture/platforms/livekit/page/text-streams.ts';
import { ProtoMessage } from '../../../../../lib/capture/platforms/page/protobuf.ts';
import type { ProtoFields } from '../../../../lab/builders/proto.ts';

interface Reader {
  hear(sender: Sender, message: ProtoMessage): Promise<void>;
}

export const hearPacket = async (reader: Reader, from: Sender['from'], bytes: Uint8Array): Promise<void> => {
  const message = ProtoMessage.read(bytes);
  if (message) await reader.hear(senderIn(from, message), message);
};

export const aMember = (identity: string, more: ProtoFields = {}): ProtoFields => ({
  ...{ 1: `PA_${identity}`, 2: identity, 3: 2, 9: `${identity[0]?.toUpperCase()}${identity.slice(1)}` },
  4: [{ 1: `TR_${identity}`, 9: 2 }],
  ...more,
});
export const ofAgent = { 14: 4 };

/** Who sends it, as the server writes it. */
export const by = (writer: string, inTheNameOf: string = writer): ProtoFields => ({
  4: inTheNameOf,
  17: `PA_${writer}`,
});
const attributesOf = (attributes: Record<string, string>): ProtoFields[] =>
  Object.entries(attributes).map(([key, value]) => ({ 1: key, 2: value }));
export const segmentOf = (segment: string, final?: boolean): Record<string, string> => ({
  'lk.segment_id': segment,
  ...(final !== undefined && { 'lk.transcription_final': String(final) }),
});
export const aHeader = (id: string, attributes: Record<string, string>, more: ProtoFields = {}): ProtoFields => ({
  13: { 1: id, 3: 'lk.transcription', 8: attributesOf(attributes), 9: { 5: 1 }, ...more },
});
export const part = (id: string, number: number, text: string | Uint8Array): ProtoFields => ({
  14: { 1: id, ...(number > 0 && { 2: number }), 3: text },
});
export const end = (id: string, attributes: Record<string, string> = {}): ProtoFields => ({
  15: { 1: id, 3: attributesOf(attributes) },
});

export const packetOf = (
  writer: string,
  whose: string,
  ...segments: [id: string, text: string, final?: boolean][]
) => ({
  ...by(writer),
  7: {
    ...(whose && { 2: whose }),
    3: 'TR_ada',
    4: segments.map(([id, text, final]) => ({ 1: id, 2: text, ...(final && { 5: 1 }) })),
  },
});
