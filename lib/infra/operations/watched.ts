/** What an operator's alarms and graphs look at. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { MetricName } from '../../process/metrics.ts';
import { ownNamespace } from './metric-namespace.ts';

export interface Watched {
  readonly webhooks: Queue;
  readonly slowWebhooks: Queue;
  readonly speech: Queue;
  /** Where what could not be worked on is kept. */
  readonly lost: readonly Queue[];
  /** What follows the table: bots' executions, and webhooks. */
  readonly followers: readonly LambdaFunction[];
  /** What schedules call. */
  readonly timed: readonly LambdaFunction[];
  /** What the state machine and workers call, and try again when it fails. */
  readonly called: readonly LambdaFunction[];
  readonly apiId: string;
}

const minutes = (count: number): Duration => Duration.minutes(count);

/** What counts lines of logs (`count-lines.ts`). */
type LineCount =
  | 'SpeechNotTranscribed'
  | 'CalendarFailsForADay'
  | 'ConnectionFailsForADay'
  | 'DataNotDeleted'
  | 'ItemsLeftOut'
  | 'StepsFailed';

/** A metric of the service itself. */
export const own = (metricName: MetricName | LineCount, statistic: string, periodMinutes: number): Metric =>
  new Metric({ namespace: ownNamespace, metricName, statistic, period: minutes(periodMinutes) });

/** Of the bots that joined or failed in so many minutes, those that failed, in percent; 0 unless the condition holds. */
const failedShare = (periodMinutes: number, condition: string): IMetric =>
  new MathExpression({
    expression: `IF(${condition}, 100 * FILL(failed, 0) / (FILL(failed, 0) + FILL(joined, 0)), 0)`,
    usingMetrics: {
      failed: own('BotsFailed', Stats.SUM, periodMinutes),
      joined: own('BotsJoined', Stats.SUM, periodMinutes),
    },
    label: 'bots that failed, %',
    period: minutes(periodMinutes),
  });

/** Of a quarter of an hour, in which fewer than five are no sign of anything. */
export const failing = (): IMetric => failedShare(15, 'FILL(failed, 0) + FILL(joined, 0) >= 5');

/** Of a day, for those who never have five bots at once. */
export const failingAllDay = (): IMetric => failedShare(24 * 60, 'FILL(failed, 0) >= 2');

const sumOf = (metrics: readonly IMetric[], label: string, period: Duration): IMetric => {
  const each = Object.fromEntries(metrics.map((metric, i) => [`part${i}`, metric]));
  const expression = Object.keys(each)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics: each, label, period });
};

/** Messages in all queues of what was lost. */
export const lostMessages = ({ lost }: Watched): IMetric =>
  sumOf(
    lost.map((queue) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: minutes(5) }),
    ),
    'messages that were given up',
    minutes(5),
  );

/** Runs that failed of the functions that schedules call. Lambda tries each of these three times. */
export const timedFaults = ({ timed }: Watched): IMetric =>
  sumOf(
    timed.map((it) => it.metricErrors({ statistic: Stats.SUM, period: minutes(60) })),
    'failed runs of what schedules call',
    minutes(60),
  );

/**
 * Steps of bots that failed. Of `enter-state` lines are counted: where it only tells that a bot is to wait for its turn, as it does
 * thousands of times at a full hour, Lambda counts an error as well.
 */
export const failedSteps = ({ called }: Watched): IMetric =>
  sumOf(
    [
      own('StepsFailed', Stats.SUM, 5),
      ...called.map((it) => it.metricErrors({ statistic: Stats.SUM, period: minutes(5) })),
    ],
    'steps of bots that failed',
    minutes(5),
  );

/** How far the slowest follower is behind the table. */
export const behindTable = ({ followers }: Watched): IMetric => {
  const each = Object.fromEntries(
    followers.map((it, i) => [
      `follower${i}`,
      it.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: minutes(5) }),
    ]),
  );
  const names = Object.keys(each).join(', ');
  return new MathExpression({
    expression: `MAX([${names}])`,
    usingMetrics: each,
    label: 'behind the table, ms',
    period: minutes(5),
  });
};

/** Requests that were answered with a 5xx. */
export const apiFaults = ({ apiId: ApiId }: Watched): IMetric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName: '5xx',
    dimensionsMap: { ApiId },
    statistic: Stats.SUM,
    period: minutes(5),
  });

/** Calls of functions that the account's concurrency had no room for. */
export const throttled = (): IMetric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: Stats.SUM, period: minutes(5) });

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/monitoring-fargate-usage.html */
const vcpus = (): Metric =>
  new Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: { Service: 'Fargate', Type: 'Resource', Resource: 'vCPU', Class: 'Standard/OnDemand' },
    statistic: Stats.MAXIMUM,
    period: minutes(5),
  });

/** How much of the account's quota of vCPUs is used, in percent. */
export const usedVcpus = (): IMetric =>
  new MathExpression({
    expression: 'usage / SERVICE_QUOTA(usage) * 100',
    usingMetrics: { usage: vcpus() },
    label: 'Fargate vCPUs used, % of the quota',
    period: minutes(5),
  });

/** Calendars and connections that have failed for a day. */
export const failingAccounts = (): IMetric =>
  new MathExpression({
    expression: 'FILL(calendars, 0) + FILL(connections, 0)',
    usingMetrics: {
      calendars: own('CalendarFailsForADay', Stats.SUM, 60),
      connections: own('ConnectionFailsForADay', Stats.SUM, 60),
    },
    label: 'calendars and connections that fail for a day',
    period: minutes(60),
  });

export const oldest = (queue: Queue): IMetric =>
  queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, period: minutes(5) });
