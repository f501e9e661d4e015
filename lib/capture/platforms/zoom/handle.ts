/** What the hands of the adapter are told, and have done, in the page by its program, which reads the client's page. */
import type { OutgoingChat, PeopleView } from '../../meeting/meeting.ts';
import type { StageDevice } from '../../meeting/stage.ts';
import type { LabelName } from './selectors.ts';

/** Where a button or an item stands. */
export type Place = 'header' | 'footer' | 'menu' | 'dialog' | 'page';

/** Somebody who can be written to: a name, and which one of those who are called so, in the order of the client's list. */
export interface Reader {
  readonly name: string;
  readonly place: number;
  /** How many are called so. */
  readonly of: number;
}

export type DeviceState = 'on' | 'off' | 'none';

export type ClientView = PeopleView | 'screen' | 'other';

export interface ZoomHandle {
  /** Whether the client's menus are free: the program itself looks into one once, when it has come in. */
  isReady(): boolean;
  has(place: Place, label: LabelName): boolean;
  hasOne(place: Place, ...labels: readonly LabelName[]): boolean;
  /** Answers whether there was such a thing to be pressed. */
  press(place: Place, label: LabelName): boolean;
  /** Closes the menu that is open; answers whether there was one. It may take a moment to go. */
  closeMenu(): boolean;
  hasNoMenu(): boolean;
  /** Presses an item of an open menu by what it says; answers false while there is none of this name. */
  choose(name: string): boolean;
  /**
   * Sends the request that the client offers, or sees that none is needed; answers whether it was one of these. `isAlone`:
   * "Record" was pressed, which may have opened a menu that offers this, or shows that there is nobody to be asked.
   */
  requestRecording(isAlone: boolean): boolean;
  /** Presses the item of the menu that has captions translated for the bot; answers whether there is one, and they are not. */
  translates(): boolean;
  /** Sends the request for captions that the client has asked about; answers whether there was one. */
  sendCaptionRequest(): boolean;
  /** Accepts the invitation to a breakout room; answers whether there was one. */
  enterRoom(): boolean;
  /**
   * Whether the client is seen to write down what is said, which it may do unseen while nobody speaks; and whether the list of
   * that is open, which keeps what was said before.
   */
  captions(): { readonly areOn: boolean; readonly areListed: boolean };
  /** Puts that list, once it is open, where it leaves room for those of people and messages; answers whether it is there. */
  popsOutTranscript(): boolean;
  /** How the client shows people; `screen` while it shows one in their place. */
  view(): ClientView;
  shows(view: ClientView): boolean;
  /** Whether the bot is to be seen or heard by a device from now on. */
  wants(device: StageDevice, on: boolean): void;
  /** What the client says of a device in the meeting. */
  device(device: StageDevice): DeviceState;
  isDevice(device: StageDevice, state: DeviceState): boolean;
  /** Whether the list of people holds everybody; moves it on to those who are not in view. */
  listsEverybody(): boolean;
  /** Who has to be written to, one after the other; `ambiguous` where others might get it, who go by the same name. */
  readers(to: OutgoingChat['to']): readonly (Reader | 'everyone')[] | 'not_there' | 'ambiguous';
  /** Whether the chat can be written in; opens it where it is closed. */
  opensChat(): boolean;
  /** Opens the list of those who can be written to, or chooses there; answers whether the right one is chosen. */
  chooseReader(reader: Reader | 'everyone'): boolean;
  /** Whether what is written now goes to them: those of one name are all to read it, and count as one. */
  isFor(reader: Reader | 'everyone'): boolean;
  /** Presses the button that sends, where this goes to them. */
  send(reader: Reader | 'everyone'): 'pressed' | 'kept' | 'no_button';
  /** The bot is about to write this; answers how many of its messages with this text the client shows so far. */
  aboutToSay(text: string): number;
  hasSaid(text: string, times: number): boolean;
  /** Presses what leads out; answers whether there was such a thing. */
  leave(): boolean;
  /** Says yes to what that asks; answers whether the bot is on its way out. */
  confirmLeave(): boolean;
}

/** Where it is kept, on the window; a symbol is no member that a page comes across. */
export const handleName = 'meeting-bots.zoom';
