/**
 * A meeting as a session sees it: something to look at, to join and to leave, whatever it is made of. It may be a page of
 * a browser, a stream without one, or a script in memory.
 */
import type { RecordingSettings } from '../../domain/bot/settings.ts';
import type { JoinTokens } from '../../domain/connection/join-tokens.ts';
import type { MeetingCapabilities } from '../../domain/meeting/capabilities.ts';
import type { Platform } from '../../domain/meeting/known-platforms.ts';
import type { Login, SignOn } from '../../domain/meeting/login.ts';
import type { SessionLog } from './log.ts';
import type { MeetingRecorder } from './source.ts';
import type { SpeechFeed, VoiceFeed } from './speech.ts';
import type { Stage } from './stage.ts';
import type { MeetingView } from './view.ts';

/** A busy page may take seconds to answer; one that answers nothing for so long hangs, which costs a bot this and the time to join again: 15 s at most. */
export const silentForMs = 7_000;

/** A message into the meeting's chat, and who shall read it. */
export interface OutgoingChat {
  readonly to: 'everyone' | 'everyone_but_host' | { readonly participant_id: string };
  readonly text: string;
}

/** Something to look at for those who want to know why a meeting was not understood. */
interface EvidenceFile {
  /** As in `page.png`. */
  readonly name: string;
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** Nothing in it tells who was in the meeting, or what was said there. */
export interface Evidence {
  /** What is known of the meeting, to be kept beside why it is kept. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly files: readonly EvidenceFile[];
}

/** How the page of a meeting shows people. */
export type PeopleView = Exclude<RecordingSettings['view'], 'speaker_view_no_sidebar'>;

/**
 * What differs between meetings is told by `capabilities`; a method of an ability that a meeting lacks is absent. Whatever
 * a step needs and does not find is told by an ElementMissingError. Closed by disposing of it, which is safe to repeat.
 */
export interface Meeting extends AsyncDisposable {
  readonly capabilities: MeetingCapabilities;
  /** By when it answers those who have asked to be let in, where that is not within a minute. */
  readonly connects_within_ms?: number;
  /** By when it shows those who have asked something that they know, where that is not within half a minute. */
  readonly starts_within_ms?: number;
  /** It is gone or was given up; nothing can be asked of it any more. */
  readonly isLost: boolean;
  /** Nothing shall be asked any more of a meeting that does not answer. */
  giveUp(): void;

  /** Goes to where one can ask to be let in, also when it has been there before. */
  load(): Promise<void>;
  /** Does all that comes before asking to be let in, under this name. `wants_pictures`: as with `wantPictures`; they are otherwise. */
  prepare(name: string, wants_pictures?: boolean): Promise<void>;
  /**
   * Asks to be let in, with what lets the bot in, where it was given such: the meeting takes of it what it knows. It may have
   * asked also where this rejects: what the meeting answers is told by `look`.
   */
  join(tokens?: JoinTokens): Promise<void>;
  /** What it shows now. Rejects when it does not answer within seconds. */
  look(): Promise<MeetingView>;
  /**
   * Once the bot is in: turns on what it needs, such as captions, and asks somebody for these where it goes by them. Rejects with a
   * NotAllowedError where they are not allowed. Safe to repeat.
   */
  settle(goesByCaptions?: boolean): Promise<void>;
  /** Leaves the meeting, or the waiting for it; `look` tells when the bot is out. */
  leave(): Promise<void>;

  /**
   * Has captions written in a language from now on, which is called as the setting of the platform calls it. Answers false
   * where the meeting does not offer it. Safe to repeat.
   */
  captionIn?(language: string): Promise<boolean>;
  /**
   * Has the page show people so, where that is what is recorded. Answers whether it does; undefined while something else is
   * shown in their place, such as a shared screen. Safe to repeat.
   */
  showIn?(view: PeopleView): Promise<boolean | undefined>;
  /**
   * Gives somebody the rights of a host, where the bot has them only because it came first and nobody else has. Answers whether
   * it did.
   */
  makeHost?(participant_id: string): Promise<boolean>;
  /** Asks to be allowed to record. */
  askToRecord?(): Promise<void>;
  /** Accepts the invitation to a breakout room; `look` tells when the bot is inside. */
  enterBreakoutRoom?(): Promise<void>;
  /** Whether the others' pictures are sent to the bot at all. Only in the meeting. */
  wantPictures?(wanted: boolean): Promise<void>;
  /** Writes into the chat, at most once. Resolves when the message is shown as sent; rejects when it is not, which may come later. */
  sendChat?(message: OutgoingChat): Promise<void>;

  readonly recorder: MeetingRecorder;
  readonly speech: SpeechFeed;
  /** Absent where people cannot be heard one by one, or nobody can want it. */
  readonly voices?: VoiceFeed;
  /** Absent where a bot can only watch. */
  readonly stage?: Stage;
  /** What it looks like now, as a JPEG; undefined while it shows nothing yet. Absent where there is nothing to see. */
  picture?(): Promise<Uint8Array | undefined>;
  evidence(): Promise<Evidence>;
}

export interface MeetingRequest {
  readonly meeting_url: string;
  /** What the link was recognised as belonging to. */
  readonly platform: Platform;
  /** Of the pictures that may be recorded. */
  readonly size: { readonly width: number; readonly height: number };
  /** Makes the bot somebody who is signed in. A meeting that knows no accounts leaves it. */
  readonly login?: Login;
  /** The same, by a ticket that is good once. */
  readonly sign_on?: SignOn;
  readonly log: SessionLog;
}

/** Opens a bot's meetings, all of one kind: which, is decided by the program of its worker. */
export interface MeetingOpener {
  /**
   * A meeting that is not loaded yet.
   * @throws PlatformNotSupportedError where there is no way into such a meeting; an error for want of space (disk-space.ts)
   * while there is no room for it; MeetingLostError when it broke while it was opened; SignInFailedError
   */
  open(request: MeetingRequest): Promise<Meeting>;
}
