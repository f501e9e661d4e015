/** Tokens for joining are fetched in the worker's own process: on one machine being another one keeps nobody from secrets. */
import { openFetchTokens } from './fetch-tokens.ts';

export const openJoinTokens = openFetchTokens;
