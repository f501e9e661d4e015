/** Where the metrics of a stack are: those of several in one account are kept apart by its name. */
import { Lazy, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { usualNamespace } from '../../process/metrics.ts';

/** The name of the stack in which it is used. */
export const ownNamespace = Lazy.uncachedString({ produce: ({ scope }) => Stack.of(scope).stackName });

/** What programs of a stack are told of it, where it is not what they take it to be. */
export const metricsOf = (scope: IConstruct): Record<string, string> => {
  const { stackName } = Stack.of(scope);
  return stackName === usualNamespace ? {} : { METRIC_NAMESPACE: stackName };
};
