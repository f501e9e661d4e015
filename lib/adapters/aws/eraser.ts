/** The function that removes what bots leave, called so that nobody waits for it: its name is in ERASE_FUNCTION. */
import { InvocationType, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Eraser } from '../../ports/eraser.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

export const lambdaEraser = (client: LambdaClient, functionName: string): Eraser => ({
  async start(bots) {
    // As a queue hands them out: Lambda has one of its own for such calls, which costs nothing while it is empty.
    const Records = bots.map((bot, index) => ({ messageId: String(index), body: JSON.stringify(bot) }));
    await client.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: InvocationType.Event,
        Payload: Buffer.from(JSON.stringify({ Records })),
      }),
    );
  },
});

export const openEraser = once(() => lambdaEraser(new LambdaClient(clientSettings()), required('ERASE_FUNCTION')));
