/** Serves a few files on loopback, also parts of them, as players ask for. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface ServedFile {
  readonly path: string;
  readonly type: string;
}

export interface FileServer extends AsyncDisposable {
  url(name: string): string;
}

/** `files`: what there is, by the last part of its address. */
export const serveFiles = async (files: Readonly<Record<string, ServedFile>>): Promise<FileServer> => {
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1).split('?')[0] ?? '';
    const found = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    const { size } = await stat(found.path);
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(size - 1, Number(range?.[2] || size - 1));
    response.writeHead(range ? 206 : 200, {
      'content-type': found.type,
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    pipeline(createReadStream(found.path, { start, end }), response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};
