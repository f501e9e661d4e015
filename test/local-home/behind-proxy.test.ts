/** The service as a team has it: on a machine of its own, behind a proxy with TLS, under another name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../lib/adapters/local/media-store.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { mostBodyBytes } from '../../lib/api/body-size.ts';
import { startService } from '../../lib/demo/service.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { aBot, aRecording } from '../lab/builders/records.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { caddy, nginx } from './proxies/documented.ts';
import { atFreePorts, type Ports, publicName } from './proxies/proxy.ts';
import { strictProxy } from './proxies/strict.ts';

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

for (const { name, missing, leadsToHttps, challenge, start } of [strictProxy, nginx, caddy]) {
  describe.skipIf(missing)(`a service with a public address, behind ${name}${missing ? `: ${missing}` : ''}`, () => {
    const started = new AsyncDisposableStack();
    let ports: Ports;
    let origin: string;
    let ready: Awaited<ReturnType<typeof startService>>['ready'];
    let data: string;
    beforeAll(async () => {
      data = started.use(await aDataFolder()).path;
      await atFreePorts(async (free) => {
        await using starting = new AsyncDisposableStack();
        starting.use(await start(free));
        ports = free;
        origin = `https://${publicName}:${ports.https}`;
        const service = starting.use(
          await startService(data, {
            environment: { ...process.env, CHROMIUM_PATH: process.execPath },
            args: ['--port', String(ports.service), '--public-url', `${origin}/`, '--trust-proxy', '127.0.0.1'],
          }),
        );
        ready = service.ready;
        started.use(starting.move());
      });
    });
    afterAll(() => started.disposeAsync());

    /** Goes where a link leads, as somebody elsewhere would: by the public name, which leads to the proxy. */
    const follow = async (link: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> => {
      const url = new URL(link);
      expect(url.origin).toBe(origin);
      const sent = request({
        ...{ host: '127.0.0.1', port: ports.https, rejectUnauthorized: false, method, path: url.pathname + url.search },
        headers: { host: url.host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
    };
    /** The line of a page of this origin to a room. */
    const open = (room_path: string, by: string): WebSocket =>
      new WebSocket(`wss://127.0.0.1:${ports.https}${room_path}/socket`, {
        ...{ rejectUnauthorized: false, origin: by, servername: publicName },
        headers: { host: new URL(origin).host },
      });
    const withKey = (): Record<string, string> => ({ authorization: `Token ${ready.api_key}` });

    /** The link of an invitation that an operator makes beside the service. */
    const invite = async (name: string, role: string): Promise<string> => {
      const admin = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));
      const command = ['dashboard', 'invite', name, '--role', role, '--data', data, '--json'];
      return JSON.parse(await text(spawn(process.execPath, [admin, ...command]).stdout)).url;
    };
    const signIn = (invitation: string): Promise<Answer> => {
      const ticket = new URLSearchParams(new URL(invitation).hash.slice(1)).get('ticket');
      const headers = { origin, 'sec-fetch-site': 'same-origin' };
      return follow(`${origin}/api/v1/dashboard/session`, { method: 'POST', body: { ticket }, headers });
    };

    it('says that address, and its document and pages are there', async () => {
      expect(ready.base_url).toBe(origin);
      const document = JSON.parse((await follow(`${origin}/api/v1/openapi.json`)).text);
      expect(document.servers).toEqual([{ url: origin }]);
      for (const path of ['/', '/docs', '/dashboard', '/room/']) {
        const { status, headers } = await follow(origin + path, { headers: { accept: 'text/html' } });
        expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      }
    });

    it('links to neighbouring pages of a list, and to recordings, by it', async () => {
      const { project_id } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
      const database = openDatabase(data);
      const [first, second] = ['A', 'B'].map((letter) => `bot_${'0'.repeat(25)}${letter}`) as [string, string];
      const key = `${project_id}/${first}/recording.mp4`;
      await fileMediaStore(database, { base_url: '' }).put(key, Buffer.from('a film'), 'video/mp4');
      const bots = botRepository(sqliteTable(database));
      const ended = { project_id, state: 'ended', recording_state: 'complete' } as const;
      await bots.create(aBot({ ...ended, id: first, recording: aRecording({ key, size_bytes: 6 }) }));
      await bots.create(aBot({ ...ended, id: second }));
      database.close();

      const list = JSON.parse((await follow(`${origin}/api/v1/bots?page_size=1`, { headers: withKey() })).text);
      const next = JSON.parse((await follow(list.next, { headers: withKey() })).text);
      expect([list, next].map(({ results }) => results.map(({ id }: { id: string }) => id))).toEqual([
        [first],
        [second],
      ]);
      expect(JSON.parse((await follow(next.previous, { headers: withKey() })).text).results[0].id).toBe(first);

      const answered = await follow(`${origin}/api/v1/bots/${first}/recording`, { headers: withKey() });
      const recording = JSON.parse(answered.text);
      expect(recording).toMatchObject({ format: 'mp4', size_bytes: 6 });
      const film = await follow(recording.url);
      expect([film.status, film.text]).toEqual([200, 'a film']);
      expect(film.headers['content-disposition']).toMatch(/^inline; filename=".+ \d{4}-\d\d-\d\d \d\d-\d\d\.mp4"/);
      const part = await follow(recording.url, { headers: { range: 'bytes=2-3' } });
      expect([part.status, part.headers['content-range'], part.text]).toEqual([206, 'bytes 2-3/6', 'fi']);
      const tampered = await follow(`${recording.url}0`, { headers: { accept: 'text/html' } });
      expect([tampered.status, tampered.text]).toEqual([403, expect.stringContaining('This link is over')]);
    });

    it('signs people in by an invitation that an operator made beside it, with a cookie for this name and https only', async () => {
      const url = await invite('Ada', 'member');
      const invitation = new URL(url);
      expect(invitation.origin).toBe(origin);
      const page = await follow(url);
      expect([page.status, page.headers['content-security-policy']]).toEqual([200, expect.stringContaining(origin)]);
      const signedIn = await signIn(url);
      expect(signedIn.status).toBe(201);
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(new RegExp(`^__Host-session-${ports.https}=.*; Secure$`));

      const asAda = { cookie: cookie.split(';', 1)[0] ?? '', origin };
      const made = await follow(`${origin}/room-api/rooms`, { method: 'POST', body: {}, headers: asAda });
      expect(made.status).toBe(201);
      const elsewhere = { ...asAda, origin: 'https://elsewhere.example.com' };
      const refused = await follow(`${origin}/room-api/rooms`, { method: 'POST', body: {}, headers: elsewhere });
      expect(refused.status).toBe(401);
    });

    it('has no room made by somebody who is there to look', async () => {
      const signedIn = await signIn(await invite('Vic', 'viewer'));
      const asVic = { cookie: signedIn.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '', origin };
      expect((await follow(`${origin}/api/v1/bots`, { headers: asVic })).status).toBe(200);
      const refused = await follow(`${origin}/room-api/rooms`, { method: 'POST', body: {}, headers: asVic });
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([401, 'not_authenticated']);
    });

    it('has rooms for those who are known, entered by their links', async () => {
      const unknown = await follow(`${origin}/room-api/rooms`, { method: 'POST', body: {} });
      expect([unknown.status, JSON.parse(unknown.text).detail]).toEqual([
        401,
        expect.stringContaining('made by members'),
      ]);
      const made = await follow(`${origin}/room-api/rooms`, { method: 'POST', body: {}, headers: withKey() });
      const { room_path } = JSON.parse(made.text);
      expect((await follow(origin + room_path)).status).toBe(200);
      expect((await follow(`${origin}/room/coffee-corner`)).status).toBe(404);
      expect((await follow(ready.room_url)).status).toBe(200);
      const bot = { meeting_url: origin + room_path, bot_name: 'B', join_at: new Date(Date.now() + 86_400_000) };
      const created = await follow(`${origin}/api/v1/bots`, { method: 'POST', body: bot, headers: withKey() });
      expect(JSON.parse(created.text)).toMatchObject({ state: 'scheduled', meeting_url: origin + room_path });

      const socket = open(room_path, origin);
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'join', name: 'Ada', microphone: false, camera: false }));
      expect(JSON.parse(String((await once(socket, 'message'))[0]))).toMatchObject({ type: 'session' });
      socket.close();
      const foreign = open(room_path, 'https://elsewhere.example.com');
      expect(String(await once(foreign, 'error'))).toContain('403');
    });

    it('refuses what leads back to the machine, which on a desk is allowed', async () => {
      const body = {
        ...{ meeting_url: ready.room_url, bot_name: 'B' },
        webhooks: [{ url: 'http://127.0.0.1:9/', triggers: ['bot.state_change'] }],
      };
      const { status, text: said } = await follow(`${origin}/api/v1/bots`, {
        method: 'POST',
        body,
        headers: withKey(),
      });
      expect([status, Object.keys(JSON.parse(said).errors)]).toEqual([400, ['webhooks.0.url']]);
    });

    it('says by itself what is too large', async () => {
      const asked = { headers: withKey(), body: { meeting_url: ready.room_url, bot_name: 'B'.repeat(mostBodyBytes) } };
      const { status, text: said } = await follow(`${origin}/api/v1/bots`, { method: 'POST', ...asked });
      expect([status, JSON.parse(said).code]).toEqual([413, 'body_too_large']);
      const long = await follow(`${origin}/api/v1/bots?page=${'B'.repeat(12_000)}`, { headers: withKey() });
      expect([long.status, JSON.parse(long.text).code]).toEqual([400, 'invalid_input']);
    });

    it.runIf(leadsToHttps)('leads those who come without TLS to where there is some', async () => {
      const sent = httpRequest({ host: '127.0.0.1', port: ports.http, path: '/docs', headers: { host: publicName } });
      sent.end();
      const [answer] = await once(sent, 'response');
      const { location = '' } = answer.headers;
      expect([Math.floor(answer.statusCode / 100), new URL(location).pathname]).toEqual([3, '/docs']);
      expect([new URL(location).protocol, new URL(location).hostname]).toEqual(['https:', publicName]);
      answer.resume();
    });

    it.runIf(challenge)(
      'proves without TLS that the name is its own, as each renewal of a certificate asks',
      async () => {
        const sent = httpRequest({
          ...{ host: '127.0.0.1', port: ports.http, path: challenge?.path },
          headers: { host: publicName },
        });
        sent.end();
        const [answer] = await once(sent, 'response');
        expect([answer.statusCode, await text(answer)]).toEqual([200, challenge?.text]);
      },
    );

    it('shows people who are lost a page, and programs a problem', async () => {
      const page = await follow(`${origin}/nowhere/<b>`, { headers: { accept: 'text/html,*/*' } });
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('/nowhere/')]);
      expect(page.text).not.toContain('<b>');
      for (const [path, accept] of [
        ['/nowhere', '*/*'],
        ['/api/v1/nowhere', 'text/html'],
      ] as const) {
        const { status, headers } = await follow(origin + path, { headers: { accept } });
        expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
      }
    });
  });
}
