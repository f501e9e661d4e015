import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareDashboard } from '../../../lib/dashboard/build.ts';
import { anEvent } from '../../lab/api/requests.ts';

beforeAll(async () => {
  // Vitest has a BASE_URL of its own.
  vi.stubEnv('BASE_URL', undefined);
  await prepareDashboard();
});

describe('the page of the dashboard', () => {
  const get = async (path: string, routeKey: string, headers: Record<string, string> = {}) => {
    const { handler } = await import('../../../lambdas/dashboard/pages.ts');
    const file = path.split('/').at(-1) ?? '';
    const answer = await handler({ ...anEvent('GET', path, { headers }), routeKey, pathParameters: { file } });
    return { ...answer, bytes: Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8') };
  };
  const page = () => get('/dashboard', 'GET /dashboard');
  const file = (name: string, headers = {}) => get(`/dashboard/files/${name}`, 'GET /dashboard/files/{file}', headers);
  const namesIn = (html: string): string[] =>
    [...html.matchAll(/\/dashboard\/files\/([^"]+)"/g)].map(([, name]) => name ?? '');

  it('runs scripts of its own address only, none of which stands in the page', async () => {
    const { bytes, headers } = await page();
    const policy = String(headers?.['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(bytes.toString()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
    expect(headers?.['cache-control']).toBe('no-store');
  });

  it('shows recordings from where they are kept, here at its own address, and from nowhere else', async () => {
    const policy = String((await page()).headers?.['content-security-policy']);
    const { domainName } = anEvent('GET', '/dashboard', {}).requestContext;
    expect(policy).toMatch(`media-src 'self' https://${domainName};`);
  });

  it('allows styles to whoever knows a word that is another one each time', async () => {
    const nonceOf = async () => /nonce-([^']+)'/.exec(String((await page()).headers?.['content-security-policy']))?.[1];
    const [one, other] = [await nonceOf(), await nonceOf()];
    expect(one).toMatch(/^[\w+/]{22}==$/);
    expect(one).not.toBe(other);
  });

  it('begins with at most 220 KB, the list of bots with it, in files that never change', async () => {
    const named = namesIn((await page()).bytes.toString());
    const seen = new Map<string, number>();
    const load = async (name: string): Promise<void> => {
      if (seen.has(name)) return;
      const { statusCode, headers, bytes } = await file(name, { 'accept-encoding': 'gzip' });
      expect([name, statusCode, headers?.['content-encoding']]).toEqual([name, 200, 'gzip']);
      seen.set(name, bytes.length);
      if (!name.endsWith('.svg')) expect(headers?.['cache-control']).toContain('immutable');
      const text = gunzipSync(bytes).toString();
      for (const [, more = ''] of text.matchAll(/from"\.\/([\w-]+\.js)"/g)) await load(more);
      for (const [, list = ''] of text.matchAll(/import\("\.\/(list-[\w-]+\.js)"\)/g)) await load(list);
    };
    for (const name of named) await load(name);
    expect([...seen.keys()].some((name) => name.startsWith('list-'))).toBe(true);
    expect([...seen.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(220 * 1024);
  });

  it('answers files that it has, and no others', async () => {
    const [name = ''] = namesIn((await page()).bytes.toString()).filter((name) => name.endsWith('.js'));
    const { bytes, headers } = await file(name);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.toString()).toMatch(/import|export/);
    for (const none of ['files.json', 'x.js', '..%2Ffiles.json', '', 'toString']) {
      expect((await file(none)).statusCode).toBe(404);
    }
  });
});
