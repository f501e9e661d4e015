import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { acknowledge } from '../permissions/acknowledge.ts';
import { lostAndFound } from './lost-and-found.ts';

// One filter for each image, whatever the kinds: a source takes five filters at most.
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
const imagesOf = (kinds: readonly string[]) =>
  ['NewImage', 'OldImage'].map((image) =>
    FilterCriteria.filter({ dynamodb: { [image]: { kind: { S: FilterRule.or(...kinds) } } } }),
  );

/**
 * Hands changes of items of some kinds to a function, those of one item in order. What a poisoned record is part of is
 * cut in halves until it is alone, tried a hundred times, and then kept aside so that the others go on. What the function could
 * not be called for waits for an hour less than the stream keeps it, which is a day: what the stream has dropped, nobody could
 * keep aside any more. Two functions may read a table's stream at a time, whatever their filters; more are throttled by each other:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html#API_streams_GetRecords_Errors
 */
export const streamSource = (to: LambdaFunction, table: ITable, kinds: readonly string[]): void => {
  to.addEventSource(
    new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      parallelizationFactor: 4,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 100,
      maxRecordAge: Duration.hours(23),
      filters: imagesOf(kinds),
      onFailure: new SqsDlq(lostAndFound(to, 'Lost')),
    }),
  );
  acknowledge(to.role ?? to, { 'AwsSolutions-IAM5[Resource::*]': 'dynamodb:ListStreams knows no resources' });
};
