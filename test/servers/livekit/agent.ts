/**
 * Somebody in a LiveKit meeting who writes down what is said, as LiveKit's agents do, in the packets that these send
 * (room_io/_output.ts of @livekit/agents 1.9). Whether the server takes them for an agent, their token says.
 */
import { randomUUID } from 'node:crypto';
import { type ProtoFields, proto } from '../../lab/builders/proto.ts';
import type { LiveKitPerson, PlayedPage } from './people.ts';

interface Written {
  /** Whom it is of. */
  readonly of: string;
  readonly text: string;
  readonly segment: string;
  readonly isFinal: boolean;
}

const reliable = 0;

export interface LiveKitAgent {
  /** By a text stream in the name of whoever says it. */
  write(written: Written): Promise<void>;
  /** By a packet, as before there were text streams. */
  writePacket(written: Written): Promise<void>;
  /** By a text stream of their client's own, word by word; of `track`, where it is named. */
  stream(words: readonly string[], track?: string): Promise<void>;
}

export const agentOf = ({ page }: LiveKitPerson): LiveKitAgent => {
  const send = (fields: ProtoFields): Promise<void> =>
    page.evaluate(
      async (bytes, kind) => {
        const { engine } = (window as unknown as PlayedPage).liveKitRoom;
        const packet = {
          sequence: 0,
          // Field 16. What has none, the server passes on to nobody who is still on the way in.
          toBinary: () => Uint8Array.from([...bytes, 128, 1, (packet.sequence & 127) | 128, packet.sequence >> 7]),
        };
        await engine.sendDataPacket(packet, kind);
      },
      [...proto(fields)],
      reliable,
    );
  return {
    async write({ of, text, segment, isFinal }) {
      const id = randomUUID();
      const attributes = [
        { 1: 'lk.segment_id', 2: segment },
        { 1: 'lk.transcription_final', 2: String(isFinal) },
      ];
      await send({ 4: of, 13: { 1: id, 3: 'lk.transcription', 4: 'text/plain', 8: attributes, 9: {} } });
      await send({ 4: of, 14: { 1: id, 3: text } });
      await send({ 4: of, 15: { 1: id } });
    },
    async writePacket({ of, text, segment, isFinal }) {
      await send({ 7: { 2: of, 3: 'TR_unknown', 4: [{ 1: segment, 2: text, ...(isFinal && { 5: 1 }) }] } });
    },
    async stream(words, track) {
      await page.evaluate(
        async (words, attributes) => {
          const { localParticipant } = (window as unknown as PlayedPage).liveKitRoom;
          const stream = await localParticipant.streamText({ topic: 'lk.transcription', attributes });
          for (const word of words) await stream.write(word);
          await stream.close();
        },
        [...words],
        { 'lk.segment_id': randomUUID(), ...(track && { 'lk.transcribed_track_id': track }) },
      );
    },
  };
};
