/** Tokens and accounts for joining from the one function that a worker may call: its name is in JOIN_TOKENS_FUNCTION. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { JoinTokens } from '../../domain/connection/join-tokens.ts';
import { LoginAnswer } from '../../domain/meeting/login.ts';
import type { JoinTokensSource, TokensOrder } from '../../ports/join-tokens.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

export const lambdaJoinTokens = (client: LambdaClient, functionName: string): JoinTokensSource => {
  const ask = async (wants: 'tokens' | 'login', { project_id, bot_id, attempt }: TokensOrder): Promise<unknown> => {
    const payload = JSON.stringify({ project_id, bot_id, attempt, wants });
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(payload) }),
    );
    // What a failed function answers says why, and is no token; it stays in the function's own log.
    if (FunctionError !== undefined) throw new Error(`the function that fetches ${wants} failed: ${FunctionError}`);
    return JSON.parse(Buffer.from(Payload ?? []).toString());
  };
  return {
    fetch: async (order) => JoinTokens.parse(await ask('tokens', order)),
    login: async (order) => LoginAnswer.parse(await ask('login', order)),
  };
};

const opened = once(() => lambdaJoinTokens(new LambdaClient(clientSettings()), required('JOIN_TOKENS_FUNCTION')));

/** Nothing is fetched in the worker's own process, which has no right to. */
export const openJoinTokens = (): JoinTokensSource => opened();
