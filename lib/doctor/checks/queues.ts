import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { lostId, namesOf, shortName } from '../deployment.ts';
import { counted, type Finding, look, well, wrong } from '../finding.ts';
import type { Check, World } from '../world.ts';

const waitingIn = async ({ sqs }: World, url: string): Promise<number> => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
};

/** What was given up after every attempt. */
export const checkLost: Check = async (world) => {
  const urls = namesOf(world.deployment, 'AWS::SQS::Queue', lostId);
  const found = await Promise.all(
    urls.map(async (url): Promise<Finding | undefined> => {
      const messages = await waitingIn(world, url);
      if (messages === 0) return undefined;
      return wrong(
        'lost messages',
        `${shortName(url)} holds ${counted(messages, 'message')} that were given up`,
        `read the log of its function, mend what it says, then npm run admin -- lost redrive ${shortName(url)} --outputs FILE`,
      );
    }),
  );
  const faults = found.filter((one) => one !== undefined);
  return faults.length > 0 ? faults : [well('lost messages', `none in ${urls.length} queues`)];
};

const lateSeconds = 300;
const lookBackMs = 15 * 60_000;

const oldestSeconds = async ({ cloudWatch, now }: World, url: string): Promise<number> => {
  const end = now();
  const { Datapoints = [] } = await cloudWatch.send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: shortName(url) }],
      StartTime: new Date(end.getTime() - lookBackMs),
      EndTime: end,
      Period: 60,
      Statistics: ['Maximum'],
    }),
  );
  const newest = Datapoints.toSorted((a, b) => Number(a.Timestamp) - Number(b.Timestamp)).at(-1);
  return newest?.Maximum ?? 0;
};

/** Retries wait in the slow lane for as long as they are meant to. */
const slowLane = /Slow[0-9A-F]{8}$/;

/** Work that waits for too long. */
export const checkQueues: Check = async (world) => {
  const urls = namesOf(world.deployment, 'AWS::SQS::Queue').filter((url) => {
    const id = world.deployment.resources.find(({ name }) => name === url)?.id ?? '';
    return !lostId.test(id) && !slowLane.test(id);
  });
  const found = await Promise.all(
    urls.map(async (url): Promise<Finding | undefined> => {
      const seconds = await oldestSeconds(world, url);
      if (seconds < lateSeconds) return undefined;
      return look(
        'queues',
        `in ${shortName(url)} a message has waited for ${Math.round(seconds / 60)} minutes`,
        'its function is throttled, or fails: its log and the alarm FunctionsThrottled tell which',
      );
    }),
  );
  const late = found.filter((one) => one !== undefined);
  return late.length > 0 ? late : [well('queues', `nothing waits in ${urls.length} queues`)];
};
