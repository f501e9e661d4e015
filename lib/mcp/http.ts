/** The MCP server over HTTP: every caller brings their own API key, and there are no sessions. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type MeetingBots, meetingBots } from '../client/index.ts';
import { bareHost, isLoopbackHost } from '../net/client-url.ts';
import { answerHeaders } from '../net/serving/answer-headers.ts';
import { keepAliveMs } from '../net/serving/keep-alive.ts';
import { mcpServer } from './server.ts';

export interface McpOverHttp extends AsyncDisposable {
  readonly url: string;
}

export interface McpOverHttpOptions {
  /** The service that the tools ask. */
  readonly base_url: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The address that it listens at. */
  readonly host: string;
  /** Names besides those of this machine by which it may be asked. */
  readonly names: readonly string[];
}

const refuse = (res: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...answerHeaders, ...headers });
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
};

const hostOf = (url: string): string => bareHost(URL.parse(url)?.hostname ?? '');

/** The key that a request brings, as `Bearer …` or, as the API itself has it, `Token …`. */
const keyOf = ({ headers }: IncomingMessage): string | undefined =>
  /^(?:Bearer|Token) +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const answer = async (client: MeetingBots, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer(client);
  res.once('close', () => void server.close());
  // Its optional members are typed otherwise than the interface that it implements.
  await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(req, res);
};

/** Serves at `/mcp`. */
export const serveMcpOverHttp = async ({ base_url, port, host, names }: McpOverHttpOptions): Promise<McpOverHttp> => {
  const isKnown = (name: string): boolean => isLoopbackHost(name) || names.includes(name);

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { host: asked, origin } = req.headers;
    // Another name can be made to lead here by whoever owns it, in the browser of somebody who may reach us (rebinding).
    if (!isKnown(hostOf(`http://${asked}`)) || (origin !== undefined && !isKnown(hostOf(origin)))) {
      return refuse(res, 403, 'this server answers to other names only: add yours with --name');
    }
    if (URL.parse(req.url ?? '', 'http://local')?.pathname !== '/mcp')
      return refuse(res, 404, 'the MCP server is at /mcp');
    if (req.method !== 'POST') return refuse(res, 405, 'there are no sessions here: use POST', { allow: 'POST' });
    const key = keyOf(req);
    if (!key) {
      const words = "send your project's API key in the header Authorization: Bearer mb_…";
      return refuse(res, 401, words, { 'www-authenticate': 'Bearer' });
    }
    return answer(meetingBots(base_url, key), req, res);
  };

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (req, res) => {
    serve(req, res).catch(() => {
      if (res.headersSent) res.destroy();
      else refuse(res, 500, 'a fault of ours');
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
