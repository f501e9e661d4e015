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
}
