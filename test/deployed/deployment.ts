/** The stack, deployed to an emulator for a test. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const Outputs = z.object({
  MeetingBots: z.object({
    ApiUrl: z.url(),
    TableName: z.string(),
    SecretKeyId: z.string(),
    StateMachineArn: z.string(),
    CaptureCluster: z.string(),
  }),
});
export type Deployment = z.infer<typeof Outputs>['MeetingBots'];

// No worker runs on an emulator: any name of an image does.
const context = ['captureImage=public.ecr.aws/docker/library/node:24-trixie-slim', 'unsafeAllowLoopbackWebhooks=true'];

const cdk = (endpoint: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync('cdklocal', args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      CI: 'true',
      AWS_ENDPOINT_URL: endpoint,
      // cdklocal wants both.
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
    },
  });
  if (status !== 0) throw new Error(`cdklocal ${args[0]} failed\n${stdout}\n${stderr}`);
};

/** Prepares the emulator's account for CDK. */
export const bootstrap = (endpoint: string): void => cdk(endpoint, 'bootstrap', 'aws://000000000000/us-east-1');

/** Deploys the stack and answers its outputs. */
export const deploy = (endpoint: string): Deployment => {
  const folder = mkdtempSync(join(tmpdir(), 'meeting-bots-deploy-'));
  try {
    const outputs = join(folder, 'outputs.json');
    const options = ['--require-approval', 'never', '--output', join(folder, 'cdk.out'), '--outputs-file', outputs];
    cdk(endpoint, 'deploy', ...options, ...context.flatMap((setting) => ['--context', setting]));
    return Outputs.parse(JSON.parse(readFileSync(outputs, 'utf8'))).MeetingBots;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
