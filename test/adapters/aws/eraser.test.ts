import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { lambdaEraser } from '../../../lib/adapters/aws/eraser.ts';

describe('the function that removes what bots leave', () => {
  it('is called without waiting for it, as a queue would', async () => {
    const lambda = mockClient(LambdaClient);
    lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
    const bots = [
      { project_id: 'prj_1', bot_id: 'bot_1' },
      { project_id: 'prj_2', bot_id: 'bot_2' },
    ];
    await lambdaEraser(new LambdaClient({}), 'erase').start(bots);
    const [call] = lambda.commandCalls(InvokeCommand);
    expect(call?.args[0].input).toMatchObject({ FunctionName: 'erase', InvocationType: 'Event' });
    const { Records } = JSON.parse(Buffer.from(call?.args[0].input.Payload as Uint8Array).toString());
    expect(Records.map(({ body }: { body: string }) => JSON.parse(body))).toEqual(bots);
  });
});
