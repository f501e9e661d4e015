import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunction, projectRoot } from '../../lib/infra/functions/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the stack and Lambda give to functions, all together. */
const environment = {
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'table',
  MEDIA_BUCKET: 'bucket',
  WEBHOOK_QUEUE_URL: 'https://sqs.example.com/queue',
  SLOW_WEBHOOK_QUEUE_URL: 'https://sqs.example.com/slow',
  TRANSCRIPTION_QUEUE_URL: 'https://sqs.example.com/speech',
  CALENDAR_QUEUE_URL: 'https://sqs.example.com/calendars',
  CONNECTION_QUEUE_URL: 'https://sqs.example.com/connections',
  STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:bots',
  SECRET_KEY_ID: 'key',
  CAPTURE_CLUSTER: 'cluster',
  CAPTURE_TASK_DEFINITION: 'task',
  APP_SESSION_TASK_DEFINITION: 'task',
  CAPTURE_CONTAINER: 'capture',
  CAPTURE_SIZES: '{}',
  CAPTURE_SUBNETS: 'subnet',
  CAPTURE_SECURITY_GROUPS: 'group',
};

/** The name by which KMS is called, in every program that calls it. */
const kms = 'TrentService';
/** What seals or opens secrets. */
const withSecrets = [
  ...['webhooks/deliver', 'transcription/transcribe'],
  ...['api/create-calendar', 'api/update-calendar', 'calendars/sync'],
  'api/create-app-session',
  ...['api/create-connection', 'api/delete-connection', 'connections/hear', 'connections/join-tokens'],
  'connections/sync',
  ...['dashboard/identity', 'dashboard/providers', 'dashboard/webhooks'],
];

const entries = globSync('lambdas/*/*.ts', { cwd: projectRoot, exclude: ['lambdas/middleware/**'] }).map((file) =>
  file.replace(/^lambdas\//, '').replace(/\.ts$/, ''),
);

describe('bundles of functions', () => {
  it.each(entries)('%s becomes a module that starts with nothing but its environment', (entry) => {
    const target = join(folder, entry);
    bundleFunction(entry, target);
    const check = `import { handler } from ${JSON.stringify(join(target, 'index.mjs'))}; process.stdout.write(typeof handler)`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', check], {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'function', stderr: '' });
    // Any other function does without what it takes.
    const code = globSync(`${target}/**/*.mjs`).map((file) => readFileSync(file, 'utf8'));
    expect(code.some((text) => text.includes(kms))).toBe(withSecrets.includes(entry));
  });

  it('keep create-bot below 350 KiB, 110 compressed, since every cold start reads all of it', () => {
    const atOnce = bundleFunction('api/create-bot', join(folder, 'size'));
    const bytes = Buffer.concat(atOnce.map((file) => readFileSync(file)));
    expect(bytes.length).toBeLessThanOrEqual(350 * 1024);
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(110 * 1024);
  });

  it('load the media store of create-bot only for a bot that brings a picture', () => {
    const target = join(folder, 'later');
    const atOnce = bundleFunction('api/create-bot', target);
    expect(atOnce.filter((file) => file.includes('media-store'))).toEqual([]);
    const check = `import { createRequire } from 'node:module'; import { pathToFileURL } from 'node:url';
      const path = createRequire(${JSON.stringify(join(target, 'index.mjs'))}).resolve('#adapters/media-store.ts');
      process.stdout.write(typeof (await import(pathToFileURL(path))).openMediaStore().put)`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', check], {
      encoding: 'utf8',
      env: environment,
    });
    expect(stdout).toBe('function');
  });
});
