/** Tokens for joining are fetched in the worker's own process: on one machine being another one keeps nobody from secrets. */
import type { JoinTokensSource } from '../../ports/join-tokens.ts';

/** `inProcess`: what fetches them where no function does. */
export const openJoinTokens = (inProcess: () => Promise<JoinTokensSource>): JoinTokensSource => ({
  fetch: async (order) => (await inProcess()).fetch(order),
});
