/** Tokens and accounts for joining from the one function that a worker may call: its name is in JOIN_CREDENTIALS_FUNCTION. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { JoinTokens } from '../../domain/connection/join-tokens.ts';
import { LoginAnswer } from '../../domain/meeting/login.ts';
import type { CredentialsOrder, JoinCredentialsSource } from '../../ports/join-credentials.ts';
import { clientSettings, once, untilSilent } from './clients.ts';
import { required } from './environment.ts';

export const lambdaJoinCredentials = (client: LambdaClient, functionName: string): JoinCredentialsSource => {
  const ask = async (
    wants: 'tokens' | 'login',
    { project_id, bot_id, attempt }: CredentialsOrder,
  ): Promise<unknown> => {
    const payload = JSON.stringify({ project_id, bot_id, attempt, wants });
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(payload) }),
    );
    // What a failed function answers says why, and is no token; it stays in the function's own log.
    if (FunctionError !== undefined) throw new Error(`the function that fetches ${wants} failed: ${FunctionError}`);
    return JSON.parse(Buffer.from(Payload ?? []).toString());
  };
  return {
    tokens: async (order) => JoinTokens.parse(await ask('tokens', order)),
    login: async (order) => LoginAnswer.parse(await ask('login', order)),
  };
};

/** Longer than the function may take. */
const answersWithinMs = 90_000;

const opened = once(() =>
  lambdaJoinCredentials(
    new LambdaClient(clientSettings(untilSilent(answersWithinMs))),
    required('JOIN_CREDENTIALS_FUNCTION'),
  ),
);

/** Nothing is fetched in the worker's own process, which has no right to. */
export const openJoinCredentials = (): JoinCredentialsSource => opened();
