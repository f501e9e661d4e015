/**
 * Templates against CloudFormation's own schemas, with the cfn-lint that CFN_LINT names: an older one does not know of properties
 * that are new, so which one looks is said and not found.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aTemplate } from './stack.ts';

const linter = process.env.CFN_LINT ?? '';
const folder = mkdtempSync(join(tmpdir(), 'meeting-bots-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const alarmsEmail = 'ops@example.com';
/** What settings add to the template or leave out of it, each at least once. */
const samples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nothing is said': {},
  'a stage says everything': {
    ...{ stage: 'trial', tags: 'team=media, cost-center=42', permissionsBoundary: 'TeamBoundary', protected: 'false' },
    ...{
      mediaRetentionDays: '30',
      dataRetentionDays: '90',
      logRetentionDays: '7',
      accountsAtOnce: '20',
      webhooksAtOnce: '300',
    },
    ...{ subnets: 'private', vpcEndpoints: 'true', architecture: 'x86', captureSpot: 'true' },
    ...{ domainName: 'bots.example.com', hostedZoneId: 'Z0123456789ABC', alarmsEmail, monthlyBudgetUsd: '100' },
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
    ...{ sttAKeySecret: 'meeting-bots/deepgram', sttBKeySecret: 'meeting-bots/openai' },
  },
  'network and images are there, and nobody signs in': {
    ...{ vpcId: 'vpc-0123abcd', subnetIds: 'subnet-0a1b2c3d, subnet-0b1b2c3d', oidcIssuer: 'none' },
    captureImage: '123456789012.dkr.ecr.us-east-1.amazonaws.com/bots:1',
    appSessionImage: '123456789012.dkr.ecr.us-east-1.amazonaws.com/sessions:1',
  },
  'people sign in elsewhere, and speech is heard here': {
    ...{ oidcIssuer: 'https://id.example.com', oidcClientId: 'bots', subnets: 'private', alarmsEmail },
    customTranscriptionUrl: 'https://stt.example.com',
  },
};

describe.skipIf(linter === '')('a template', () => {
  it.each(Object.entries(samples))('is what CloudFormation takes where %s', (name, context) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(aTemplate(context).toJSON()));
    // The CDK says by DependsOn what references say already.
    const { stdout } = spawnSync(linter, ['--ignore-checks', 'W3005', '--', path], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
