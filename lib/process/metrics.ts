/**
 * Metrics as lines of the log, in CloudWatch's embedded metric format: CloudWatch makes metrics of them by itself, so telling one
 * costs no call, and what it was told of stays beside it in the log.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
import { isOnAws } from './on-aws.ts';

export const usualNamespace = 'MeetingBots';

type Dimension = 'Platform' | 'Reason';
interface MetricRow {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds' | 'Percent';
  /** The sets of dimensions by which it is kept apart; each combination of values is a metric that is paid for. */
  readonly by: readonly (readonly Dimension[])[];
}

/** All metrics that the service tells. What they mean to an operator is in docs/operations/alarms.md. */
export const metricTable = {
  BotsJoined: { unit: 'Count', by: [[], ['Platform']] },
  TimeToJoin: { unit: 'Seconds', by: [[], ['Platform']] },
  BotsEnded: { unit: 'Count', by: [[]] },
  BotsFailed: { unit: 'Count', by: [[], ['Platform'], ['Reason']] },
  BotsNotLaunched: { unit: 'Count', by: [[]] },
  WebhookLag: { unit: 'Milliseconds', by: [[]] },
  WebhooksFailed: { unit: 'Count', by: [[]] },
  TranscriptDelay: { unit: 'Milliseconds', by: [[]] },
  CaptureCpu: { unit: 'Percent', by: [[]] },
  CaptureMemory: { unit: 'Percent', by: [[]] },
} as const satisfies Record<string, MetricRow>;
export type MetricName = keyof typeof metricTable;

/** One thing that was seen: a figure for each metric, or several that were seen together. */
export interface Measurement {
  readonly values: Readonly<Partial<Record<MetricName, number | readonly number[]>>>;
  readonly dimensions?: Readonly<Partial<Record<Dimension, string>>>;
  /** What else the line says, for whoever reads the log: ids, never words of meetings. */
  readonly facts?: Readonly<Record<string, string | number | undefined>>;
}

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
const mostValues = 100;

/** The line that tells a measurement. */
export const embeddedMetrics = (
  { values, dimensions = {}, facts = {} }: Measurement,
  at: Date,
  Namespace: string = process.env.METRIC_NAMESPACE ?? usualNamespace,
): object => {
  const told = Object.entries(values) as [MetricName, number | readonly number[]][];
  const known = (set: readonly Dimension[]): boolean => set.every((name) => dimensions[name] !== undefined);
  return {
    _aws: {
      Timestamp: at.getTime(),
      CloudWatchMetrics: told.map(([Name]) => {
        const { unit, by }: MetricRow = metricTable[Name];
        return { Namespace, Dimensions: by.filter(known), Metrics: [{ Name, Unit: unit }] };
      }),
    },
    ...facts,
    ...dimensions,
    ...Object.fromEntries(
      told.map(([name, value]) => [name, typeof value === 'number' ? value : value.slice(0, mostValues)]),
    ),
  };
};

/** Tells what was seen, where somebody reads it. On one machine the log has enough lines. */
export const measure = (measurement: Measurement, at: Date = new Date()): void => {
  if (isOnAws()) process.stdout.write(`${JSON.stringify(embeddedMetrics(measurement, at))}\n`);
};
