import { readFileSync } from 'node:fs';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Route } from '../../lib/api/routes/route.ts';
import { routes } from '../../lib/api/routes.ts';
import { HttpApi } from '../../lib/infra/http/http-api.ts';
import { settingNames } from '../../lib/infra/settings.ts';
import { hostsSettings, keySecretSettings } from '../../lib/infra/table-settings.ts';
import { aTemplate, mostOf } from './stack.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const mostInAStack = 500;
/** What a release may bring, before anybody has to think. */
const margin = 50;

const countIn = (template: Template): number => Object.keys(template.toJSON().Resources).length;

/** Those from which none follow, or fewer. */
const bringNone = [
  ...['stage', 'account', 'region', 'tags', 'permissionsBoundary', 'protected', 'vpcId', 'subnetIds', 'architecture'],
  ...['mediaRetentionDays', 'dataRetentionDays', 'logRetentionDays', 'requestsPerSecond', 'apiRequestsPerSecond'],
  ...['oidcClientId', 'oidcScopes', 'oidcGroupsClaim', 'oidcOwnerGroup', 'oidcMemberGroup', 'oidcViewerGroup'],
  ...['oidcProject', 'oidcEmailsAreVerified', 'accountsAtOnce', 'webhooksAtOnce', 'launchesPerSecond', 'acceptTerms'],
  'alarmsTopicArn',
  ...['sizeSound', 'size720p', 'size1080p', 'sizeVoiceAgent', 'sizeAppSession', 'captureImage', 'appSessionImage'],
  ...['segmentSeconds', 'speechEventSeconds', 'captureRecorder', 'platformsOff', 'streamHosts', 'sttAMipOptOut'],
  ...['customTranscriptionUrl', 'customTranscriptionTimeout', 'sttAUrl', 'sttAEuUrl', 'sttBUrl'],
  ...['googleCalendarUrl', 'googleTokenUrl', 'microsoftGraphUrl', 'microsoftTokenUrl', 'zoomApiUrl', 'zoomOauthUrl'],
  ...['emulatorUrl', 'freeEmulator', 'unsafeAllowLoopbackWebhooks'],
  ...Object.keys({ ...hostsSettings, ...keySecretSettings }),
];

const aRoute: Route = {
  method: 'GET',
  path: '/one-more',
  of: 'bot',
  caller: 'key',
  success: 200,
  query: z.strictObject({}),
};

const resourcesOf = (all: Readonly<Record<string, Route>>): number => {
  const stack = new Stack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Api');
  const settings = { apiRequestsPerSecond: 5000 };
  new HttpApi(stack, 'Http', {
    routes: all,
    needsOf: () => [],
    pageNeeds: [],
    dashboardNeeds: { access: [], bots: [], identity: [], providers: [], webhooks: [] },
    hookNeeds: { 'calendars/hear': [], 'connections/hear': [] },
    settings,
  });
  return stack.node.findAll().filter(CfnResource.isCfnResource).length;
};

describe('the resources of the stack', () => {
  const usual = countIn(aTemplate());
  const most = countIn(aTemplate(mostOf));

  it('are three for each route', () => {
    expect(resourcesOf({ ...routes, one: aRoute }) - resourcesOf(routes)).toBe(3);
  });

  it('are counted with each setting that brings some', () => {
    expect([...Object.keys(mostOf), ...bringNone].sort()).toEqual([...settingNames].sort());
  });

  it('are as many as docs/deploy.md says, to ten', () => {
    const docs = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
    const said = /500 resources in a stack; this one has about (\d+), and about (\d+) with every setting/.exec(docs);
    const [, ofUsual, ofMost] = (said ?? []).map(Number);
    expect(Math.abs(usual - (ofUsual ?? 0))).toBeLessThanOrEqual(10);
    expect(Math.abs(most - (ofMost ?? 0))).toBeLessThanOrEqual(10);
  });

  it('leave room for more in one stack, also where every setting brings what it can', () => {
    expect(most).toBeLessThanOrEqual(mostInAStack - margin);
  });
});
