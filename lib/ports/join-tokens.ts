import type { JoinTokens } from '../domain/connection/join-tokens.ts';
import type { LoginAnswer } from '../domain/meeting/login.ts';
import type { CaptureOrder } from './capture-order.ts';

/** Who asks for tokens: the worker of an attempt of a bot. */
export type TokensOrder = Pick<CaptureOrder, 'project_id' | 'bot_id' | 'attempt'>;

/** Where a worker gets tokens from. It has no secrets itself, nor a right to open any. */
export interface JoinTokensSource {
  /** What the bot joins with, fetched for this one join; nothing where nobody grants anything. */
  fetch(order: TokensOrder): Promise<JoinTokens>;
  /** With which of the operator's accounts the bot joins: it has that alone until it is out of its meeting. */
  login(order: TokensOrder): Promise<LoginAnswer>;
}
