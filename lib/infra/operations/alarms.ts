import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';
import { forThisAccount } from '../permissions/this-account.ts';
import {
  apiFaults,
  behindTable,
  failedSteps,
  failing,
  failingAccounts,
  failingAllDay,
  lostMessages,
  oldest,
  own,
  throttled,
  timedFaults,
  usedVcpus,
  type Watched,
} from './watched.ts';

interface AlarmRow {
  readonly metric: (watched: Watched) => IMetric;
  /** It goes off at so much, */
  readonly at: number;
  /** for so many periods of the metric in a row (1). */
  readonly periods?: number;
  /** What it says to whoever is woken by it. */
  readonly says: string;
}

/** Each has a line in docs/operations/alarms.md that says what to do. */
export const alarmRows = {
  BotsFailing: { metric: failing, at: 20, says: 'a fifth of the bots of a quarter of an hour failed' },
  BotsFailingAllDay: { metric: failingAllDay, at: 50, says: 'half of the bots of a day failed, and at least two did' },
  BotsNotLaunched: {
    metric: () => own('BotsNotLaunched', Stats.SUM, 5),
    at: 1,
    says: 'the capture tasks of a bot do not start',
  },
  StepsFail: {
    metric: failedSteps,
    at: 10,
    periods: 2,
    says: 'steps of bots fail, and are tried again',
  },
  JoiningSlowly: {
    metric: () => own('TimeToJoin', Stats.percentile(90), 15),
    at: 90,
    periods: 2,
    says: 'one bot of ten is in its meeting more than a minute and a half after it should join',
  },
  WorkLost: { metric: lostMessages, at: 1, says: 'something was given up after every attempt' },
  WebhooksLate: { metric: ({ webhooks }) => oldest(webhooks), at: 120, says: 'webhooks wait for two minutes' },
  // What is tried again waits there for up to a quarter of an hour as it should.
  RetriesLate: {
    metric: ({ slowWebhooks }) => oldest(slowWebhooks),
    at: 1_800,
    says: 'webhooks to slow receivers, or that are sent again, wait for half an hour',
  },
  WebhooksGivenUp: {
    metric: () => own('WebhooksFailed', Stats.SUM, 60),
    at: 10,
    says: 'ten webhooks of an hour were given up after a day of attempts',
  },
  SpeechLate: { metric: ({ speech }) => oldest(speech), at: 300, says: 'speech waits five minutes to be transcribed' },
  SpeechNotTranscribed: {
    metric: () => own('SpeechNotTranscribed', Stats.SUM, 15),
    at: 5,
    says: 'speech was given up after every attempt',
  },
  TableLags: { metric: behindTable, at: 60_000, says: 'bots or webhooks are a minute behind the table' },
  ApiFails: { metric: apiFaults, at: 5, says: 'the API answered with faults of its own' },
  // Apart: one that is read time and again keeps it on, and would hide other faults.
  ItemsLeftOut: {
    metric: () => own('ItemsLeftOut', Stats.SUM, 5),
    at: 1,
    says: 'a list or a transcript was answered without what cannot be read',
  },
  FunctionsThrottled: { metric: throttled, at: 1, periods: 2, says: 'the account has no room for functions' },
  VcpusNearlyUsed: { metric: usedVcpus, at: 80, says: 'four fifths of the vCPUs that Fargate may use are in use' },
  MemoryNearlyFull: {
    metric: () => own('CaptureMemory', Stats.MAXIMUM, 5),
    at: 85,
    says: 'a capture task has little memory left',
  },
  TimedWorkFails: {
    metric: timedFaults,
    at: 3,
    says: 'what looks each minute or hour for what is due failed, and was tried again in vain',
  },
  DeletionFails: {
    metric: () => own('DataNotDeleted', Stats.SUM, 60),
    at: 1,
    periods: 2,
    says: 'for two hours data that was to be deleted is still there',
  },
  AccountsFail: { metric: failingAccounts, at: 1, says: 'a calendar or a connection has failed for a day' },
} as const satisfies Record<string, AlarmRow>;

export interface AlarmsProps {
  readonly watched: Watched;
  /** Who is written to. */
  readonly email: string | undefined;
  /** A topic of the operator's that is told too. */
  readonly topicArn: string | undefined;
}

/** Tells somebody when something is wrong, and again when it is not any more. */
export class Alarms extends Construct {
  /** The topic of the stack's own, by which it writes to somebody. */
  readonly topicArn: string | undefined;

  constructor(scope: Construct, id: string, { watched, email, topicArn }: AlarmsProps) {
    super(scope, id);
    const ours = email === undefined ? undefined : this.#topicFor(email);
    this.topicArn = ours?.topicArn;
    const theirs = topicArn === undefined ? undefined : Topic.fromTopicArn(this, 'Theirs', topicArn);
    const actions = [ours, theirs].flatMap((topic) => (topic ? [new SnsAction(topic as ITopic)] : []));
    for (const [name, row] of Object.entries(alarmRows) as [string, AlarmRow][]) {
      const alarm = new Alarm(this, name, {
        alarmDescription: `${row.says}: see ${name} in docs/operations/alarms.md`,
        metric: row.metric(watched),
        threshold: row.at,
        evaluationPeriods: row.periods ?? 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        // While no bot is in a meeting there is nothing to see, and nothing wrong.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
  }

  #topicFor(email: string): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // A topic with a policy of its own lets nobody publish who is not in it.
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions: forThisAccount(this) }));
    topic.addSubscription(new EmailSubscription(email));
    acknowledge(topic, {
      'AwsSolutions-SNS2':
        'what alarms say holds no data of clients; CloudWatch may publish only through a key that costs by the month',
    });
    return topic;
  }
}
