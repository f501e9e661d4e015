/** A DynamoDB endpoint that counts: every request asks for the capacity it consumes, as an emulator or AWS reports it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startDynoxide } from '../test/lab/hosts/dynoxide.ts';

interface ConsumedCapacity {
  readonly CapacityUnits?: number;
}

export interface Consumed {
  readonly calls: number;
  readonly read_units: number;
  readonly write_units: number;
}

const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** Starts in front of an emulator at `endpoint`, or of Dynoxide in memory. */
export const startMeteredDynamoDb = async (endpoint?: string) => {
  const behind = endpoint ? { url: endpoint, stop: () => undefined } : await startDynoxide();
  let consumed: Consumed = { calls: 0, read_units: 0, write_units: 0 };

  const note = (operation: string, answered: string): void => {
    const { ConsumedCapacity } = JSON.parse(answered) as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
    const units = [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const { calls, read_units, write_units } = consumed;
    const isRead = reads.has(operation);
    consumed = {
      calls: calls + 1,
      read_units: read_units + (isRead ? units : 0),
      write_units: write_units + (isRead ? 0 : units),
    };
  };

  const server = createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = target.slice(target.indexOf('.') + 1);
    const asked = { ...((await json(request)) as object), ReturnConsumedCapacity: 'TOTAL' };
    const answer = await fetch(behind.url, {
      method: 'POST',
      headers: {
        'x-amz-target': target,
        'content-type': 'application/x-amz-json-1.0',
        authorization: String(request.headers.authorization ?? ''),
        'x-amz-date': String(request.headers['x-amz-date'] ?? ''),
      },
      body: JSON.stringify(asked),
    });
    const body = await answer.text();
    note(operation, body);
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Where requests are not counted. */
    direct_url: behind.url,
    name: endpoint ? `the endpoint at ${endpoint}` : 'Dynoxide',
    /** What was consumed since the last time that this was asked. */
    consumed: (): Consumed => {
      const so_far = consumed;
      consumed = { calls: 0, read_units: 0, write_units: 0 };
      return so_far;
    },
    stop: (): void => {
      server.close();
      server.closeAllConnections();
      behind.stop();
    },
  };
};
