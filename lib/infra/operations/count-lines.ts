import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ownNamespace } from './metric-namespace.ts';

/** A metric that counts the lines of a log which have this `message`. */
export const countLines = (
  scope: Construct,
  id: string,
  { log, message, metric }: { readonly log: ILogGroup; readonly message: string; readonly metric: string },
): MetricFilter =>
  new MetricFilter(scope, id, {
    logGroup: log,
    metricNamespace: ownNamespace,
    metricName: metric,
    filterPattern: FilterPattern.stringValue('$.message', '=', message),
  });
