/** Tokens from the function that a worker may call, as its answers come over the wire. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { lambdaJoinCredentials } from '../../../lib/adapters/aws/join-credentials.ts';

const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 2 };

describe('tokens from a function', () => {
  const asking = (answer: object) => {
    const lambda = new LambdaClient({ region: 'us-east-1' });
    const client = mockClient(lambda);
    client.on(InvokeCommand).resolves(answer);
    return { client, source: lambdaJoinCredentials(lambda, 'tokens') };
  };
  const payload = (value: unknown) => Buffer.from(JSON.stringify(value));

  it('are asked for with who asks, and nothing else', async () => {
    const { client, source } = asking({ Payload: payload({ zak_token: 'zak', more: 1 }) });
    expect(await source.tokens({ ...order, more: 1 } as typeof order)).toEqual({ zak_token: 'zak' });
    const [call] = client.commandCalls(InvokeCommand);
    const { FunctionName, Payload } = call?.args[0].input ?? {};
    expect([FunctionName, JSON.parse(Buffer.from(Payload as Uint8Array).toString())]).toEqual([
      'tokens',
      { ...order, wants: 'tokens' },
    ]);
  });

  it('are not there when the function fails; what it says of that is not told on', async () => {
    const { source } = asking({ FunctionError: 'Unhandled', Payload: payload({ errorMessage: 'c4nary' }) });
    const failing = source.tokens(order);
    await expect(failing).rejects.toThrow('the function that fetches tokens failed: Unhandled');
  });

  it('come with an account by the same function, of which it is asked for that alone', async () => {
    const { client, source } = asking({ Payload: payload({ refused: 'accounts_in_use' }) });
    expect(await source.login(order)).toEqual({ refused: 'accounts_in_use' });
    const [call] = client.commandCalls(InvokeCommand);
    const { Payload } = call?.args[0].input ?? {};
    expect(JSON.parse(Buffer.from(Payload as Uint8Array).toString())).toEqual({ ...order, wants: 'login' });
    await expect(asking({ Payload: payload({ login: {} }) }).source.login(order)).rejects.toThrow();
  });

  it.each([[{ zak_token: 7 }], ['zak'], [null]])('are not there when it answers %j', async (answer) => {
    await expect(asking({ Payload: payload(answer) }).source.tokens(order)).rejects.toThrow();
  });
});
