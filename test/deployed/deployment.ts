/** The stack, deployed to an emulator for a test. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutputs, type StackOutputs } from '../../lib/infra/outputs.ts';

// No image is pulled on an emulator: any name of one does.
const image = 'public.ecr.aws/docker/library/node:24-trixie-slim';
const context = [`captureImage=${image}`, `appSessionImage=${image}`, 'unsafeAllowLoopbackWebhooks=true'];

const cdk = (endpoint: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync('cdklocal', [...args, '--no-notices'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      CI: 'true',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
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

/** Deploys the stack with settings, and answers its outputs and the file that holds them in `folder`. */
export const deploy = (
  endpoint: string,
  folder: string,
  settings: readonly string[] = [],
): { outputs: StackOutputs; file: string } => {
  const file = join(folder, 'outputs.json');
  const options = ['--require-approval', 'never', '--output', join(folder, 'cdk.out'), '--outputs-file', file];
  cdk(endpoint, 'deploy', ...options, ...[...context, ...settings].flatMap((setting) => ['--context', setting]));
  return { outputs: readOutputs(readFileSync(file, 'utf8')), file };
};

/** Makes a project as an operator would, with the program for it, and answers what that prints. */
export const createProject = (file: string): { api_key: string; webhook_secret: string } => {
  const { status, stdout, stderr } = spawnSync(
    'node',
    ['bin/admin.ts', 'projects', 'create', 'test', '--outputs', file, '--json'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`projects create failed\n${stderr}`);
  return JSON.parse(stdout);
};
