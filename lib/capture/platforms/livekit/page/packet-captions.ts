/**
 * What is said in a LiveKit meeting, by the packets that agents sent before there were text streams, and send still (room_io/_output.ts
 * of @livekit/agents 1.9). Runs in the page. Pure but for its memory.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import { longestName, longestTalk } from '../../page/short-text.ts';
import { createWrittenPieces, type WrittenPieces } from '../../page/written-pieces.ts';
import type { ChosenWriters } from './chosen-writers.ts';
import { mostPairs, pairBy, type Speakers } from './speakers.ts';
import { type Sender, writerOf } from './text-streams.ts';
import { packet, segment, transcription } from './wire.ts';

const mostWriters = 10;
const mostSegments = 50;
/** Whoever sends text streams beside packets has begun one by then. */
const alsoStreamsWithinMs = 2_000;

export interface PacketCaptions {
  /** A packet of a data channel. */
  hear(sender: Sender, message: ProtoMessage): void;
  /** `nameOf`: what somebody in the meeting is called. */
  captions(nameOf: (identity: string) => string | undefined): CaptionView[];
}

interface Listening {
  readonly speakers: Speakers;
  readonly writers: ChosenWriters;
  /** Whether text streams come of a pair as well: its packets say what these say, under other ids. */
  readonly isStreamed: (pair: string) => boolean;
  readonly now: () => number;
}

export const createPacketCaptions = ({ speakers, writers, isStreamed, now }: Listening): PacketCaptions => {
  const written = new BoundedMap<string, WrittenPieces>(mostWriters);
  /** By pair: since when its packets come. */
  const since_ms = new BoundedMap<string, number>(mostPairs);
  const isByPacketsAlone = (pair: string): boolean =>
    !isStreamed(pair) && now() - (since_ms.get(pair) ?? 0) >= alsoStreamsWithinMs;

  return {
    // The server passes on those of agents alone, also of agents whom nobody sees.
    hear(sender, message) {
      const said = sender.from === 'other' ? message.message(packet.transcription) : undefined;
      if (!said || (sender.identity !== '' && speakers.senderOf(sender)?.isProgram !== true)) return;
      const track = said.text(transcription.track, longestName);
      const speaker = speakers.speakerBy(said.text(transcription.identity, longestName)) ?? speakers.ownerOf(track);
      if (!speaker || !writers.hears(sender, speaker.identity)) return;
      const writer = writerOf(sender);
      const pair = pairBy(writer, speaker.identity);
      since_ms.set(pair, since_ms.get(pair) ?? now());
      const pieces = written.get(writer) ?? createWrittenPieces(now);
      written.set(writer, pieces);
      for (const one of said.messages(transcription.segments, mostSegments))
        pieces.write({
          piece_id: `${writer} ${one.text(segment.id, longestName)}`,
          ...{ speaker_id: speaker.identity, speaker_name: speaker.name },
          text: one.text(segment.text, longestTalk),
          isFinal: one.number(segment.final) === 1,
        });
    },
    captions: (nameOf) =>
      [...written].flatMap(([writer, pieces]) =>
        pieces.captions(nameOf).filter(({ speaker_id }) => isByPacketsAlone(pairBy(writer, speaker_id))),
      ),
  };
};
