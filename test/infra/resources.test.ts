import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Route } from '../../lib/api/routes/route.ts';
import { routes } from '../../lib/api/routes.ts';
import type { IdKind } from '../../lib/domain/ids.ts';
import { HttpApi } from '../../lib/infra/http/http-api.ts';
import { aTemplate } from './stack.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const mostInAStack = 500;
/** What a release may bring besides, before anybody has to think. */
const margin = 60;

const countIn = (template: Template): number => Object.keys(template.toJSON().Resources).length;

/** The routes of the interface that are still to come, by what they are about. */
const toCome: Partial<Record<IdKind, number>> = {
  bot: 2,
};
/** Routes of the dashboard, one resource each, and three for each further group of them. */
const dashboardToCome = 3;
/** Roles for those routes, a canary. */
const otherResources = 20;

const aRoute = (of: IdKind, number: number): Route => ({
  method: 'GET',
  path: `/to-come/${of}/${number}`,
  of,
  caller: 'key',
  success: 200,
  query: z.strictObject({}),
});

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
  return countIn(Template.fromStack(stack));
};

describe('the resources of the stack', () => {
  const projected = Object.entries(toCome).flatMap(([of, count]) =>
    Array.from({ length: count }, (_, number): [string, Route] => [`${of}${number}`, aRoute(of as IdKind, number)]),
  );
  const today = countIn(
    aTemplate({
      customTranscriptionUrl: 'https://stt.example.com/',
      alarmsEmail: 'ops@example.com',
      monthlyBudgetUsd: 200,
      warm720p: 1,
    }),
  );

  it('are three for each route', () => {
    const one = aRoute('bot', 1);
    expect(resourcesOf({ ...routes, one }) - resourcesOf(routes)).toBe(3);
  });

  it('are as many as docs/deploy.md says, to ten', () => {
    const docs = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
    const said = Number(/500 resources in a stack; this one has about (\d+)/.exec(docs)?.[1]);
    expect(Math.abs(countIn(aTemplate()) - said)).toBeLessThanOrEqual(10);
  });

  it('leave room for the whole interface and a dashboard in one stack', () => {
    const api = resourcesOf({ ...routes, ...Object.fromEntries(projected) }) - resourcesOf(routes);
    expect(today + api + dashboardToCome + otherResources).toBeLessThanOrEqual(mostInAStack - margin);
  });
});
