/** What goes for a meeting of the facsimile of Jitsi Meet. */
export interface JitsiRules {
  /** Without it nobody comes in. */
  readonly password?: string;
  /** Where the password is asked for beside a moderator's leave. */
  readonly hasLobby?: boolean;
  /** What the `jwt` of a link has to be. */
  readonly token?: string;
  /** Guests may write to single people only. */
  readonly isGroupChatClosed?: boolean;
  /** Guests may write to everyone only, as their token has it. */
  readonly isPrivateChatClosed?: boolean;
  /** The server lets nobody write to single people, which the page does not know (`privateChatRestricted`). */
  readonly refusesPrivateChat?: boolean;
  /** The server makes a moderator of whoever comes first (`AutoOwnerRoleManager` of jicofo). */
  readonly hasAutoOwner?: boolean;
  /** When the server answers a press of join; at once where that is not said. */
  readonly answered?: Promise<void>;
  /** What whoever serves the page has configured. */
  readonly config?: object;
}
