import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import {
  ConditionFailedError,
  type Item,
  type Key,
  keyAttributes,
  type Query,
  type Table,
  type Update,
  type Write,
} from '../../ports/table.ts';
import { retry } from '../../process/retry.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';
import { keyOf, queryExpressions, type TransactItem, transactItemOf, updateInputOf } from './table-expressions.ts';

const again = { first_ms: 40, jitter: 0.5, most_tries: 6 };
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const isUnexpired = ({ expires_at }: Item): boolean => typeof expires_at !== 'number' || expires_at > nowSeconds();

/** The item that DynamoDB sends along with a refusal, in its own notation. */
const refusedItem = (marshalled: Record<string, AttributeValue> | undefined): Item | undefined => {
  if (!marshalled || Object.keys(marshalled).length === 0) return undefined;
  const item = unmarshall(marshalled) as Item;
  return isUnexpired(item) ? item : undefined;
};

/** What a failed write means: a condition that did not hold, or the error itself. */
const meaningOf = (error: unknown): unknown => {
  if (error instanceof ConditionalCheckFailedException) {
    return new ConditionFailedError(0, refusedItem(error.Item), { cause: error });
  }
  if (error instanceof TransactionCanceledException) {
    const reasons = error.CancellationReasons ?? [];
    const index = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
    if (index >= 0) return new ConditionFailedError(index, refusedItem(reasons[index]?.Item), { cause: error });
  }
  return error;
};

/**
 * What a single write answers; where its answer was lost, so that the SDK made it again, and it is refused by what it did itself,
 * the item as it left it. DynamoDB knows transactions again by their tokens.
 */
const orAsLeft = async <T>(sent: Promise<T>, write: Write): Promise<T | Item> => {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || (error.$metadata.attempts ?? 1) < 2) throw error;
    const item = refusedItem(error.Item);
    // Read by no cold start: see bundle.ts.
    const { isAsLeftBy } = await import('./table-repeats.ts');
    if (item && isAsLeftBy(write, item)) return item;
    throw error;
  }
};

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether the write only met another one, which the SDK does not retry by itself. */
const isPassing = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code !== undefined && passing.has(Code)));

/** Carries out a write, again when it only met another one. @throws ConditionFailedError */
const insistently = async <T>(write: () => Promise<T>): Promise<T> => {
  const meant = async (): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      throw meaningOf(error);
    }
  };
  return retry(meant, { ...again, isPassing });
};

/** DynamoDB had no capacity to read some of the keys that it was asked for. */
class KeysUnreadError extends Error {
  override readonly name = 'KeysUnreadError';
}

/** The table port on a DynamoDB table with the keys `pk` and `sk` and the port's indices. */
export const dynamoDbTable = (client: DynamoDBDocumentClient, tableName: string): Table => {
  const sendSingle = ({ Put, Update, Delete, ConditionCheck }: TransactItem): Promise<unknown> => {
    if (Put) return client.send(new PutCommand(Put));
    if (Update) return client.send(new UpdateCommand({ ...Update, UpdateExpression: Update.UpdateExpression }));
    if (Delete) return client.send(new DeleteCommand(Delete));
    return client.send(new TransactWriteCommand({ TransactItems: [{ ConditionCheck }] }));
  };

  const sendUpdate = (update: Update): Promise<Item> => {
    const input = updateInputOf(tableName, update, nowSeconds());
    const sent = client.send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' }));
    return orAsLeft(
      sent.then(({ Attributes }) => Attributes as Item),
      update,
    );
  };

  const send = (writes: readonly Write[]): Promise<unknown> => {
    const [first, ...more] = writes;
    const actions = writes.map((write) => transactItemOf(tableName, write, nowSeconds()));
    const [action] = actions;
    if (!first || !action) return Promise.resolve();
    if (more.length === 0) return orAsLeft(sendSingle(action), first);
    return client.send(new TransactWriteCommand({ TransactItems: actions }));
  };

  const found = async (keys: readonly Key[]): Promise<Item[]> => {
    const items: Item[] = [];
    let left: Record<string, unknown>[] = keys.map((key) => ({ ...keyOf(key) }));
    const readOn = async (): Promise<void> => {
      if (left.length === 0) return;
      const { Responses = {}, UnprocessedKeys = {} } = await client.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: left, ConsistentRead: true } } }),
      );
      items.push(...((Responses[tableName] ?? []) as Item[]));
      left = UnprocessedKeys[tableName]?.Keys ?? [];
      if (left.length > 0) throw new KeysUnreadError(`DynamoDB left ${left.length} keys unread`);
    };
    await retry(readOn, { ...again, isPassing: (error) => error instanceof KeysUnreadError });
    return items;
  };

  const pages = async function* (query: Query): AsyncGenerator<Item[]> {
    const expressions = queryExpressions(query, nowSeconds());
    if (!expressions) return;
    let start: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: tableName,
          ...expressions,
          ...(query.index ? { IndexName: query.index } : { ConsistentRead: true }),
          ScanIndexForward: query.order !== 'descending',
          // One more, since the key to begin after is read too.
          ...(query.limit !== undefined && { Limit: query.limit + 1 }),
          ...(start && { ExclusiveStartKey: start }),
        }),
      );
      yield (page.Items ?? []) as Item[];
      start = page.LastEvaluatedKey;
    } while (start);
  };

  return {
    async get(key) {
      const { Item: item } = await client.send(
        new GetCommand({ TableName: tableName, Key: keyOf(key), ConsistentRead: true }),
      );
      return item && isUnexpired(item as Item) ? (item as Item) : undefined;
    },

    async getMany(keys) {
      if (keys.length === 0) return [];
      const items = (await found(keys)).filter(isUnexpired);
      return keys.flatMap(({ pk, sk }) => items.find((item) => item.pk === pk && item.sk === sk) ?? []);
    },

    async query(query) {
      const { index, after, above, below, limit = Number.POSITIVE_INFINITY } = query;
      const { sk } = keyAttributes(index);
      const excluded: unknown[] = [after, above, below];
      const items: Item[] = [];
      if (limit <= 0) return items;
      for await (const page of pages(query)) {
        items.push(...page.filter((item) => !excluded.includes(item[sk])));
        if (items.length >= limit) break;
      }
      return items.slice(0, limit).map(index ? listed : (item) => item);
    },

    write: (...writes) => insistently(() => send(writes)).then(() => undefined),

    update: (update) => insistently(() => sendUpdate(update)),
  };
};

/** The index holds `expires_at` too, so that expired items can be passed over; it is not part of the answer. */
const listed = ({ expires_at: _, ...keys }: Item): Item => keys as Item;

/** A document client that leaves out undefined attributes. */
export const documentClient = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

// Enough to wait until a partition keeps up again that thousands of bots wrote to in the same second.
const maxAttempts = 6;

/** The table named by TABLE_NAME. */
export const openTable = once(() => {
  const client = new DynamoDBClient({ ...clientSettings(), maxAttempts });
  return dynamoDbTable(documentClient(client), required('TABLE_NAME'));
});
