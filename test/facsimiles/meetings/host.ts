/**
 * Serves facsimiles of meeting platforms on this machine, at the platforms' own addresses: a browser that is started with the
 * host's arguments finds it wherever it goes, by HTTPS.
 */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createSelfSignedCertificate, HashAlgorithm, NamedCurveAlgorithm, SignatureAlgorithm } from 'werift';
import { type WebSocket, WebSocketServer } from 'ws';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { bodyOf } from '../../lab/hosts/request-body.ts';
import type { Quirks } from './quirks.ts';
import { createVisit, type PageHandler, type Visit } from './visit.ts';

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What a facsimile is to its host. */
export interface Facsimile {
  /** Those that it answers for; whatever is asked of others is not found. */
  readonly hosts: readonly string[];
  /** A page program of its own, beside the common one. */
  readonly script?: URL;
  /** The frame of the client, for pages whose client lives in one: as a tag, without `src`. */
  readonly frame?: string;
  /** Of the document, as in `en`. */
  readonly language?: string;
  /** How the page at an address behaves, for whoever has these cookies; undefined where there is none. */
  quirks(url: URL, cookies: string): Quirks | undefined;
  /** Somebody has opened the page at an address. */
  visited(visit: Visit): PageHandler;
  /** Requests of pages; undefined where there is nothing. */
  answer?(asked: Asked): Answer | undefined | Promise<Answer>;
  /** Sockets of pages. */
  socket?(url: URL, socket: WebSocket): void;
}

export interface MeetingHost extends AsyncDisposable {
  /** For `launchChromium`. */
  readonly args: readonly string[];
  readonly port: number;
}

const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self' wss: https:",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "frame-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "require-trusted-types-for 'script'",
  'trusted-types stage',
].join('; ');

const drawnWithinMs = 2_000;
const nothing: Answer = { status: 404, type: 'text/plain', body: 'not found' };

const made = new Map<string, string>();
/** A page program, which is built once. */
const programOf = (entry: URL, name: string): string => {
  const script = made.get(entry.href) ?? bundle(entry, name);
  made.set(entry.href, script);
  return script;
};
const stage = new URL('stage/stage.ts', import.meta.url);

export const startMeetingHost = async (facsimiles: readonly Facsimile[]): Promise<MeetingHost> => {
  const { certPem, keyPem } = await createSelfSignedCertificate(
    { hash: HashAlgorithm.sha256_4, signature: SignatureAlgorithm.ecdsa_3 },
    NamedCurveAlgorithm.secp256r1_23,
  );
  const byHost = new Map(facsimiles.flatMap((facsimile) => facsimile.hosts.map((host) => [host, facsimile] as const)));
  const visits = new Map<string, (line: WebSocket) => void>();
  /** Those whose page has not shown anything yet. */
  const drawing = new Map<string, PromiseWithResolvers<void>>();
  let count = 0;

  /** The document of a visit: its scripts draw everything else. */
  const document = (facsimile: Facsimile, url: URL, quirks: Quirks): Answer => {
    count += 1;
    const id = String(count);
    const drawn = Promise.withResolvers<void>();
    drawing.set(id, drawn);
    visits.set(id, (line) => {
      visits.delete(id);
      createVisit(line, { url, quirks, drawn: drawn.resolve }, facsimile.visited);
    });
    const scripts = `<script src="/_stage.js" data-visit="${id}"></script>${facsimile.script ? '<script src="/_own.js"></script>' : ''}<script src="/_drawn.js?visit=${id}"></script>`;
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      ...(quirks.strict && { headers: { 'content-security-policy': strictPolicy } }),
      body: `<!doctype html><html lang="${facsimile.language ?? 'en'}"><head><meta charset="utf-8"><title></title></head><body>${scripts}</body></html>`,
    };
  };

  const shell = ({ frame = '<iframe></iframe>' }: Facsimile, url: URL): Answer => {
    const src = new URL(url);
    src.searchParams.set('_client', '');
    const tag = frame.replace(
      '>',
      ` src="${src.pathname}${src.search.replaceAll('&', '&amp;')}" allow="camera; microphone">`,
    );
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head><body>${tag}</body></html>`,
    };
  };

  const answer = async (asked: Asked): Promise<Answer> => {
    const facsimile = byHost.get(asked.url.hostname);
    if (!facsimile) return nothing;
    const { pathname } = asked.url;
    if (pathname === '/_drawn.js') return { status: 200, type: 'text/javascript' };
    if (pathname === '/_stage.js') return { status: 200, type: 'text/javascript', body: programOf(stage, 'facsimile') };
    if (pathname === '/_own.js' && facsimile.script)
      return { status: 200, type: 'text/javascript', body: programOf(facsimile.script, 'own') };
    const own = await facsimile.answer?.(asked);
    if (own) return own;
    const quirks = facsimile.quirks(asked.url, asked.headers.cookie ?? '');
    if (!quirks) return nothing;
    const isShell = quirks.place === 'frame' && !asked.url.searchParams.has('_client');
    return isShell ? shell(facsimile, asked.url) : document(facsimile, asked.url, quirks);
  };

  const urlOf = (path = '/', host = ''): URL => new URL(path, `https://${host}`);
  const server = createServer({ cert: certPem, key: keyPem }, async (request, response) => {
    const url = urlOf(request.url, request.headers.host);
    // No page is loaded before it shows something, unless it shows nothing, or draws itself.
    if (url.pathname === '/_drawn.js')
      await Promise.race([drawing.get(url.searchParams.get('visit') ?? '')?.promise, pause(drawnWithinMs)]);
    const bytes = await bodyOf(request);
    // A page that is closed, or loaded anew, waits for nothing any more.
    if (!bytes) return;
    const asked = { method: request.method ?? 'GET', url, headers: request.headers, body: bytes };
    const { status, type = 'application/octet-stream', headers, body = '' } = await answer(asked);
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, raw, head) => {
    const url = urlOf(request.url, request.headers.host);
    sockets.handleUpgrade(request, raw, head, (socket) => {
      socket.on('error', () => undefined);
      if (url.pathname !== '/_stage') byHost.get(url.hostname)?.socket?.(url, socket);
      else visits.get(url.searchParams.get('visit') ?? '')?.(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    args: [`--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`, '--ignore-certificate-errors'],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
