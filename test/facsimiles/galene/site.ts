/** What Galène's server answers over HTTP: the page of a group, and what the group is (webserver/webserver.go). */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { bundle } from '../../../lib/demo-room/assets.ts';
import { clipsFolder } from '../../../lib/demo-room/scripted/clips.ts';
import type { GroupOptions } from './group.ts';

interface SeenGroup {
  readonly name: string;
  readonly options: GroupOptions;
  readonly clients: ReadonlySet<unknown>;
}

/** The folder of Galène's own page (`static` of its sources), for whoever has it; the facsimile's is served without it. */
const { GALENE_STATIC: ownPage } = process.env;

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const policy = {
  'content-security-policy':
    "connect-src ws: wss: 'self'; img-src 'self'; media-src blob: 'self'; script-src 'unsafe-eval' 'self'; default-src 'self'",
  'x-content-type-options': 'nosniff',
};

const notFound = '<!doctype html><html lang="en"><title>Page not Found</title><h1>Page not found!</h1></html>';
const [moved, movedForGood] = [301, 308];

const statusOf = ({ name, options, clients }: SeenGroup, host: string): object => ({
  name,
  location: `http://${host}/group/${name}/`,
  endpoint: `ws://${host}/ws`,
  displayName: name,
  // Whoever has not joined a group that is not public is not told.
  ...(options.is_public && { locked: options.locked && true, clientCount: clients.size }),
  authPortal: options.portal,
  authServer: options.auth_server,
});

/** `canonical`: the host whose name the server wants to be called by, where it has one (`canonicalHost`). */
export const openSite = async (
  groups: ReadonlyMap<string, SeenGroup>,
  canonical: () => string | undefined = () => undefined,
): Promise<RequestListener> => {
  const script = await bundle(new URL('./page/page.ts', import.meta.url), 'iife');
  const html = await readFile(
    ownPage === undefined ? new URL('./page/galene.html', import.meta.url) : join(ownPage, 'galene.html'),
    'utf8',
  );

  const serve: RequestListener = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, type: string, body: string | Uint8Array): void =>
      void response.writeHead(status, { ...policy, 'content-type': type, 'cache-control': 'no-cache' }).end(body);
    const sendOn = (location: string): void => void response.writeHead(movedForGood, { location }).end();
    const wanted = canonical();
    // Only the path goes along; its like of Galène sends to https.
    if (wanted !== undefined && request.headers.host !== wanted)
      return void response.writeHead(moved, { location: `http://${wanted}${pathname}` }).end();
    const type = types[extname(pathname)];
    if (ownPage !== undefined && type !== undefined)
      return send(200, type, await readFile(join(ownPage, normalize(pathname))));
    if (pathname === '/galene.js') return send(200, 'text/javascript', script);
    const answer = /^\/auth\/([0-9]{3})$/.exec(pathname)?.[1];
    if (answer !== undefined) return void response.writeHead(Number(answer)).end();
    const clip = /^\/room\/assets\/clips\/([\w-]+\.opus)$/.exec(pathname)?.[1];
    if (clip !== undefined) return send(200, 'audio/ogg', await readFile(new URL(clip, clipsFolder)));
    const [, whole] = /^\/group\/(.*[^/])$/.exec(decodeURIComponent(pathname)) ?? [];
    // What stands behind the `?` is left out.
    if (whole !== undefined && groups.has(whole)) return sendOn(`${pathname}/`);
    const [, name = '', rest] = /^\/group\/(.+?)\/(\.status(?:\.json)?)?$/.exec(decodeURIComponent(pathname)) ?? [];
    const group = groups.get(name);
    if (!group) return send(404, 'text/html', notFound);
    if (rest) return send(200, 'application/json', JSON.stringify(statusOf(group, request.headers.host ?? '')));
    const { redirect, joins_at_once } = group.options;
    if (redirect !== undefined) return sendOn(redirect);
    send(200, 'text/html', joins_at_once ? html.replace('<html', '<html data-joins-at-once') : html);
  };
  return async (request, response) => {
    try {
      await serve(request, response);
    } catch {
      response.writeHead(500).end();
    }
  };
};
