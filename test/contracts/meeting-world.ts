/** What a platform brings for the suite of meetings (meeting.ts): scenes, and people whom it directs. */
import type { Browser } from 'puppeteer-core';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import type { MeetingPhase } from '../../lib/capture/meeting/view.ts';

/** How a bot comes to be shown a phase. */
export interface Scene {
  readonly url: string;
  /** What happens once the bot has asked to be let in. */
  readonly afterwards?: () => Promise<void>;
  /** The bot has seen itself in the meeting before that happens. */
  readonly isSeenInside?: boolean;
}

/** What somebody is seen to use. */
export interface Shown {
  readonly camera: boolean;
  readonly microphone: boolean;
  readonly screen: boolean;
}

/** Somebody in a meeting, directed by the test. */
export interface Person {
  /** As the bot knows them. */
  readonly id: string;
  write(text: string, to?: string): Promise<void>;
  /** The text of the next message that they can read. */
  read(): Promise<string>;
  edit(text: string, changed: string): Promise<void>;
  turnCamera(on: boolean): Promise<void>;
  acceptBreakout(): Promise<void>;
  leave(): Promise<void>;
  /** Resolves once somebody is seen so; undefined once they are not seen any more. */
  see(id: string, is: (shown: Shown | undefined) => boolean): Promise<void>;
}

/** Somebody who came in with a camera and a microphone, both on. */
export interface Speaker {
  /** As the bot knows them. */
  readonly id: string;
  /** Says a clip of the demo room; resolves once it is said. */
  say(clip: string): Promise<Spoken>;
  leave(): Promise<void>;
}

/** When something was said, in Unix time, by the clock of this machine. */
export interface Spoken {
  readonly start_ms: number;
  readonly end_ms: number;
}

export interface Host extends Person {
  allowRecording(): Promise<void>;
  refuseRecording(): Promise<void>;
  openBreakoutRoom(name: string, ids: readonly string[]): Promise<void>;
  closeBreakoutRooms(): Promise<void>;
  /** Says something in English that is written down as a caption; its translation is known to who reads German. */
  caption(text: string, inGerman?: string): Promise<void>;
}

/** A meeting with a host in it. */
export interface Gathering {
  readonly url: string;
  readonly host: Host;
  enter(name: string): Promise<Person>;
  enterToSpeak(name: string): Promise<Speaker>;
  /** Everybody goes. */
  [Symbol.asyncDispose]?(): Promise<void>;
}

export interface MeetingWorld extends AsyncDisposable {
  /** Recordings are looked at in it. Absent where nobody is recorded. */
  readonly browser?: Browser;
  /** A meeting at an address, not loaded yet. */
  open(url: string): Promise<Meeting>;
  scene(phase: MeetingPhase): Promise<Scene>;
  /** `asks`: recording has to be granted there. */
  gather?(options?: { readonly asks?: boolean }): Promise<Gathering>;
}

/** A world that others use as well, and close. */
export const notClosed = (world: MeetingWorld): MeetingWorld => ({
  ...world,
  [Symbol.asyncDispose]: async () => undefined,
});
