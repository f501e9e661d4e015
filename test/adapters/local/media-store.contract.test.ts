import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../../lib/adapters/local/media-store.ts';
import { createServeMedia } from '../../../lib/adapters/local/serve-media.ts';
import { describeMediaStore } from '../../contracts/media-store.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describeMediaStore('in files', async () => {
  const folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const serveMedia = createServeMedia(database);
  const server = createServer((req, res) => void serveMedia(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    store: fileMediaStore(database, { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    fetch: (link, headers = {}) => fetch(link, { headers }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
