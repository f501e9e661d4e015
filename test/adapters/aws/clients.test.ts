import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientSettings, once } from '../../../lib/adapters/aws/clients.ts';
import { openCalendarQueue } from '../../../lib/adapters/aws/queue.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the settings of SDK clients', () => {
  it('are none for AWS itself', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    expect(clientSettings()).toEqual({});
  });

  it('name an emulator in code, with placeholders for credentials', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://localhost:4566');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    expect(clientSettings()).toEqual({
      endpoint: 'http://localhost:4566',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  it('leave the credentials to an endpoint of AWS', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'https://vpce-1.dynamodb.us-east-1.vpce.amazonaws.com');
    expect(clientSettings()).toEqual({ endpoint: 'https://vpce-1.dynamodb.us-east-1.vpce.amazonaws.com' });
  });
});

describe('opening an adapter', () => {
  it('happens once', () => {
    let count = 0;
    const open = once(() => {
      count += 1;
      return count;
    });
    expect([open(), open()]).toEqual([1, 1]);
  });

  it('says which variable is missing', () => {
    vi.stubEnv('CALENDAR_QUEUE_URL', undefined);
    expect(openCalendarQueue).toThrow('the environment variable CALENDAR_QUEUE_URL is not set');
  });
});
