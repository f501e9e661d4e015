import { ECSClient, InvalidParameterException, StopTaskCommand } from '@aws-sdk/client-ecs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { warnFargateTask } from '../../../lib/adapters/aws/warn-task.ts';

const ecs = mockClient(ECSClient);
afterAll(() => ecs.restore());
const client = new ECSClient({ region: 'us-east-1' });
const arn = 'arn:aws:ecs:us-east-1:123456789012:task/fleet/0123456789abcdef';
const refusal = (message: string) => new InvalidParameterException({ $metadata: {}, message });

beforeEach(() => ecs.reset());

describe('warning a task on Fargate', () => {
  it('stops it, in its own cluster', async () => {
    ecs.on(StopTaskCommand).resolves({});
    expect(await warnFargateTask(arn, client)).toBe(true);
    expect(ecs.commandCalls(StopTaskCommand)[0]?.args[0].input).toMatchObject({ cluster: 'fleet', task: arn });
  });

  it('tells when it is gone, and of whatever else is wrong', async () => {
    ecs.on(StopTaskCommand).rejectsOnce(refusal('The referenced task was not found.')).rejects(refusal('Invalid'));
    expect(await warnFargateTask(arn, client)).toBe(false);
    await expect(warnFargateTask(arn, client)).rejects.toThrow('Invalid');
  });
});
