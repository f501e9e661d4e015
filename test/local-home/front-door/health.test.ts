import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { LocalDatabase } from '../../../lib/adapters/local/database.ts';
import { createHealth } from '../../../lib/local-home/front-door/health.ts';

const asked = async (get: LocalDatabase['get'], onFault: (error: unknown) => void): Promise<unknown> => {
  const server = createServer(createHealth({ get }, onFault)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return [answer.status, await answer.json(), answer.headers.get('cache-control')];
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

it('is good while the database can be read, and is for nobody to keep', async () => {
  expect(
    await asked(
      () => ({ count: 1 }),
      () => expect.unreachable(),
    ),
  ).toEqual([200, { status: 'ok' }, 'no-store']);
});

it('is not while it cannot, which is logged', async () => {
  const faults: unknown[] = [];
  const broken = new Error('disk I/O error');
  const answer = await asked(
    () => {
      throw broken;
    },
    (error) => void faults.push(error),
  );
  expect([answer, faults]).toEqual([[503, { status: 'the database cannot be read' }, 'no-store'], [broken]]);
});
