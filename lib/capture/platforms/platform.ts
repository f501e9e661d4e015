/** What every meeting platform offers to a session, so that the session need not know which one it is in. */
import type { Page } from 'puppeteer-core';

/** A message into the meeting's chat, and who shall read it. */
export interface OutgoingChat {
  readonly to: 'everyone' | 'everyone_but_host' | { readonly participant_id: string };
  readonly text: string;
}

export interface MeetingPlatform {
  readonly name: string;
  /** Whether each participant's sound and picture reach the page as tracks of their own, whose owners can be told. */
  readonly exposesTracks: boolean;
  /** The script that reads the platform's page: an entry point that exports `install(names)`. */
  readonly pageScript: URL;
  /** Does all that comes before the press of the join button: types the name, turns off what must be off. */
  prepare(page: Page, name: string): Promise<void>;
  pressJoin(page: Page): Promise<void>;
  /** Turns on what a bot needs in the meeting, such as captions. Safe to repeat. */
  settle(page: Page): Promise<void>;
  requestRecording(page: Page): Promise<void>;
  pressLeave(page: Page): Promise<void>;
  /** Presses send at most once. Resolves when the message is shown as sent; rejects when it is not, which may come later. */
  sendChat(page: Page, message: OutgoingChat): Promise<void>;
  /** Turns the bot's own camera on or off, before or in the meeting. Safe to repeat; rejects when the page finds no camera. */
  setCamera(page: Page, on: boolean): Promise<void>;
  /** The same for the microphone. */
  setMicrophone(page: Page, on: boolean): Promise<void>;
  /** Shares what the page is given as a screen, or stops it. Rejects when it is given none. Only in the meeting. */
  setScreenShare(page: Page, on: boolean): Promise<void>;
  /** Accepts the invitation to a breakout room; the view tells when the bot is inside. */
  acceptBreakout(page: Page): Promise<void>;
  /** Where a platform can stop pictures from being sent to the bot: whether they are. Only in the meeting. */
  showIncomingVideo(page: Page, wanted: boolean): Promise<void>;
}
