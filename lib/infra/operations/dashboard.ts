import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ownNamespace } from './metric-namespace.ts';
import {
  apiFaults,
  behindTable,
  failing,
  lostMessages,
  oldest,
  own,
  throttled,
  usedVcpus,
  type Watched,
} from './watched.ts';

/** A line for each value of a dimension that there is. */
const each = (dimension: 'Platform' | 'Reason', metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${ownNamespace}",${dimension}} MetricName="${metricName}"', 'Sum', 300)`,
    usingMetrics: {},
    label: '',
    period: Duration.minutes(5),
  });

const rowsOf = (watched: Watched): Readonly<Record<string, readonly IMetric[]>>[] => [
  {
    'Bots that joined and ended': [own('BotsJoined', Stats.SUM, 5), own('BotsEnded', Stats.SUM, 5)],
    'Bots that failed, by reason; whose tasks do not start': [
      each('Reason', 'BotsFailed'),
      own('BotsNotLaunched', Stats.SUM, 5),
    ],
    'Bots that failed, by platform, and %': [each('Platform', 'BotsFailed'), failing()],
  },
  {
    'From when it should join until it is in, s': [
      own('TimeToJoin', Stats.percentile(50), 5),
      own('TimeToJoin', Stats.percentile(95), 5),
    ],
    'Webhooks: how late they arrive, ms': [
      own('WebhookLag', Stats.percentile(50), 5),
      own('WebhookLag', Stats.percentile(99), 5),
    ],
    'Speech: from its end until its text, ms': [
      own('TranscriptDelay', Stats.percentile(50), 5),
      own('TranscriptDelay', Stats.percentile(95), 5),
    ],
  },
  {
    'Capture: CPU, % of what the task has': [
      own('CaptureCpu', Stats.AVERAGE, 5),
      own('CaptureCpu', Stats.percentile(95), 5),
      own('CaptureCpu', Stats.MAXIMUM, 5),
    ],
    'Capture: memory, % of what the task has': [
      own('CaptureMemory', Stats.AVERAGE, 5),
      own('CaptureMemory', Stats.MAXIMUM, 5),
    ],
    'Fargate vCPUs, % of the quota': [usedVcpus()],
  },
  {
    'Oldest message: webhooks, speech, s': [oldest(watched.webhooks), oldest(watched.speech)],
    'Given up, and behind the table, ms': [lostMessages(watched), behindTable(watched)],
    'Faults of the API, throttled functions': [apiFaults(watched), throttled()],
  },
];

/** The graphs that an operator looks at first. CloudWatch has three dashboards for nothing in each account. */
export class OperatorsDashboard extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      widgets: rowsOf(watched).map((row) =>
        Object.entries(row).map(([title, left]) => new GraphWidget({ title, left: [...left], width: 8 })),
      ),
    });
  }
}
