/** Packets of a data channel, as the page hands them on to whoever hears them. */
import { type Sender, senderIn } from '../../../../../lib/capture/platforms/livekit/page/text-streams.ts';
import { ProtoMessage } from '../../../../../lib/capture/platforms/page/protobuf.ts';

interface Reader {
  hear(sender: Sender, message: ProtoMessage): Promise<void>;
}

export const hearPacket = async (reader: Reader, from: Sender['from'], bytes: Uint8Array): Promise<void> => {
  const message = ProtoMessage.read(bytes);
  if (message) await reader.hear(senderIn(from, message), message);
};
