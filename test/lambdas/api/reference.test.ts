import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../../lambdas/api/reference.ts';
import { pageParts } from '../../../lib/docs/files.ts';
import { anEvent } from '../../lab/api/requests.ts';

// Vitest has a BASE_URL of its own, and the function reads its environment as soon as it is imported.
vi.hoisted(() => vi.stubEnv('BASE_URL', undefined));

const get = async (path: string, headers: Record<string, string> = {}) => {
  const file = path.startsWith('/docs/') ? path.slice('/docs/'.length) : undefined;
  const answer = await handler({
    ...anEvent('GET', path, { headers }),
    ...(file !== undefined && { pathParameters: { file } }),
  });
  const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  const isGzipped = answer.headers?.['content-encoding'] === 'gzip';
  return { ...answer, bytes, text: (isGzipped ? gunzipSync(bytes) : bytes).toString() };
};

describe('the API reference', () => {
  it('is the committed document, with the address that it was asked at', async () => {
    const { statusCode, text, headers } = await get('/api/v1/openapi.json');
    const committed = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
    expect([statusCode, headers?.['content-type']]).toEqual([200, 'application/json']);
    expect(text).toBe(committed.replaceAll('http://127.0.0.1:8080', 'https://api.example.com'));
    expect(JSON.parse(text).servers).toEqual([{ url: 'https://api.example.com' }]);
  });

  it('sends the bots of its examples to a meeting that is there, where the service has one', async () => {
    vi.stubEnv('EXAMPLE_MEETING_URL', 'https://bots.example.com/room/coffee-corner');
    vi.resetModules();
    const { handler: withRoom } = await import('../../../lambdas/api/reference.ts');
    vi.unstubAllEnvs();
    const { body = '' } = await withRoom(anEvent('GET', '/api/v1/openapi.json'));
    const [first] = JSON.parse(Buffer.from(body, 'base64').toString()).paths['/api/v1/bots'].post['x-codeSamples'];
    expect(first.source).toContain('"meeting_url": "https://bots.example.com/room/coffee-corner"');
  });

  it('is a page whose parts are all there', async () => {
    const { text, headers } = await get('/docs');
    expect(headers?.['content-type']).toBe('text/html; charset=utf-8');
    const parts = [...text.matchAll(/(?:src|href)="docs\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(parts.sort()).toEqual([...pageParts.keys()].sort());
    for (const part of parts) expect((await get(`/docs/${part}`)).statusCode).toBe(200);
  });

  it('lets the page load and tell nothing elsewhere', async () => {
    const policy = String((await get('/docs')).headers?.['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    const { headers } = await get('/docs');
    expect([headers?.['x-content-type-options'], headers?.['referrer-policy']]).toEqual(['nosniff', 'no-referrer']);
  });

  it('is compressed for those who can read that, and the same for others', async () => {
    const [plain, small] = [
      await get('/docs/swagger-ui-bundle.js'),
      await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip, br' }),
    ];
    expect(small.headers?.['content-encoding']).toBe('gzip');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(small.text).toBe(plain.text);
    // Lambda answers with at most 6 MB, as base64.
    expect(Math.max(plain.body?.length ?? 0, small.body?.length ?? 0)).toBeLessThan(6 * 1024 * 1024);
  });

  it('is not sent again to those who have it', async () => {
    const { headers = {} } = await get('/docs');
    const again = await get('/docs', { 'if-none-match': `W/"other", ${headers.etag}` });
    expect([again.statusCode, again.body]).toEqual([304, undefined]);
    expect((await get('/docs', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it.each(['nothing.js', '..%2Fpackage.json', 'toString', ''])('has no file %s', async (name) => {
    const { statusCode, text } = await get(`/docs/${name}`);
    expect([statusCode, JSON.parse(text)]).toMatchObject([404, { code: 'not_found' }]);
  });
});
