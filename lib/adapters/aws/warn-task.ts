/** Tells a capture task on Fargate that it will end: by stopping it, which it is told two minutes before it is ended. */
import { ECSClient, InvalidParameterException, StopTaskCommand } from '@aws-sdk/client-ecs';
import { clientSettings } from './clients.ts';

/** `taskArn` names its cluster too: arn:aws:ecs:REGION:ACCOUNT:task/CLUSTER/ID. Answers false when the task is gone. */
export const warnFargateTask = async (taskArn: string, client = new ECSClient(clientSettings())): Promise<boolean> => {
  const [, cluster] = taskArn.split('/');
  try {
    await client.send(new StopTaskCommand({ cluster, task: taskArn, reason: 'its bot is moved to a new worker' }));
    return true;
  } catch (error) {
    if (error instanceof InvalidParameterException && /not found/i.test(error.message)) return false;
    throw error;
  }
};
