/** The API of one machine in this process: the very handlers behind HTTP, on SQLite, and links to media, with nothing that acts by itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTable } from '#adapters/table.ts';
import { loadHandlers } from '../../../lambdas/load.ts';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { createServeMedia } from '../../../lib/adapters/local/serve-media.ts';
import { ensureCredentials } from '../../../lib/local-home/data-folder/credentials.ts';
import { setEnvironment } from '../../../lib/local-home/environment.ts';
import { createApiFront } from '../../../lib/local-home/front-door/api-front.ts';
import { createFunctions } from '../../../lib/local-home/functions.ts';
import { isClientGone } from '../../../lib/net/serving/client-gone.ts';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { aDataFolder } from '../hosts/data-folder.ts';

export interface LocalApi extends AsyncDisposable {
  readonly base_url: string;
  readonly api_key: string;
  readonly project_id: string;
  readonly data_dir: string;
  readonly table: Table;
}

/**
 * Starts it on a free port. Once per test file: functions read the environment of their process, and `prepare` may change
 * that before they do, once the address is known.
 */
export const startLocalApi = async (
  prepare: (base_url: string) => Promise<void> = async () => undefined,
): Promise<LocalApi> => {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await aDataFolder());
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (req, res) => {
    if (req.url?.startsWith('/media/')) void createServeMedia(openDatabase(folder.path))(req, res);
    else
      void front
        .then((handle) => handle(req, res))
        .catch((error: unknown) => {
          if (!isClientGone(req, error)) throw error;
        });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { base_url } = setEnvironment({ data_dir: folder.path, port: (server.address() as AddressInfo).port });
  const front = prepare(base_url)
    .then(loadHandlers)
    .then((handlers) =>
      createApiFront(createFunctions(handlers), (error) => {
        throw error;
      }),
    );
  await front;
  const { api_key, project_id } = await ensureCredentials(folder.path);
  const running = started.move();
  return {
    ...{ base_url, api_key, project_id, data_dir: folder.path, table: openTable() },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
