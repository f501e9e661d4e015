/** By this handle in the page the adapter asks its program, which reads the messages between the page and its server. */
import type { OutgoingChat } from '../../meeting/meeting.ts';
import type { StageDevice } from '../../meeting/stage.ts';

export interface GaleneHandle {
  /** How often the page has tried to join. */
  tries(): number;
  /** How the last try went. */
  outcome(): 'none' | 'joined' | 'name_taken' | 'redirected' | 'failed';
  /** Where the server sends the bot; the page is kept from going there by itself. */
  redirect(): string | undefined;
  /** The bot does not go there. */
  refuseRedirect(): void;
  /** What the bot sends now. */
  sends(device: StageDevice): boolean;
  /** The bot turns it on or off anew: that an operator had muted it is over. Answers what it sends now. */
  turns(device: StageDevice): boolean;
  /** Whether less may be asked for of single cameras: whoever has asked so is sent them, whatever they ask for of all. */
  mayAskForLess(may: boolean): void;
  /** Whether less is asked for of none. */
  areCamerasWhole(): boolean;
  /** How many of the bot's messages the server has sent on to nobody. */
  undelivered(): number;
  /** How often it has said that the bot may not do what it did. */
  forbidden(): number;
  /** What to type into the chat's field for a message. */
  lines(message: OutgoingChat): readonly string[] | 'may_not_write' | 'not_there';
}

/** By which it is found (../page/put-handle.ts). */
export const handleName = 'meeting-bots.galene';
