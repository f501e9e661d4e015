import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openHome } from '../../bin/admin/open-home.ts';
import type { StackOutputs } from '../../lib/infra/outputs.ts';
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
});
