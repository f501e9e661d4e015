/**
 * What is said in a LiveKit meeting, as agents write it down: by text streams, and by the packets that agents sent before there
 * were any, and send still (room_io/_output.ts of @livekit/agents 1.9). Runs in the page. Pure but for its memory.
 */
import { BoundedMap, BoundedSet } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { ProtoMessage } from '../../page/protobuf.ts';
import { longestMessage, longestName } from '../../page/short-text.ts';
import { createWrittenPieces, mostPieces, type WrittenPieces } from '../../page/written-pieces.ts';
import type { LiveKitRoster, RoomMember } from './roster.ts';
import { createTextStreams, type Sender, type SentText, senderIn, type TextHeader } from './text-streams.ts';
import { packet, segment, topics, transcription, transcriptionAttributes } from './wire.ts';

const mostWriters = 10;
const mostSegments = 50;
/** Whoever sends text streams beside packets has begun one by then. */
const alsoStreamsWithinMs = 2_000;

type Speaker = Pick<RoomMember, 'identity' | 'name'>;

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
  roster: Pick<LiveKitRoster, 'find' | 'members'>,
  now: () => number = Date.now,
): LiveKitCaptions => {
  const streamed = createWrittenPieces(now);
  /** Of whom text streams have come. */
  const streamers = new BoundedSet<string>(mostWriters);
  const packets = new BoundedMap<string, { readonly since_ms: number; readonly pieces: WrittenPieces }>(mostWriters);

  const memberBy = (identity: string): RoomMember | undefined =>
    roster.members.find((member) => member.identity === identity);
  const ownerOf = (track: string): RoomMember | undefined =>
    roster.members.find(({ tracks }) => tracks.some(({ sid }) => sid === track));
  /** Who has left meanwhile has no name any more. */
  const speakerBy = (identity: string): Speaker | undefined =>
    memberBy(identity) ?? (identity === '' ? undefined : { identity, name: identity });
  const senderOf = ({ sid, identity }: Sender): RoomMember | undefined =>
    sid === '' ? memberBy(identity) : roster.find(sid);
  const writerOf = ({ sid, identity }: Sender): string => sid || identity;

  /**
   * Whose words they are, where an agent wrote them. The server lets nobody else write in the name of another
   * (handleReceivedDataMessage in rtc/participant.go of livekit-server 1.13.5): by that agents are known whom nobody sees. Whoever
   * passes for an agent on a server that says less, still writes in no name but their own.
   */
  const speakerOf = (header: TextHeader): Speaker | undefined => {
    const sender = senderOf(header);
    if (!sender) return header.sid !== '' && header.isGenerated ? memberBy(header.identity) : undefined;
    if (!sender.isProgram) return undefined;
    if (header.identity !== sender.identity) return speakerBy(header.identity);
    return ownerOf(header.attributes[transcriptionAttributes.track] ?? '') ?? sender;
  };

  const streams = createTextStreams<{ readonly header: TextHeader; readonly speaker: Speaker }>(
    topics.transcription,
    (header) => {
      const speaker = header.from === 'other' ? speakerOf(header) : undefined;
      if (speaker) streamers.add(writerOf(header));
      return speaker && { header, speaker };
    },
    ({ header, speaker: { identity, name } }, sent) =>
      streamed.write({
        number: `${writerOf(header)} ${header.attributes[transcriptionAttributes.segment] ?? header.id}`,
        ...{ speaker_id: identity, speaker_name: name },
        text: wordsIn(sent.text),
        isFinal: isFinal(sent),
      }),
  );

  const piecesOf = (writer: string): WrittenPieces => {
    const kept = packets.get(writer) ?? { since_ms: now(), pieces: createWrittenPieces(now) };
    if (!packets.has(writer)) packets.set(writer, kept);
    return kept.pieces;
  };

  /** The server passes on those of agents alone, also of agents whom nobody sees. */
  const hearPacket = (said: ProtoMessage, sender: Sender): void => {
    if (sender.identity !== '' && senderOf(sender)?.isProgram !== true) return;
    const track = said.text(transcription.track, longestName);
    const speaker = speakerBy(said.text(transcription.identity, longestName)) ?? ownerOf(track);
    if (!speaker) return;
    const pieces = piecesOf(writerOf(sender));
    for (const one of said.messages(transcription.segments, mostSegments))
      pieces.write({
        number: `${writerOf(sender)} ${one.text(segment.id, longestName)}`,
        ...{ speaker_id: speaker.identity, speaker_name: speaker.name },
        text: one.text(segment.text, longestMessage),
        isFinal: one.number(segment.final) === 1,
      });
  };

  const nameOf = (identity: string): string | undefined => memberBy(identity)?.name;
  /** Of agents that send text streams as well, packets say what these say, under other numbers. */
  const packetCaptions = (): CaptionView[] =>
    [...packets].flatMap(([writer, { since_ms, pieces }]) =>
      streamers.has(writer) || now() - since_ms < alsoStreamsWithinMs ? [] : pieces.captions(nameOf),
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
