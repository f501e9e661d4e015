/** The table on the SDK as it is, before a DynamoDB whose answers are lost on their way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { documentClient, dynamoDbTable } from '../../../lib/adapters/aws/table.ts';
import { ConditionFailedError, type Item } from '../../../lib/ports/table.ts';

/** It answers nothing so many times; from then on each write is refused, with the item as it is. */
const aDynamoDb = async (item: Item, { lost }: { lost: number }) => {
  let asked = 0;
  const server = createServer(async (request, response) => {
    await json(request);
    asked += 1;
    if (asked <= lost) return void request.socket.destroy();
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
    response.end(JSON.stringify({ __type, message: 'The conditional request failed', Item: marshall(item) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  return {
    table: dynamoDbTable(documentClient(client), 'bots'),
    async [Symbol.asyncDispose]() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const key = { pk: 'a', sk: 'b' };
const paused = { type: 'paused', created_at: '2026-03-02T09:00:00.000Z' };
const left = { ...paused, type: 'leave_requested' };
const put = (item: object) => ({ put: { ...key, ...item }, when: { equals: { version: 1 } } });
const adding = (event: object) => ({
  update: key,
  set: { state: event === paused ? 'paused' : 'leaving' },
  append: { events: [event] },
  when: { in: { state: ['recording'] } },
});

describe('a write whose answer is lost, and that the SDK makes again', () => {
  it('was made, where the item is what it put', async () => {
    await using dynamo = await aDynamoDb({ ...key, version: 2, of: { several: [1] } }, { lost: 1 });
    await dynamo.table.write(put({ of: { several: [1] }, gone: undefined, version: 2 }));
  });

  it('was made, where what it added to a list is its end: it answers the item', async () => {
    const item = { ...key, state: 'paused', events: [left, paused] };
    await using dynamo = await aDynamoDb(item, { lost: 2 });
    expect(await dynamo.table.update(adding(paused))).toEqual(item);
  });

  it.each([
    ['another has put something else', put({ version: 2, name: 'one' }), { version: 2, name: 'other' }],
    ['another has added something else', adding(paused), { state: 'leaving', events: [left] }],
    ['another has added to it since', adding(paused), { state: 'leaving', events: [paused, left] }],
    ['it adds nothing', { ...adding(paused), append: {} }, { state: 'paused', events: [paused] }],
    ['it only looks', { check: key, when: { equals: { version: 1 } } }, { version: 2 }],
    ['it deletes', { delete: key, when: { equals: { version: 1 } } }, { version: 2 }],
  ])('is refused where %s', async (_, write, found) => {
    await using dynamo = await aDynamoDb({ ...key, ...found }, { lost: 1 });
    await expect(dynamo.table.write(write)).rejects.toThrow(ConditionFailedError);
  });
});

it('a write that is refused at once was made by another, however alike', async () => {
  await using dynamo = await aDynamoDb({ ...key, state: 'paused', events: [paused] }, { lost: 0 });
  await expect(dynamo.table.update(adding(paused))).rejects.toThrow(ConditionFailedError);
});
