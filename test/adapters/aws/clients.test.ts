import { once as onceOf } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answering, clientSettings, once, untilSilent } from '../../../lib/adapters/aws/clients.ts';
import { s3MediaStore } from '../../../lib/adapters/aws/media-store.ts';
import { openCalendarQueue } from '../../../lib/adapters/aws/queue.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the settings of SDK clients', () => {
  it('are how long an answer is waited for, and nothing else, for AWS itself', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    expect(clientSettings()).toEqual({ requestHandler: answering() });
    expect(clientSettings(untilSilent(30_000))).toEqual({ requestHandler: untilSilent(30_000) });
  });

  it('name an emulator in code, with placeholders for credentials', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://localhost:4566');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    expect(clientSettings()).toMatchObject({
      endpoint: 'http://localhost:4566',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  it('leave the credentials to an endpoint of AWS', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'https://vpce-1.dynamodb.us-east-1.vpce.amazonaws.com');
    expect(clientSettings()).toEqual({
      endpoint: 'https://vpce-1.dynamodb.us-east-1.vpce.amazonaws.com',
      requestHandler: answering(),
    });
  });
});

/** For how long what is answered at once is waited for: a busy machine may hold this process up for a quarter of a second. */
const patienceMs = 1_000;

const mediaStore = () =>
  s3MediaStore(new S3Client({ ...clientSettings(untilSilent(patienceMs)), forcePathStyle: true }), 'media');

/** Stands for AWS: does not answer the first request, or only begins to. */
const aStore = async (body: string, begin = (_: ServerResponse): unknown => undefined) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    return requests === 1 ? begin(response) : response.end(body);
  });
  await onceOf(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe('a request to AWS that is lost on its way', () => {
  it('is made again', async () => {
    await using _ = await aStore('{"SecretString":"a key"}');
    const client = new SecretsManagerClient(clientSettings(answering(patienceMs)));
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: 'a' }));
    expect(SecretString).toBe('a key');
  });

  it('is made again where its answer may be long in coming', async () => {
    await using _ = await aStore('sound');
    expect(Buffer.from((await mediaStore().get('recording.mp4')) ?? []).toString()).toBe('sound');
  });

  it('fails when its answer ends midway', async () => {
    await using _ = await aStore('', (response) => response.writeHead(200, { 'content-length': 10 }).write('so'));
    await expect(mediaStore().get('recording.mp4')).rejects.toThrow('inactivity');
  });

  it('is none that takes long, as long as anything comes or goes', () => {
    expect(untilSilent(30_000)).not.toHaveProperty('requestTimeout');
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
