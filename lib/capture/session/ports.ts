/** The seams of a capture session: what it is told to do, whom it reports to, what its meeting is made of. */
import type { BotEventSubType, BotState, BotTrigger } from '../../domain/bot/lifecycle.ts';
import type { LastingKind, Undone } from '../../domain/bot/missing-media.ts';
import type { BotCommand, BotOrders, CommandOutcome } from '../../domain/bot/orders.ts';
import type { Progress } from '../../domain/bot/progress.ts';
import type { AutomaticLeaveSettings, BotChatMessage, RecordingSettings } from '../../domain/bot/settings.ts';
import type { Captured, Reported, Utterance } from '../../domain/captured/captured.ts';
import type { JoinTokens } from '../../domain/connection/join-tokens.ts';
import type { Platform } from '../../domain/meeting/known-platforms.ts';
import type { LoginAnswer } from '../../domain/meeting/login.ts';
import type { HeardSpeech } from '../../domain/transcription/speech.ts';
import type { GuardOptions } from '../../net/address-guard.ts';
import { pause } from '../../process/pause.ts';
import type { OpenAudioSocket } from '../audio-socket/audio-socket.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { MeetingOpener } from '../meeting/meeting.ts';
import type { SegmentStore } from '../recording/segment-store.ts';
import type { AgentBrowser } from '../voice-agent/agents.ts';

/** The meeting that a bot is to join. */
export interface Appointed {
  readonly meeting_url: string;
  readonly platform: Platform;
  /** Ask to join at this moment and not before. */
  readonly join_at: Date;
}

/**
 * Everything a session needs to know of its bot, and how far earlier sessions had brought it. A bot that waits for its time
 * may be told to join at another one, or another meeting: see `BotOrders`.
 */
export interface CaptureAssignment extends Progress, Appointed {
  readonly project_id: string;
  readonly bot_id: string;
  readonly bot_name: string;
  readonly recording_settings: RecordingSettings;
  readonly automatic_leave_settings: AutomaticLeaveSettings;
  /** What the bot writes once it is in the meeting. */
  readonly bot_chat_message?: BotChatMessage;
  /** As which participant an earlier capture task last showed the bot in the meeting. */
  readonly participant_id?: string;
  /** 1 for the first capture task of the bot, 2 when it was lost and started again. */
  readonly attempt: number;
  /**
   * What earlier capture tasks of the bot reported, each kind in the order in which it was; absent when none of them was
   * in the meeting. What is in there is not reported again.
   */
  readonly reported?: Captured;
}

/**
 * The session's line to its bot. Each promise resolves once what it says is durable, so what was reported survives
 * the death of the worker.
 */
export interface BotLine {
  /**
   * Advances the bot. Answers the state it is in afterwards, also when the trigger came too late; undefined when the
   * bot is gone.
   */
  trigger(trigger: BotTrigger, subType?: BotEventSubType): Promise<BotState | undefined>;
  /**
   * Stores captured entries and has them told. Safe to repeat with the same `batch_id` (sortable, unique per session).
   */
  captured(batchId: string, entries: Reported): Promise<void>;
  /**
   * The bot's state and what it is asked to do, as it is now: how a session learns that it shall leave.
   * @throws NotFoundError when the bot is gone
   */
  bot(): Promise<BotOrders>;
  /** The commands after the command `after` that nobody has claimed yet, in the order in which they were given. */
  commands(after: number): Promise<BotCommand[]>;
  /**
   * Makes a command this worker's to carry out, also when asked again; false when it is another's, or was carried out.
   */
  claim(command: BotCommand): Promise<boolean>;
  /** Remembers how a claimed command ended. */
  settle(command: BotCommand, outcome: CommandOutcome): Promise<void>;
  /** Remembers that the video is being played; without effect when it is not this one any more. */
  videoStarted(id: string): Promise<void>;
  /**
   * Forgets the video, so that another can be asked for, and remembers for the client why it was not played, where it was not;
   * without effect when it is not this one any more.
   */
  videoOver(id: string, notPlayed?: Undone): Promise<void>;
  /** Remembers as which participant the bot is in the meeting, so that other bots know it for one. */
  present(participantId: string): Promise<void>;
  /** Remembers for the client that something of the meeting has not reached the bot since a moment, until `nothingMissing`. */
  missing(kind: LastingKind, since: Date, why?: string): Promise<void>;
  nothingMissing(kinds: readonly LastingKind[], at: Date): Promise<void>;
  /** The participants of the same meeting that are other bots of the project. */
  otherBots(): Promise<readonly string[]>;
}

