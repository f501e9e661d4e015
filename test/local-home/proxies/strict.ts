/** A proxy that names its upstream by the upstream's own address, as nginx does unless told otherwise. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { certificateFile, type Ports, type ProxyKind } from './proxy.ts';

const start = async ({ https, service }: Ports): Promise<AsyncDisposable> => {
  const [key, cert] = [readFileSync(certificateFile('key')), readFileSync(certificateFile('cert'))];
  const server = createServer({ key, cert }, (req, res) => {
    const forwarded = request({ port: service, host: '127.0.0.1', method: req.method, path: req.url }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    for (const [name, value] of Object.entries(req.headers)) {
      if (name !== 'host' && name !== 'connection' && value !== undefined) forwarded.setHeader(name, value);
    }
    const before = req.headers['x-forwarded-for'];
    forwarded.setHeader('x-forwarded-for', [before, req.socket.remoteAddress].flat().filter(Boolean).join(', '));
    req.pipe(forwarded);
  });
  server.on('upgrade', (req, socket) => {
    const headers = { ...req.headers, host: `127.0.0.1:${service}` };
    const forwarded = request({ port: service, host: '127.0.0.1', path: req.url, headers });
    // Either side may be gone, and the other one is of no use then.
    socket.on('error', () => forwarded.destroy());
    forwarded.on('error', () => socket.destroy());
    forwarded.on('upgrade', (answer, other) => {
      other.on('error', () => socket.destroy());
      socket.on('error', () => other.destroy());
      const lines = answer.rawHeaders.map((part, i) => (i % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('');
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      other.pipe(socket).pipe(other);
    });
    forwarded.on('response', ({ statusCode }) => socket.end(`HTTP/1.1 ${statusCode} refused\r\n\r\n`));
    forwarded.end();
  });
  server.listen(https, '127.0.0.1');
  await once(server, 'listening');
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const strictProxy: ProxyKind = { name: 'a strict proxy', leadsToHttps: false, start };
