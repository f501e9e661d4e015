import type { JoinTokens } from '../domain/connection/join-tokens.ts';
import type { LoginAnswer } from '../domain/meeting/login.ts';
import type { CaptureOrder } from './capture-order.ts';

/** Who asks for them: the worker of an attempt of a bot. */
export type CredentialsOrder = Pick<CaptureOrder, 'project_id' | 'bot_id' | 'attempt'>;

/** Where a worker gets from what its bot joins with. It has no secrets itself, nor a right to open any. */
export interface JoinCredentialsSource {
  /** Tokens that are fetched for this one join; nothing where nobody grants anything. */
  tokens(order: CredentialsOrder): Promise<JoinTokens>;
  /** With which of the operator's accounts the bot joins: it has that alone until it is out of its meeting. */
  login(order: CredentialsOrder): Promise<LoginAnswer>;
}