/** The time of a session, so that tests need not wait. */
export interface SessionClock {
  now_ms(): number;
  /** Waits, or returns early when the signal says to stop. Never rejects. */
  pause(duration_ms: number, signal?: AbortSignal): Promise<void>;
}
export const systemSessionClock: SessionClock = { now_ms: () => Date.now(), pause };

/** How a session has speech transcribed. Everything is durable when its promise resolves, and safe to repeat. */
export interface SpeechSink {
  /** First, before the sound is stored: so nothing is ever stored that nobody knows of. */
  note(piece: HeardSpeech): Promise<void>;
  /** Last, when the sound is stored. Should the worker be lost before, its successor's home does it. */
  handOn(piece: HeardSpeech): Promise<void>;
}

/** What a bot may show in its meeting, and where from. */
export interface OutletPorts {
  /** The picture for the bot's camera, if it has one. */
  readonly picture?: () => Promise<Uint8Array | undefined>;
  /** Where clients' addresses may lead. */
  readonly guard?: GuardOptions;
  /** Where voice agents live, for one visit to the meeting; without it there are none. */
  readonly openAgents?: () => AgentBrowser;
  /** Opens the line to a client's server that hears the meeting and speaks in it, if there is to be one. */
  readonly openAudioSocket?: OpenAudioSocket;
}

/** Who said something, and when. */
export type Said = Pick<Utterance, 'speaker_uuid' | 'timestamp_ms' | 'duration_ms'>;

/** The worker before this one, while it is in the meeting too. */
export interface Predecessor {
  /**
   * The bot still is the other worker's: it alone moves the bot on and tells what happens. Ends when this one has taken over,
   * or the other was lost.
   */
  readonly isAtWork: boolean;
  /** Makes the bot this session's, which is in the meeting and records. Answers false when it is not to have it. */
  takeOver(): Promise<boolean>;
  /**
   * Resolves once the other worker has told everything, or nothing more is to be expected of it: with what was reported of
   * the bot, and until when; where nobody knows that, with what was `said` that is written down, or is going to be. Never while
   * it is at work.
   */
  told(): Promise<{ readonly reported: Captured; readonly until_ms?: number; readonly said?: readonly Said[] }>;
}

/** How a bot goes from one worker to the next while both are in the meeting. */
export interface Succession {
  /** Whom this session is to relieve. */
  readonly predecessor?: Predecessor;
  /** Whether somebody is to come under the bot's own name, to relieve this session. */
  readonly isExpected: boolean;
  /** Aborted once the successor has taken over. */
  readonly relieved: AbortSignal;
  /** Asks anew whether it has. */
  isRelieved(): Promise<boolean>;
  /** Asks anew whether the bot is another worker's by now, whoever that is. */
  isReplaced(): Promise<boolean>;
  /** Tells the successor until when everything is told, and stored. */
  handOver(until_ms: number): Promise<void>;
}

/**
 * How much is gathered before it is written, where each write is paid for. A worker that dies loses what it has gathered; one that
 * is told to stop loses nothing.
 */
export interface Gathering {
  /** So many segments of the recording, of two seconds each, become one object. */
  readonly segments: number;
  /** Beginnings and ends of speech wait for so long to be reported together with something else. */
  readonly speech_events_ms: number;
}

export interface SessionPorts {
  readonly line: BotLine;
  readonly meetings: MeetingOpener;
  /** Where this bot's media goes. */
  readonly segments: SegmentStore;
  /** Has speech transcribed, for bots whose settings ask for it; without it nobody listens. */
  readonly speech?: SpeechSink;
  readonly outlet?: OutletPorts;
  /**
   * Fetches tokens for one join; without them the bot joins as anybody. They may be given only to bots that are on their way,
   * which this one is known to be once it was `told`.
   */
  readonly tokens?: (appointed: Appointed, told: Promise<unknown>) => Promise<JoinTokens>;
  /** With which account it joins, which it keeps from others until it is over; without it, as a guest. */
  readonly login?: (appointed: Appointed) => Promise<LoginAnswer>;
  /** Where the bot may come from another worker, or go to one. */
  readonly succession?: Succession;
  /** Hears that the bot stands in front of its meeting, or of what there is in its place. */
  readonly onArrival?: () => void;
  /** Without it, everything is written at once. */
  readonly gathering?: Gathering;
  /** Hears what happens; never what was said or shown. */
  readonly log?: SessionLog;
  readonly clock?: SessionClock;
}
