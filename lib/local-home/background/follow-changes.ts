/** Hands the change feed to a function as the stream of a DynamoDB table. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { type FeedRecord, feedConsumer } from '../../adapters/local/changes/change-feed.ts';
import type { LocalDatabase } from '../../adapters/local/database.ts';
import { type Pump, startPump } from '../../adapters/local/pump.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { failuresIn } from './batch-answer.ts';

const mostRecords = 25;

const marshalled = (item: object): Record<string, AttributeValue> => marshall(item, { removeUndefinedValues: true });
const numberOf = (sequence: number): string => String(sequence).padStart(21, '0');

const recordOf = ({ sequence, key, changed_at, old, new: after }: FeedRecord): DynamoDBRecord => {
  const images = { ...(old && { OldImage: marshalled(old) }), ...(after && { NewImage: marshalled(after) }) };
  return {
    eventID: numberOf(sequence),
    eventName: !old ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'local',
    dynamodb: {
      ApproximateCreationDateTime: changed_at.getTime() / 1000,
      Keys: marshalled(key) as never,
      ...(images as object),
      SequenceNumber: numberOf(sequence),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
};

/** The records that a function could not deal with; the first when it did not say which: none after it counts as done then. */
const failedOf = (batch: readonly FeedRecord[], answer: unknown): Set<number> => {
  const named = new Set(failuresIn(answer));
  const failed = batch.filter(({ sequence }) => named.has(numberOf(sequence)));
  const isClear = failed.length === named.size;
  return new Set((isClear ? failed : batch.slice(0, 1)).map(({ sequence }) => sequence));
};

export interface FollowChangesOptions {
  readonly database: LocalDatabase;
  /** The consumer's name, which stays the same over restarts. */
  readonly consumer: string;
  invoke(event: DynamoDBStreamEvent): Promise<unknown>;
  onFault(error: unknown): void;
  /** Is told what has been dealt with, each change once: what comes after one that failed comes again. */
  readonly onDone?: (batch: readonly FeedRecord[]) => void;
  readonly clock?: Clock;
}

/** Starts handing over changes in their order, again until they are dealt with. */
export const followChanges = ({ database, consumer, ...options }: FollowChangesOptions): Pump => {
  const { invoke, onFault, onDone, clock = systemClock } = options;
  const feed = feedConsumer(database, consumer);
  /** When the feed was last asked for what is due: what falls due after that moment has yet to be waited for. */
  let asked_at = clock.now();

  const handOver = async (batch: readonly FeedRecord[]): Promise<Set<number>> => {
    try {
      return failedOf(batch, await invoke({ Records: batch.map(recordOf) }));
    } catch (error) {
      onFault(error);
      return new Set(batch.slice(0, 1).map(({ sequence }) => sequence));
    }
  };

  return startPump({
    database,
    work: async () => {
      asked_at = clock.now();
      const batch = feed.take(mostRecords, asked_at);
      if (batch.length === 0) return false;
      const failed = await handOver(batch);
      for (const { key } of feed.settle(batch, failed, clock.now())) {
        onFault(new Error(`${consumer} failed for a day on a change of ${key.pk} ${key.sk}; it is given up`));
      }
      const firstFailed = batch.findIndex(({ sequence }) => failed.has(sequence));
      onDone?.(firstFailed < 0 ? batch : batch.slice(0, firstFailed));
      return true;
    },
    nextDue: () => feed.nextDue(asked_at),
    onFault,
    clock,
  });
};
