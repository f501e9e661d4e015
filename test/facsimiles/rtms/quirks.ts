import type { RtmsEventQuirks } from '../conf/events.ts';
import type { QuirkTable } from '../quirks.ts';
import type { MediaKind } from './numbers.ts';

/** Where the pages say different things, or nothing. The suites run with each of them on. */
export interface StreamQuirks {
  /** Messages as binary frames; the maker's own client sends its own like that. */
  readonly binaryFrames?: boolean;
  /** How often a client is asked whether it is there: 10 s in the maker's samples, 30 and 65 s in older texts. */
  readonly keepAlive_s?: 10 | 30 | 65;
  /** The pages show a time stamp only; the maker's own client answers nothing without a sequence number. */
  readonly keepAliveWithoutSequence?: boolean;
  readonly otherStatusNumbers?: boolean;
  /** Stamps of media in µs instead of ms. */
  readonly microseconds?: boolean;
  /** JPEG although H.264 was asked for: https://devforum.zoom.us/t/136028 */
  readonly jpegShare?: boolean;
  /** The first pictures of a film lean on a key picture that never came. */
  readonly noSpsFirst?: boolean;
  /** Messages of types that no client knows, between the others. */
  readonly unknownMessages?: boolean;
  /** The end is told by the session alone. */
  readonly endsWithoutTerminated?: boolean;
  /** The pages call it stop_reason; the maker's own client reads reason. */
  readonly sessionStopReason?: boolean;
  /** A second connection is refused. Without this it takes the place of the first: rtms/references/connection.md of github.com/zoom/skills. */
  readonly refusesSecond?: boolean;
  /** Who is there already is told when joins are subscribed to. */
  readonly tellsPresent?: boolean;
  /** Sound of a gap comes afterwards, as it does before the first connection. */
  readonly gapIsBuffered?: boolean;
  /** Refused, so that a client must ask for less. */
  readonly no48kHz?: boolean;
  readonly noMultiStreams?: boolean;
  /** What the scopes of the client's app allow; all where it is not said. No page says how the rest is refused. */
  readonly allows?: readonly MediaKind[];
  /** Refusals do not say of what they are. */
  readonly refusesSilently?: boolean;
  /** Refuses all media in these words, for as long as it answers any. */
  readonly says?: () => string | undefined;
}

export interface RtmsQuirks extends StreamQuirks, RtmsEventQuirks {
  /** Two addresses of the signaling server, with a comma between them. */
  readonly severalUrls?: boolean;
  /** Only one address for all media; without this there are also those for each kind. */
  readonly onlyAll?: boolean;
}

/** For eachQuirk: the other position of each switch. */
export const rtmsQuirks: QuirkTable<RtmsQuirks> = {
  'the payload is nested': { nested: true },
  'there are several addresses': { severalUrls: true },
  'one address serves all media': { onlyAll: true },
  'frames are binary': { binaryFrames: true },
  'keep-alives come every 30 s': { keepAlive_s: 30 },
  'keep-alives come every 65 s': { keepAlive_s: 65 },
  'keep-alives have no number': { keepAliveWithoutSequence: true },
  'status numbers are others': { otherStatusNumbers: true },
  'stamps are microseconds': { microseconds: true },
  'a shared screen is JPEG': { jpegShare: true },
  'the first pictures lean on none': { noSpsFirst: true },
  'messages of unknown types come': { unknownMessages: true },
  'the session ends without a terminated stream': { endsWithoutTerminated: true },
  'a session says stop_reason': { sessionStopReason: true },
  'a second connection is refused': { refusesSecond: true },
  'who is there is told': { tellsPresent: true },
  'the sound of a gap comes later': { gapIsBuffered: true },
  '48 kHz are refused': { no48kHz: true },
  'separate voices are refused': { noMultiStreams: true },
};
