import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { CountedLine } from '../../process/counted-lines.ts';
import { ownNamespace } from './metric-namespace.ts';

/** What Lambda writes when a function does not come to its end, or does not even begin. */
const brokenOff = ['Task timed out', 'Runtime exited', 'Uncaught Exception'];

/**
 * A metric that counts the lines of a log which have a `message`; besides, the runs of the function that broke off, of which its own
 * lines say nothing.
 */
export const countFaults = (
  scope: Construct,
  id: string,
  { log, message, metric }: { readonly log: ILogGroup; readonly message: CountedLine; readonly metric: string },
): MetricFilter =>
  new MetricFilter(scope, id, {
    logGroup: log,
    metricNamespace: ownNamespace,
    metricName: metric,
    filterPattern: FilterPattern.anyTerm(message, ...brokenOff),
  });

/** A metric that counts the lines of a log which have one of these `messages`. */
export const countLines = (
  scope: Construct,
  id: string,
  {
    log,
    messages,
    metric,
  }: { readonly log: ILogGroup; readonly messages: readonly CountedLine[]; readonly metric: string },
): MetricFilter =>
  new MetricFilter(scope, id, {
    logGroup: log,
    metricNamespace: ownNamespace,
    metricName: metric,
    filterPattern: FilterPattern.any(
      ...messages.map((message) => FilterPattern.stringValue('$.message', '=', message)),
    ),
  });
