import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { lostId, namesOf, shortName } from '../deployment.ts';
import { counted, type Finding, look, well, wrong } from '../finding.ts';
import { type LostQueue, queuesOf, sqsLostQueues, stillMattering } from '../lost-queues.ts';
import type { Check, World } from '../world.ts';

/** How what was given up is seen to: most goes back to where it came from, records of the stream and events do not. */
const mendOf = ({ queue, from, url }: LostQueue): string =>
  from === null
    ? `read the log of its function, mend what it says: ${stillMattering(queue)}; then aws sqs purge-queue --queue-url ${url}`
    : `read the log of its function, mend what it says, then npm run admin -- lost redrive ${queue} --outputs FILE`;

/** What was given up after every attempt. */
export const checkLost: Check = async ({ deployment, sqs }) => {
  const about = 'lost messages';
  const queues = queuesOf(deployment);
  const filled = (await sqsLostQueues(sqs, async () => queues).list()).filter(({ messages }) => messages > 0);
  if (filled.length === 0) return [well(about, `none in ${queues.lost.length} queues`)];
  return filled.map((lost) => {
    const { queue, messages, from } = lost;
    const says = `${queue} holds ${counted(messages, 'message')} that ${messages === 1 ? 'was' : 'were'} given up`;
    return wrong(about, from === null ? `${says}, and no queue takes back` : says, mendOf(lost));
  });
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
