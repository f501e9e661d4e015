/**
 * What is said in a LiveKit meeting, as agents write it down: by text streams, and by the packets that agents sent before there
 * were any, and send still (room_io/_output.ts of @livekit/agents 1.9). Runs in the page. Pure but for its memory.
 */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { longestMessage, longestName } from '../../page/short-text.ts';
import { createWrittenPieces, mostPieces, type WrittenPieces } from '../../page/written-pieces.ts';
import { createChosenWriters } from './chosen-writers.ts';
import { createOpenSegments } from './open-segments.ts';
import type { LiveKitRoster, RoomMember } from './roster.ts';
import { createTextStreams, type Sender, type SentText, senderIn, type TextHeader, writerOf } from './text-streams.ts';
import { packet, segment, topics, transcription, transcriptionAttributes } from './wire.ts';

const mostWriters = 10;
/** Of writers and those whose words they write. */
const mostPairs = 500;
const mostSegments = 50;
/** Whoever sends text streams beside packets has begun one by then. */
const alsoStreamsWithinMs = 2_000;

type Speaker = Pick<RoomMember, 'identity' | 'name'>;

interface Heard {
  readonly header: TextHeader;
  /** Not known before it is known who sends the track. */
  readonly speaker: Speaker | undefined;
  readonly begun_ms: number;
}

const trackIn = ({ attributes }: TextHeader): string => attributes[transcriptionAttributes.track] ?? '';

const pairOf = (writer: Sender, { identity }: Pick<Speaker, 'identity'>): string => `${writerOf(writer)} ${identity}`;

/** Agents that are told to send times write JSON, a piece in each line (`TimedString`); since when they count is told nobody. */
const wordsIn = (text: string): string => {
  if (!text.startsWith('{')) return text;
  try {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const pieces = lines.map((line) => (JSON.parse(line) as { readonly text?: unknown }).text);
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : text;
  } catch {
    return text;
  }
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
  hear(from: 'page' | 'other', bytes: Uint8Array): Promise<void>;
  /** The newest, in order. */
  readonly captions: CaptionView[];
}

/** `roster`: who is in the meeting, which of them are agents, and what they send. */
export const createLiveKitCaptions = (
  roster: Pick<LiveKitRoster, 'find' | 'members' | 'ownerOf'>,
  now: () => number = Date.now,
): LiveKitCaptions => {
  const streamed = createWrittenPieces(now);
  const packets = new BoundedMap<string, WrittenPieces>(mostWriters);
  /** All by who writes of whom: who comes by text streams, since when packets come, and what is not final yet. */
  const streamedPairs = new BoundedSet<string>(mostPairs);
  const packetsSinceMs = new BoundedMap<string, number>(mostPairs);
  const openSegments = createOpenSegments(mostPairs, now);

  const memberBy = (identity: string): RoomMember | undefined =>
    roster.members.find((member) => member.identity === identity);
  /** Who has left meanwhile has no name any more. */
  const speakerBy = (identity: string): Speaker | undefined =>
    memberBy(identity) ?? (identity === '' ? undefined : { identity, name: identity });
  const senderOf = ({ sid, identity }: Sender): RoomMember | undefined =>
    sid === '' ? memberBy(identity) : roster.find(sid);
  const writers = createChosenWriters((writer) => senderOf(writer) !== undefined, now);

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
    return roster.ownerOf(track) ?? (track.startsWith('TR_') ? undefined : sender);
  };

  const streams = createTextStreams<Heard>(
    topics.transcription,
    roster.find,
    (header) => {
      if (!isBelieved(header)) return undefined;
      const speaker = speakerOf(header);
      if (speaker) streamedPairs.add(pairOf(header, speaker));
      return { header, speaker, begun_ms: now() };
    },
    ({ header, speaker = roster.ownerOf(trackIn(header)), begun_ms }, sent) => {
      if (!speaker || !writers.hears(header, speaker.identity)) return;
      const pair = pairOf(header, speaker);
      streamedPairs.add(pair);
      const [text, isOver] = [wordsIn(sent.text), isFinal(sent)];
      const number = openSegments.numberOf(pair, {
        ...{ id: header.id, begun_ms, text, isOver },
        segment: header.attributes[transcriptionAttributes.segment],
        isLast: header.attributes[transcriptionAttributes.final] === 'true',
      });
      streamed.write({
        piece_id: `${writerOf(header)} ${number}`,
        ...{ speaker_id: speaker.identity, speaker_name: speaker.name },
        ...{ text, isFinal: isOver },
      });
    },
  );

  /** The server passes on those of agents alone, also of agents whom nobody sees. */
  const hearPacket = (said: ProtoMessage, sender: Sender): void => {
    if (sender.identity !== '' && senderOf(sender)?.isProgram !== true) return;
    const track = said.text(transcription.track, longestName);
    const speaker = speakerBy(said.text(transcription.identity, longestName)) ?? roster.ownerOf(track);
    if (!speaker || !writers.hears(sender, speaker.identity)) return;
    const [writer, pair] = [writerOf(sender), pairOf(sender, speaker)];
    packetsSinceMs.set(pair, packetsSinceMs.get(pair) ?? now());
    const pieces = packets.get(writer) ?? createWrittenPieces(now);
    packets.set(writer, pieces);
    for (const one of said.messages(transcription.segments, mostSegments))
      pieces.write({
        piece_id: `${writer} ${one.text(segment.id, longestName)}`,
        ...{ speaker_id: speaker.identity, speaker_name: speaker.name },
        text: one.text(segment.text, longestMessage),
        isFinal: one.number(segment.final) === 1,
      });
  };

  const nameOf = (identity: string): string | undefined => memberBy(identity)?.name;
  /** Of whom an agent sends text streams as well, its packets say what these say, under other numbers. */
  const isByPacketsAlone = (pair: string): boolean =>
    !streamedPairs.has(pair) && now() - (packetsSinceMs.get(pair) ?? 0) >= alsoStreamsWithinMs;
  const packetCaptions = (): CaptionView[] =>
    [...packets].flatMap(([writer, pieces]) =>
      pieces.captions(nameOf).filter(({ speaker_id }) => isByPacketsAlone(`${writer} ${speaker_id}`)),
    );

  return {
    async hear(from, bytes) {
      const message = ProtoMessage.read(bytes);
      if (!message) return;
      const sender = senderIn(from, message);
      await streams.hear(sender, message);
      const said = from === 'other' ? message.message(packet.transcription) : undefined;
      if (said) hearPacket(said, sender);
    },
    get captions() {
      return [...streamed.captions(nameOf), ...packetCaptions()]
        .toSorted((one, other) => one.start_ms - other.start_ms)
        .slice(-mostPieces);
    },
  };
};
