/** What the page knows of its meeting. It is told by its server (`page.ts`) and by the bridge (`bridge-connection.ts`). */
import type { StageHandle } from '../../stage/protocol.ts';
import type { Conference, FromJitsi, Person, ToJitsi } from '../protocol.ts';

export const { stage } = globalThis as unknown as { readonly stage: StageHandle };
export const tell = (told: FromJitsi): void => stage.tell(told);

interface Known {
  room: string;
  /** The breakout room, where there is one, and who is there and in the main room; and whether the bot is in it. */
  breakout: Pick<Extract<ToJitsi, { type: 'rooms' }>, 'breakout' | 'main' | 'inside'> | undefined;
  isInBreakout: boolean;
  is: Conference | undefined;
  /** From the press until it is in, or was refused (`joiningInProgress`). */
  isJoining: boolean;
  failure: { readonly name: unknown; readonly params: readonly unknown[] } | undefined;
  /** Before there is a conference. */
  connectionError: { readonly name: unknown } | undefined;
  self: Person | undefined;
  others: readonly Person[];
  dominantSpeaker: string | undefined;
  /** By the server. */
  recordings: readonly { readonly id: string; readonly status: string }[];
  moderation: Readonly<Record<string, boolean>>;
  isUnmuteBlocked: boolean;
  config: { readonly e2ee?: { readonly externallyManagedKey?: boolean } };
  /** The ids of those who encrypt end to end what they send. */
  encrypting: readonly string[];
  messages: readonly StoredMessage[];
  /** Of what is written next, where that is not for all. */
  recipient: { readonly id: string } | undefined;
}

export interface StoredMessage {
  /** What the page says itself has none. */
  readonly messageId?: string;
  readonly messageType: string;
}

export const known: Known = {
  room: '',
  breakout: undefined,
  isInBreakout: false,
  is: undefined,
  isJoining: false,
  failure: undefined,
  connectionError: undefined,
  self: undefined,
  others: [],
  dominantSpeaker: undefined,
  recordings: [],
  moderation: {},
  isUnmuteBlocked: false,
  config: {},
  encrypting: [],
  messages: [],
  recipient: undefined,
};
