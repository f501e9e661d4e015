import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openHome } from '../../bin/admin/open-home.ts';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import type { StackOutputs } from '../../lib/infra/outputs.ts';
import { tellAddress } from '../../lib/local-home/data-folder/address-file.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const outputs: StackOutputs = {
  ApiUrl: 'https://ab12cd34.execute-api.us-east-1.amazonaws.com',
  TableName: 'Table',
  MediaBucket: 'media',
  SecretKeyId: 'key',
  StateMachineArn: 'arn:aws:states:us-east-1:111122223333:stateMachine:life',
  CaptureCluster: 'capture',
  WebhookQueueUrl: 'https://sqs.us-east-1.amazonaws.com/111122223333/webhooks',
  SlowWebhookQueueUrl: 'https://sqs.us-east-1.amazonaws.com/111122223333/slow-webhooks',
};

describe('a data folder', () => {
  const here = 'http://127.0.0.1:8080';
  const away = 'https://bots.example.com';
  it.each([
    ['may, on one machine', here, undefined, true],
    ['may not, at a public address', away, undefined, false],
    ['may, as its service, at a public address whose operator says so', away, 'true', true],
    ['may not, as its service, where its operator says so', here, 'false', false],
  ])('has webhooks that name the machine itself: it %s', async (_, base_url, said, may) => {
    vi.stubEnv('ALLOW_LOOPBACK_WEBHOOKS', said);
    await using folder = await aDataFolder();
    openDatabase(folder.path).close();
    tellAddress(folder.path, base_url);
    expect((await openHome({ data: folder.path })).allow_loopback).toBe(may);
  });
});

describe('a deployment', () => {
  it.each([
    ['in AWS', undefined, outputs.ApiUrl],
    ['to an emulator', 'http://localhost:4566', 'http://localhost:4566/_aws/execute-api/ab12cd34/$default'],
  ])('%s is told by the address at which its API answers', async (_, endpoint, base_url) => {
    vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
    await using folder = await aDataFolder();
    const file = join(folder.path, 'outputs.json');
    await writeFile(file, JSON.stringify({ MeetingBots: outputs }));
    expect((await openHome({ outputs: file })).base_url).toBe(base_url);
  });

  it.each([undefined, 'eu-central-1'])('is asked in its own region, where the shell says %s', async (shell) => {
    vi.stubEnv('AWS_REGION', shell);
    await using folder = await aDataFolder();
    const file = join(folder.path, 'outputs.json');
    await writeFile(file, JSON.stringify({ MeetingBots: outputs }));
    await openHome({ outputs: file });
    expect(process.env.AWS_REGION).toBe('us-east-1');
  });

  it.each([
    ['eu-central-1', 'us-west-2', 'eu-central-1'],
    [undefined, 'us-west-2', 'us-west-2'],
  ])('that only the environment names is asked where that says: %s, else %s', async (region, usual, there) => {
    vi.stubEnv('TABLE_NAME', 'Table');
    vi.stubEnv('AWS_REGION', region);
    vi.stubEnv('AWS_DEFAULT_REGION', usual);
    await openHome({});
    expect(process.env.AWS_REGION).toBe(there);
  });
});
