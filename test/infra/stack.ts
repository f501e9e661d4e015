import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type StackProps, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { MeetingBotsStack } from '../../lib/infra/meeting-bots-stack.ts';
import { settingsOf, stackNameOf } from '../../lib/infra/settings.ts';

/**
 * As much as an operator may say at once, where nothing is usual: a synthesis takes half a second of a processor and more, and shows
 * what each of these does. What it does where it is not said is looked up in the template without any.
 */
export const said = {
  ...{ tags: 'team=media', vpcId: 'vpc-0123abcd', subnetIds: 'subnet-0a, subnet-0b' },
  captureImage: '123456789012.dkr.ecr.eu-central-1.amazonaws.com/ci/bots:1',
  appSessionImage: 'public.ecr.aws/example/app-session:1',
  ...{ captureSpot: 'true', captureRecorder: 'page', acceptTerms: true },
  ...{ size720p: '1/3', size1080p: '2/4', launchesPerSecond: '50' },
  ...{ requestsPerSecond: '700', apiRequestsPerSecond: '8000' },
  ...{ oidcIssuer: 'https://id.example.com', oidcClientId: 'dashboard' },
  ...{ oidcOwnerGroup: 'leads', oidcEmailsAreVerified: 'true' },
  ...{ customTranscriptionUrl: 'https://stt.example.com/', customTranscriptionTimeout: '600' },
  ...{ sttBUrl: 'http://10.0.0.7:8000/', sttAMipOptOut: 'false' },
  alarmsTopicArn: 'arn:aws:sns:eu-central-1:123456789012:pager',
};

/** What does not go together with that, in an emulator for one. */
export const saidOtherwise = {
  ...{ emulatorUrl: 'http://localhost:4566', unsafeAllowLoopbackWebhooks: 'true' },
  ...{ oidcIssuer: 'http://127.0.0.1:9000', oidcClientId: 'dashboard' },
  customTranscriptionTimeout: '5',
  ...{ alarmsTopicArn: said.alarmsTopicArn, alarmsEmail: 'ops@example.com' },
};

/** Of each setting that resources follow from, what brings the most; the issuer of the stack's own is what is not said. */
export const mostOf: Readonly<Record<string, string>> = {
  ...{ subnets: 'private', vpcEndpoints: 'true', oidcIssuer: 'cognito' },
  ...{ domainName: 'bots.example.com', hostedZoneId: 'Z0123456789ABC' },
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
  ...{ warmSound: '1', warm720p: '1', warm1080p: '1', warmVoiceAgent: '1', warmAppSession: '1' },
  ...{ captureSpot: 'true', alarmsEmail: 'ops@example.com', monthlyBudgetUsd: '200' },
};

/** Which release it is. */
export const version = '0.1.0+39c0adfab1f2';

/**
 * The app as `bin/meeting-bots.ts` makes it, with some settings and flags of the CDK; to be quick, nothing is bundled, and what the
 * CDK notes of constructs beside its templates is left out.
 */
export const anApp = (
  context: Record<string, unknown> = {},
  flags: Record<string, boolean> = {},
  props: StackProps = {},
) => {
  const outdir = mkdtempSync(join(tmpdir(), 'meeting-bots-synth-'));
  const app = new App({
    outdir,
    treeMetadata: false,
    stackTraces: false,
    context: {
      'aws:cdk:bundling-stacks': [],
      'aws:cdk:disable-creation-stack-traces': true,
      'aws:cdk:disable-logicalId-metadata': true,
      ...flags,
    },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const settings = settingsOf((name) => context[name]);
  const stack = new MeetingBotsStack(app, stackNameOf(settings), settings, { ...props, version });
  return { app, stack, [Symbol.dispose]: () => rmSync(outdir, { recursive: true }) };
};

const synthesize = (context: Record<string, unknown>): Template => {
  using made = anApp(context);
  return Template.fromStack(made.stack);
};

const templates = new Map<string, Template>();
/** The template that the settings lead to: one for all files of a process that ask for it. Nobody may change it. */
export const aTemplate = (context: Record<string, unknown> = {}): Template => {
  const settings = JSON.stringify(context);
  const template = templates.get(settings) ?? synthesize(context);
  templates.set(settings, template);
  return template;
};
