import { afterEach, expect, it, vi } from 'vitest';
import { mediaOrigins } from '../../../lib/adapters/aws/media-origins.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['at AWS', undefined, 'https://*.amazonaws.com'],
  ['at an endpoint of AWS', 'https://vpce-1.s3.us-east-1.vpce.amazonaws.com', 'https://*.amazonaws.com'],
  ['at an emulator', 'http://localhost:4566/', 'http://localhost:4566'],
])('links to media lead to the buckets %s', (_, endpoint, origin) => {
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
  expect(mediaOrigins()).toEqual([origin]);
});
