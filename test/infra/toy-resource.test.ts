/** The steps of docs/extending.md for a new kind of resource, on AWS: see test/extending/resource.test.ts for the other home. */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TimedFunction } from '../../lib/infra/functions/timed-function.ts';
import { HttpApi } from '../../lib/infra/http/http-api.ts';
import { storageNeeds, tableNeedOf } from '../../lib/infra/permissions/needs.ts';
import { Storage } from '../../lib/infra/service/storage.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import { sweepGreetings } from '../extending/toy-resource/greeting.ts';
import { greetingRoutes } from '../extending/toy-resource/routes.ts';
import { readTemplate } from './read-template.ts';

const synthesized = () => {
  const stack = new Stack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Toy');
  const settings = settingsOf(() => undefined);
  const needs = storageNeeds(new Storage(stack, 'Storage', settings));
  new HttpApi(stack, 'Http', {
    routes: greetingRoutes,
    needsOf: (route) => [tableNeedOf(greetingRoutes[route], needs)],
    pageNeeds: [],
    dashboardNeeds: { access: [], bots: [], identity: [], providers: [], webhooks: [] },
    hookNeeds: { 'calendars/hear': [], 'connections/hear': [] },
    settings,
  });
  new TimedFunction(stack, 'SweepGreetings', { job: sweepGreetings, needs: [needs.table] });
  return readTemplate(Template.fromStack(stack));
};

describe('a kind of resource that is a prefix, a repository, routes and their handlers', () => {
  const { template, actionsOf } = synthesized();

  it('has a function for each of its routes, which may read the table, and write it unless it only asks', () => {
    const keys = Object.values(template.findResources('AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => Properties.RouteKey as string,
    );
    expect(keys).toEqual(
      expect.arrayContaining(['POST /api/v1/greetings', 'GET /api/v1/greetings', 'GET /api/v1/greetings/{object_id}']),
    );
    const reads = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'];
    const writes = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    expect(['HttpCreateGreeting', 'HttpListGreetings', 'HttpGetGreeting'].map(actionsOf)).toEqual([
      [...reads, ...writes].sort(),
      reads,
      reads,
    ]);
  });

  it('is looked through each minute for what is due', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      Description: 'Calls greetings/sweep',
      ScheduleExpression: 'rate(1 minute)',
    });
  });
});
