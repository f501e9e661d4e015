/**
 * What is said in a LiveKit meeting, as agents write it down: by text streams, and by older packets (room_io/_output.ts of
 * @livekit/agents 1.9). Runs in the page. Pure but for its memory.
 */
import { BoundedSet } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { mostCaptions } from '../../../meeting/view-limits.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import { fieldsOf, jsonIn } from '../../page/told-json.ts';
import { createWrittenPieces } from '../../page/written-pieces.ts';
import { createChosenWriters } from './chosen-writers.ts';
import { createOpenSegments } from './open-segments.ts';
import { createPacketCaptions } from './packet-captions.ts';
import { createSpeakers, mostPairs, pairOf, type Speaker, type SpeakingRoster } from './speakers.ts';
import { createTextStreams, type Sender, type SentText, type TextHeader, writerOf } from './text-streams.ts';
import { topics, transcriptionAttributes } from './wire.ts';

interface Heard {
  readonly header: TextHeader;
  /** Not known before it is known who sends the track. */
  readonly speaker: Speaker | undefined;
  readonly begun_ms: number;
}

const trackIn = ({ attributes }: TextHeader): string => attributes[transcriptionAttributes.track] ?? '';

/** Agents that are told to send times write JSON, a piece in each line (`TimedString`); since when they count is told nobody. */
const wordsIn = (text: string): string => {
  if (!text.startsWith('{')) return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pieces = lines.map((line) => fieldsOf(jsonIn(line)).text);
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : text;
};

/**
 * What agents write of others, they send anew with each change, and say when it is final. What they write of themselves goes on
 * in one stream, and some say nothing at its end.
 */
const isFinal = ({ isWhole, parts, attributes }: SentText): boolean => {
  const { segment, final } = transcriptionAttributes;
  return isWhole && (attributes[segment] === undefined || attributes[final] === 'true' || parts > 1);
};

export interface LiveKitCaptions {
  /** A packet of a data channel. Packets are heard in their order. */
  hear(sender: Sender, message: ProtoMessage): Promise<void>;
  /** The newest, in order. */
  readonly captions: CaptionView[];
}

export const createLiveKitCaptions = (roster: SpeakingRoster, now: () => number = Date.now): LiveKitCaptions => {
  const streamed = createWrittenPieces(now);
  /** Both by who writes of whom: who comes by text streams, and what is not final yet. */
  const streamedPairs = new BoundedSet<string>(mostPairs);
  const openSegments = createOpenSegments(mostPairs, now);
  const speakers = createSpeakers(roster);
  const { memberBy, speakerBy, senderOf, ownerOf } = speakers;
  const writers = createChosenWriters((writer) => senderOf(writer) !== undefined, now);
  const packets = createPacketCaptions({ speakers, writers, isStreamed: (pair) => streamedPairs.has(pair), now });

  /**
   * Whether an agent wrote it. The server lets nobody else write in the name of another (handleReceivedDataMessage in
   * rtc/participant.go of livekit-server 1.13.5): by that agents are known whom nobody sees. Whoever passes for an agent on a server
   * that says less, still writes in no name but their own.
   */
  const isBelieved = (header: TextHeader): boolean => {
    if (header.from !== 'other') return false;
    const sender = senderOf(header);
    if (sender) return sender.isProgram;
    return header.sid !== '' && header.isGenerated && memberBy(header.identity) !== undefined;
  };

  /** Whose words they are. */
  const speakerOf = (header: TextHeader): Speaker | undefined => {
    const sender = senderOf(header);
    if (!sender || header.identity !== sender.identity) return speakerBy(header.identity);
    const track = trackIn(header);
    return ownerOf(track) ?? (track.startsWith('TR_') ? undefined : sender);
  };

  const streams = createTextStreams<Heard>(
    topics.transcription,
    roster.find,
    (header) => {
      if (!isBelieved(header)) return undefined;
      const speaker = speakerOf(header);
      if (speaker) streamedPairs.add(pairOf(header, speaker.identity));
      return { header, speaker, begun_ms: now() };
    },
    ({ header, speaker = ownerOf(trackIn(header)), begun_ms }, sent) => {
      if (!speaker || !writers.hears(header, speaker.identity)) return;
      const pair = pairOf(header, speaker.identity);
      streamedPairs.add(pair);
      const [text, isOver] = [wordsIn(sent.text), isFinal(sent)];
      const piece = openSegments.pieceOf(pair, {
        ...{ id: header.id, begun_ms, text, isOver },
        segment: header.attributes[transcriptionAttributes.segment],
        isLast: header.attributes[transcriptionAttributes.final] === 'true',
      });
      streamed.write({
        piece_id: `${writerOf(header)} ${piece}`,
        ...{ speaker_id: speaker.identity, speaker_name: speaker.name },
        ...{ text, isFinal: isOver },
      });
    },
  );

  return {
    async hear(sender, message) {
      await streams.hear(sender, message);
      packets.hear(sender, message);
    },
    get captions() {
      const names = new Map(roster.members.map(({ identity, name }) => [identity, name]));
      const nameOf = (identity: string): string | undefined => names.get(identity);
      return [...streamed.captions(nameOf), ...packets.captions(nameOf)]
        .toSorted((one, other) => one.start_ms - other.start_ms)
        .slice(-mostCaptions);
    },
  };
};
