/** What the hands of the adapter are told in the page by its program, which reads the page's own store. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { Transcriber } from './page/captions.ts';
import type { Forbidden } from './page/moderation.ts';

export interface JitsiHandle {
  /** Whether the page has gone to another one than that at this address. */
  isAway(from: string): boolean;
  /** Whether the page has begun to join. */
  isPastTheDoor(): boolean;
  /** Whether it has, and its server has not answered yet. */
  isConnecting(): boolean;
  /** Whether it is clear what becomes of that: it is in, it asks a moderator to be let in, or it was refused. */
  isAnswered(): boolean;
  isIn(): boolean;
  /** Whether the meeting has asked for its passcode, be the field for it drawn already or not. */
  asksPasscode(): boolean;
  /** The passcode of the link was given to it. */
  gavePasscode(): void;
  /** Whether it was, since the bot came into the room that it was in last. */
  hasGivenPasscode(): boolean;
  /** The page has said that the meeting is recorded, and has muted the bot. */
  toldOfRecording(): void;
  /** Whether to turn something on now is to agree to be recorded. */
  agreesByUnmuting(): boolean;
  /** What the bot sends now. */
  sends(device: StageDevice): boolean;
  /** Why the meeting does not let the bot turn it on; undefined where it does. */
  forbids(device: StageDevice): Forbidden | undefined;
  /** The bot turns it on or off anew: that somebody had muted it is over. Answers what it sends now. */
  turns(device: StageDevice): boolean;
  /** Has the meeting write down what is said, where its server has what does. */
  askForCaptions(): void;
  /** What becomes of that; of a failure only until it is asked for again. */
  transcriber(): Transcriber;
  /** Makes somebody a moderator, where the bot is one only because it came first. Answers whether it did. */
  makeModerator(participant_id: string): boolean;
  /** Who is to read a message, one by one, or `everyone`. */
  readers(to: OutgoingChat['to']): readonly string[];
  /** Whether the meeting lets the bot write to this reader, as far as the page says. */
  mayWriteTo(reader: string): boolean;
  /** Has what is written next go to this reader. Answers whether it will. */
  writeTo(reader: string): boolean;
  /** How many messages with this text the bot has written. */
  written(text: string): number;
  /** How many of its messages the server has refused. */
  refusals(): number;
}

/** By which it is found (../page/put-handle.ts). */
export const handleName = 'meeting-bots.jitsi';
