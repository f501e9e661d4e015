/** Events as Lambda hands them to functions. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Item } from '../../../lib/ports/table.ts';

const image = (item: Item) => marshall(item) as Record<string, AttributeValue>;

/** One record of the table's stream, NEW_AND_OLD_IMAGES. */
export const aStreamRecord = (
  { old, new: item }: { old?: Item | undefined; new?: Item | undefined },
  sequence = 1,
): DynamoDBRecord => {
  const { pk, sk } = item ?? old ?? { pk: '', sk: '' };
  return {
    eventID: `event-${sequence}`,
    eventName: item ? (old ? 'MODIFY' : 'INSERT') : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    dynamodb: {
      ApproximateCreationDateTime: 1_772_442_000,
      Keys: { pk: { S: pk }, sk: { S: sk } },
      ...(item && { NewImage: image(item) }),
      ...(old && { OldImage: image(old) }),
      SequenceNumber: String(1000 + sequence),
      SizeBytes: 400,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    eventSourceARN: 'arn:aws:dynamodb:eu-west-1:123456789012:table/bots/stream/2026-03-02T00:00:00.000',
  };
};

export const aStreamEvent = (
  ...changes: { old?: Item | undefined; new?: Item | undefined }[]
): DynamoDBStreamEvent => ({
  Records: changes.map((change, index) => aStreamRecord(change, index + 1)),
});

const aQueuedRecord = (body: string, index: number): SQSRecord => ({
  messageId: `message-${index + 1}`,
  receiptHandle: `receipt-${index + 1}`,
  body,
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '1772442000000',
    SenderId: 'AIDAEXAMPLE',
    ApproximateFirstReceiveTimestamp: '1772442000001',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:webhooks',
  awsRegion: 'eu-west-1',
});

export const aQueueEvent = (...bodies: string[]): SQSEvent => ({ Records: bodies.map(aQueuedRecord) });
