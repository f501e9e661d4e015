/** What the facsimile's server and its own part of the page say to each other, in place of XMPP. */
import type { OwnDevice } from '../stage/protocol.ts';
import type { PictureKind } from './sources.ts';

export interface Person {
  /** Of an endpoint: eight hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly role: 'moderator' | 'participant';
  readonly camera: boolean;
  readonly microphone: boolean;
  readonly screen: boolean;
  /** In the order in which they began: that is what they are called by. */
  readonly pictures: readonly PictureKind[];
}

/** Somebody in whatever room. */
export type Called = Pick<Person, 'id' | 'name'>;

/** How far the page has come, as its store has it. */
export interface Conference {
  readonly is_joined: boolean;
  readonly is_ice_connected: boolean;
  readonly knocking: boolean;
  readonly members_only: boolean;
  readonly waiting_for_host: boolean;
  readonly auth_required: boolean;
}

export interface Written {
  readonly id: string;
  readonly from: string;
  readonly name: string;
  /** Whose it is, or everybody's. */
  readonly to: string;
  readonly text: string;
  readonly at_ms: number;
  readonly is_edited: boolean;
}

export type ToJitsi =
  /** The client has begun: before that its store is not there. */
  | { readonly type: 'booted'; readonly room: string }
  | { readonly type: 'conference'; readonly is: Conference }
  | { readonly type: 'people'; readonly self: Person | undefined; readonly others: readonly Person[] }
  | { readonly type: 'message'; readonly message: Written }
  /** The server has refused what was written. */
  | { readonly type: 'message_refused' }
  /** An event of the conference, as in `conference.kicked`. */
  | { readonly type: 'event'; readonly name: string; readonly params: readonly unknown[] }
  /** The press was taken: the page connects to its server. */
  | { readonly type: 'pressed' }
  /** The server has answered: a conference is being joined. */
  | { readonly type: 'joining' }
  /** There is a breakout room of this name: who is in the main room, and who in it. */
  | {
      readonly type: 'rooms';
      readonly breakout: string;
      readonly main: readonly Called[];
      readonly inside: readonly Called[];
    }
  /** The server records the meeting, or does so no more (`RECORDER_STATE_CHANGED`). */
  | { readonly type: 'recording'; readonly status: 'on' | 'off' }
  /** Nobody unmutes before they have understood that (`setAudioUnmutePermissions`, `setVideoUnmutePermissions`). */
  | { readonly type: 'unmute_blocked' }
  /** A moderator, by their id, has muted what the page sends. */
  | { readonly type: 'muted'; readonly device: OwnDevice; readonly by: string }
  /** What moderators have to allow, and have allowed (`features/av-moderation`). */
  | { readonly type: 'moderation'; readonly is: Readonly<Record<string, boolean>> }
  /** Somebody, by their id, has turned on that what they send is encrypted end to end (`e2ee.enabled` of their presence). */
  | { readonly type: 'encrypts'; readonly id: string }
  /** What whoever serves the page has configured, beside what it always has. */
  | { readonly type: 'config'; readonly is: object }
  /** What a transcriber sends to everybody, whom nobody sees (json-message). */
  | { readonly type: 'transcribed'; readonly message: object }
  /** Another conference is joined in place of this one: the breakout room, or the main room. */
  | { readonly type: 'moved'; readonly into: 'breakout' | 'main' };

export type FromJitsi =
  /** What the link hands to the page, behind its `#`. */
  | { readonly type: 'opened'; readonly hash: string }
  /** The numbers (SSRC) of the lines that the page was offered, by the ids of their streams. */
  | { readonly type: 'lines'; readonly ssrcs: Readonly<Record<string, number>> }
  /** What the page asks of the bridge: how many lines of which picture, and of all others. */
  | { readonly type: 'wants'; readonly lines: Readonly<Record<string, number>>; readonly of_others: number }
  /** Written by the conference's own methods. */
  | { readonly type: 'send'; readonly text: string; readonly to: string }
  /** The page's conference makes somebody an owner of the room (`grantOwner`). */
  | { readonly type: 'grants'; readonly id: string }
  /** Chosen by the store's own action. */
  | { readonly type: 'recipient'; readonly id: string }
  /** The page wants to have written down what is said (`requestingTranscription` of its presence). */
  | { readonly type: 'asks_for_captions' }
  | { readonly type: 'hang_up' };

/** What the bridge says over its channel (`colibriClass`), as lib-jitsi-meet's BridgeChannel reads it. */
export interface MappedSource {
  /** As in `1f2a3b4c-a0`: the endpoint, and which of its sources. */
  readonly source: string;
  readonly owner: string;
  readonly ssrc: number;
  /** Of pictures: of what is sent again; `-1` where nothing is. */
  readonly rtx?: string;
  readonly videoType?: 'CAMERA' | 'DESKTOP';
}
export const bridgeChannel = 'JVB data channel';
