/** What the script of a platform offers to the hooks in its page. */
import type { EndFact } from '../protocol/media.ts';
import type { AcceptingPart } from '../protocol/page.ts';
import type { CameraSizes } from '../protocol/people.ts';
import type { Arrivals } from './arrivals.ts';
import type { ChannelTaps } from './taps/channels.ts';
import type { ResponseTaps } from './taps/responses.ts';
import type { SocketTaps } from './taps/sockets.ts';
import type { WorkerTaps } from './taps/workers.ts';

/** As pages show them; the bot is among them. */
export interface ShownPerson {
  readonly id: string;
  readonly name: string;
  readonly is_self: boolean;
  readonly has_camera: boolean;
  readonly is_sharing: boolean;
}

/** A track that the page receives over WebRTC, and how it comes. */
export interface ReceivedTrack {
  readonly track: MediaStreamTrack;
  readonly receiver: RTCRtpReceiver;
  readonly connection: RTCPeerConnection;
  /** Of its transceiver. */
  readonly mid: string | null;
  /** The ids of the streams that it is sent in now (`msid`), whatever the page puts it into. */
  readonly streams: readonly string[];
}

/** With what has come of it, where that was counted. */
export interface CountedTrack {
  readonly received: ReceivedTrack;
  readonly arrivals: Arrivals | undefined;
}

/** That a platform has told that it has handed a track on. */
export interface HandedOn {
  /** How often it had by then, this time included. */
  readonly turn: number;
  /** When it told so, by `performance.now()`. */
  readonly since_ms: number;
}

/** Whose a track is, and what of theirs it carries. */
export interface OwnedBy {
  readonly participant_id: string;
  readonly kind: 'voice' | 'camera' | 'screen';
  /** Where the platform tells each time that it hands the track on. */
  readonly handed?: HandedOn | undefined;
}

/** `line`: several people are heard through it, in turn. Whose a moment of it is, `speakerOf` tells. */
export type TrackOwner = OwnedBy | { readonly kind: 'line' };

/** Somebody's part in what came through a line. */
export interface LineSource {
  /** The number by which the packets name them (CSRC, RFC 3550). */
  readonly source: number;
  /** How loud they were, from 0 to 1, where the packets say so (RFC 6464). */
  readonly level: number | undefined;
}

export interface LineMoment {
  /** By `performance.now()`. */
  readonly at_ms: number;
  /** Who made what came then, the loudest first; nobody where nothing came, or the packets name nobody. */
  readonly sources: readonly LineSource[];
}

/** What a platform knows about its page. */
export interface PlatformPage {
  /**
   * A selector of the frame that holds the client, where that is not the page itself; it is of the page's origin. While
   * there is such a frame, all of this is asked in it, and of the page otherwise.
   */
  readonly clientFrame?: string | undefined;
  /** The page is to find a speaker, without which it may not ask for sound. It finds none where this is absent. */
  readonly findsSpeaker?: true;
  /** What the page shows now, in the shape of `PageView`. */
  read(): { readonly participants: readonly ShownPerson[] };
  /** Presses the first of them that is seen, which accepts what the page asks for. Absent where a platform asks for nothing. */
  accept?(parts: readonly AcceptingPart[]): boolean;
  /** Whose a media track is, while the page shows it; pages use one track for what several shares of a screen show. */
  ownerOf(received: ReceivedTrack): TrackOwner | undefined;
  /**
   * Present where the platform hands the same tracks on from one person to another, so that what was heard before a change is
   * told apart. `told_within_ms`: what it tells of a track comes by so much after its sound, at most; it may change.
   */
  readonly handsTracksOn?: { readonly told_within_ms: number };
  /**
   * Who was heard through a line, or in what the page plays, at a moment; null where nobody can say, and undefined where
   * nothing is told of it: then it goes on as it was. Asked for at most twenty moments a second of each line, and for each change.
   */
  speakerOf?(line: ReceivedTrack | 'output', moment: LineMoment): string | null | undefined;
  /**
   * How long after a moment `speakerOf` is certain of it, where no packets name anybody: it is not asked before. The answer may
   * change. At once where it is undefined.
   */
  certainAfterMs?(line: ReceivedTrack | 'output'): number | undefined;
  /** Where no packets name anybody, `speakerOf` goes by what others tell the page, also between two questions; else by a look. */
  readonly speakersAreTold?: boolean | undefined;
  /**
   * How people's sound comes now: by tracks, or only in what the page plays, which may change during a meeting. What comes by
   * the other way is not listened to, as it would be heard twice. Absent where it comes by tracks. `tracks`: those that are of
   * use, also while they are not listened to.
   */
  soundComesBy?(tracks: readonly CountedTrack[]): 'tracks' | 'output';
  /** Whether the page asks in vain for what it is to play of people's sound. Absent where that is not known. */
  lacksSound?(): boolean;
  /**
   * Whether a track of sound only brings again what another one brings, and is not to be listened to; the answer may change.
   * Absent where none does.
   */
  repeats?(received: ReceivedTrack): boolean;
  /**
   * Has the platform send the pictures of people's cameras as large as is told of each, as far as it can. Cameras of which
   * nothing is told stay as they are, as do shared screens. Safe to repeat. Absent where a platform cannot.
   */
  wantCameras?(sizes: CameraSizes): void;
  /**
   * Says by what to tell, at once, with what its server has ended the page's connection: a page may load another one then,
   * which knows nothing of it. Nothing is told again once it connects anew. Absent where pages stay, or servers say nothing.
   */
  whenEnded?(tell: (wire: readonly EndFact[]) => void): void;
  /**
   * What to listen to of what the page exchanges with its servers. Whatever is absent is not touched. The listeners are
   * asked for whenever the page opens something.
   */
  readonly taps?: PageTaps;
}

export interface PageTaps {
  readonly channels?: ChannelTaps;
  readonly sockets?: SocketTaps;
  /** How many messages of each socket are listened to in a second, where all that a meeting tells at once are more than are otherwise. */
  readonly socketMessagesPerSecond?: number;
  readonly responses?: ResponseTaps;
  readonly workers?: WorkerTaps;
}
