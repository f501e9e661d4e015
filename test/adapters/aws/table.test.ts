import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
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
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { documentClient, dynamoDbTable } from '../../../lib/adapters/aws/table.ts';
import { ConditionFailedError } from '../../../lib/ports/table.ts';

const documents = mockClient(DynamoDBDocumentClient);
afterAll(() => documents.restore());
const table = dynamoDbTable(documentClient(new DynamoDBClient({ region: 'us-east-1' })), 'bots');
const key = { pk: 'a', sk: 'b' };
const fault = { $metadata: {}, message: 'no' };
const cancelled = (...CancellationReasons: object[]) =>
  new TransactionCanceledException({ ...fault, CancellationReasons });

beforeEach(() => documents.reset());

describe('reading from DynamoDB', () => {
  it('asks for the item as last written', async () => {
    documents.on(GetCommand).resolves({ Item: key });
    expect(await table.get(key)).toEqual(key);
    expect(documents.commandCalls(GetCommand)[0]?.args[0].input).toEqual({
      TableName: 'bots',
      Key: key,
      ConsistentRead: true,
    });
  });

  it('asks again for keys that were left unprocessed, and keeps the order', async () => {
    const [first, second] = [
      { pk: 'a', sk: '1' },
      { pk: 'a', sk: '2' },
    ];
    documents
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { bots: [second] }, UnprocessedKeys: { bots: { Keys: [first] } } })
      .resolvesOnce({ Responses: { bots: [first] } });
    expect(await table.getMany([first, second])).toEqual([first, second]);
    const asked = documents.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.bots);
    expect(asked).toEqual([
      { Keys: [first, second], ConsistentRead: true },
      { Keys: [first], ConsistentRead: true },
    ]);
  });

  it('reads pages until the limit is reached', async () => {
    const item = (sk: string) => ({ pk: 'a', sk });
    documents
      .on(QueryCommand)
      .resolvesOnce({ Items: [item('1')], LastEvaluatedKey: item('1') })
      .resolvesOnce({ Items: [item('2'), item('3')], LastEvaluatedKey: item('3') });
    expect(await table.query({ partition: 'a', limit: 2 })).toEqual([item('1'), item('2')]);
    const calls = documents.commandCalls(QueryCommand).map(({ args }) => args[0].input);
    expect(calls.map(({ ExclusiveStartKey }) => ExclusiveStartKey)).toEqual([undefined, item('1')]);
    expect(calls[0]).toMatchObject({ ConsistentRead: true, ScanIndexForward: true });
  });

  it('reads the index, which is never consistent, in descending order', async () => {
    documents.on(QueryCommand).resolves({ Items: [] });
    await table.query({ index: 'gsi1', partition: 'a', after: 'm', order: 'descending' });
    const input = documents.commandCalls(QueryCommand)[0]?.args[0].input;
    expect(input).toMatchObject({ IndexName: 'gsi1', ScanIndexForward: false });
    expect(input).not.toHaveProperty('ConsistentRead');
  });
});

describe('writing to DynamoDB', () => {
  it.each([
    ['Put', PutCommand, { put: { ...key, n: 1 } }],
    ['Update', UpdateCommand, { update: key, set: { n: 1 } }],
    ['Delete', DeleteCommand, { delete: key }],
  ] as const)('carries out a single write as a %s, which costs half of a transaction', async (_, command, write) => {
    documents.onAnyCommand().resolves({});
    await table.write({ ...write, when: { equals: { version: 1 } } });
    expect(documents.commandCalls<never, never, never>(command as never)).toHaveLength(1);
    expect(documents.calls()[0]?.args[0].input).toMatchObject({
      TableName: 'bots',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  });

  it('carries out several writes as one transaction, each asking for what it finds', async () => {
    documents.onAnyCommand().resolves({});
    const others = { pk: 'a', sk: 'c' };
    await table.write({ put: key, when: { exists: false } }, { check: others, when: { exists: true } });
    const [call] = documents.commandCalls(TransactWriteCommand);
    const actions = call?.args[0].input.TransactItems;
    expect(actions?.map((action) => Object.keys(action))).toEqual([['Put'], ['ConditionCheck']]);
    expect(actions?.map((action) => Object.values(action)[0]?.ReturnValuesOnConditionCheckFailure)).toEqual([
      'ALL_OLD',
      'ALL_OLD',
    ]);
  });

  it('leaves out attributes that are undefined', async () => {
    documents.onAnyCommand().resolves({});
    await table.write({ update: key, set: { gone: undefined, here: 1 } });
    expect(documents.commandCalls(UpdateCommand)[0]?.args[0].input).toEqual({
      TableName: 'bots',
      Key: key,
      UpdateExpression: 'SET #n0 = :v0',
      ExpressionAttributeNames: { '#n0': 'here' },
      ExpressionAttributeValues: { ':v0': 1 },
    });
  });

  it('adds, looks and answers in one UpdateItem', async () => {
    documents.on(UpdateCommand).resolves({ Attributes: { ...key, version: 2 } });
    const when = { in: { state: ['joining', 'waiting_room'] } };
    const update = { update: key, set: { state: 'x' }, append: { events: [1] }, increment: { version: 1 }, when };
    expect(await table.update(update)).toEqual({ ...key, version: 2 });
    expect(documents.calls()).toHaveLength(1);
    expect(documents.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      UpdateExpression:
        'SET #n0 = :v0, #n1 = list_append(if_not_exists(#n1, :v1), :v2), #n2 = if_not_exists(#n2, :v3) + :v4',
      ConditionExpression: 'attribute_exists(#n4) AND #n3 IN (:v5, :v6) AND (attribute_not_exists(#n5) OR #n5 > :v7)',
    });
  });

  it('tells of a condition that did not hold, with the item', async () => {
    const Item = { pk: { S: 'a' }, sk: { S: 'b' }, version: { N: '2' } };
    documents.on(PutCommand).rejects(new ConditionalCheckFailedException({ ...fault, Item }));
    const writing = table.write({ put: key, when: { equals: { version: 1 } } });
    await expect(writing).rejects.toBeInstanceOf(ConditionFailedError);
    await expect(writing).rejects.toMatchObject({ index: 0, item: { ...key, version: 2 } });
  });

  it('tells which of several conditions did not hold', async () => {
    const Item = { pk: { S: 'a' }, sk: { S: 'c' } };
    documents
      .on(TransactWriteCommand)
      .rejects(cancelled({ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item }, { Code: 'TransactionConflict' }));
    await expect(table.write({ put: key }, { put: { pk: 'a', sk: 'c' } }, { delete: key })).rejects.toMatchObject({
      index: 1,
      item: { pk: 'a', sk: 'c' },
    });
    expect(documents.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('tries again when it met another transaction', async () => {
    documents
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled({ Code: 'TransactionConflict' }, { Code: 'None' }))
      .resolves({});
    await table.write({ put: key }, { put: { pk: 'a', sk: 'c' } });
    expect(documents.commandCalls(TransactWriteCommand)).toHaveLength(2);
  });

  it('hands other errors on', async () => {
    documents.on(TransactWriteCommand).rejects(cancelled({ Code: 'ValidationError' }, { Code: 'None' }));
    const writing = table.write({ put: key }, { put: { pk: 'a', sk: 'c' } });
    await expect(writing).rejects.toBeInstanceOf(TransactionCanceledException);
  });
});
