/** The stack for emulators that have neither HTTP APIs nor ECS, beside the whole one. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../lib/api/endpoints.ts';
import { settingsOf } from '../../lib/infra/settings.ts';
import { aTemplate, saidOtherwise } from './stack.ts';

const context = { freeEmulator: 'http://127.0.0.1:4570', oidcIssuer: 'none' };
// cdk-nag is asked here too: it finds nothing that is not explained.
const template = aTemplate(context);
const whole = aTemplate({ oidcIssuer: 'none' });

/** https://docs.localstack.cloud/aws/licensing/, 17 March 2026: of what the whole stack is made of, the free edition has these. */
const inFreeEdition = [
  ...['ApiGateway', 'CDK', 'CloudWatch', 'DynamoDB', 'EC2', 'Events', 'IAM', 'KMS', 'Lambda', 'Logs', 'S3', 'SQS'],
  ...['Scheduler', 'StepFunctions'],
];
const typesIn = (of: typeof template): string[] =>
  Object.values<{ Type: string }>(of.toJSON().Resources).map(({ Type }) => Type);
const servicesOf = (types: readonly string[]) => new Set(types.map((type) => type.split('::')[1] ?? ''));
const numberOf = (types: readonly string[], service: string) =>
  types.filter((type) => type.startsWith(`AWS::${service}::`)).length;

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { 'x-amazon-apigateway-integration': object }>>>>;
}
const [{ Properties: api } = { Properties: undefined }] = Object.values(
  template.findResources('AWS::ApiGateway::RestApi'),
);
const { paths }: Described = api?.Body ?? { paths: {} };

describe('a stack for the free edition of LocalStack', () => {
  it('is made of what that has, which the whole stack is not', () => {
    expect([...servicesOf(typesIn(template))].filter((service) => !inFreeEdition.includes(service))).toEqual([]);
    expect([...servicesOf(typesIn(whole))].filter((service) => !inFreeEdition.includes(service)).sort()).toEqual([
      'ApiGatewayV2',
      'ECS',
    ]);
  });

  it('differs in nothing else', () => {
    const [free, all] = [typesIn(template), typesIn(whole)];
    for (const service of inFreeEdition) {
      // The gateway itself, and the roles of tasks that ECS would give them.
      if (service === 'ApiGateway' || service === 'IAM' || service === 'Logs') continue;
      expect([service, numberOf(free, service)]).toEqual([service, numberOf(all, service)]);
    }
  });

  it('leads every way of the interface to the function that answers there, and all others to one', () => {
    for (const { method, path } of endpoints) expect(Object.keys(paths[path] ?? {})).toContain(method.toLowerCase());
    const others = Object.entries(paths).filter(([path]) => !endpoints.some((endpoint) => endpoint.path === path));
    expect(others.map(([path]) => path)).toEqual(['/', '/{path+}']);
    const uriOf = (method: string, path: string) =>
      JSON.stringify(paths[path]?.[method]?.['x-amazon-apigateway-integration']);
    expect(uriOf('post', '/api/v1/bots')).toContain('HttpCreateBot');
    expect(uriOf('get', '/{path+}')).toContain('HttpNoSuchRoute');
  });

  it('has functions of the API that are asked by a REST API, and others as they are', () => {
    const handlers = Object.entries(template.findResources('AWS::Lambda::Function')).map(
      ([id, { Properties }]) => [id.startsWith('Http'), Properties.Handler] as const,
    );
    expect(new Set(handlers.map(String))).toEqual(new Set(['true,rest.handler', 'false,index.handler']));
  });

  it('has functions that link to where the emulator serves the API, as those behind an HTTP API do', () => {
    const linkedTo = (of: typeof template) => {
      const functions = Object.entries(of.findResources('AWS::Lambda::Function'));
      return new Set(
        functions.map(([id, { Properties }]) =>
          [id.startsWith('Http'), Properties.Environment?.Variables.BASE_URL].join(),
        ),
      );
    };
    const { emulatorUrl } = saidOtherwise;
    const below = `${emulatorUrl}/_aws/execute-api/{api_id}`;
    expect(linkedTo(aTemplate({ ...context, emulatorUrl }))).toEqual(new Set([`true,${below}/live`, 'false,']));
    const browsed = 'http://{api_id}.execute-api.localhost:4566';
    expect(linkedTo(aTemplate(saidOtherwise))).toEqual(
      new Set([`true,${below}/$default`, `true,${browsed}`, 'false,']),
    );
    expect(linkedTo(whole)).toEqual(new Set(['true,', 'false,']));
  });

  it('tells its launcher where tasks are run, and whoever runs them what they are told', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { AWS_ENDPOINT_URL_ECS: 'http://127.0.0.1:4570', CAPTURE_CLUSTER: 'task-runner' } },
    });
    const told = JSON.stringify(template.findOutputs('CaptureTasks'));
    for (const name of ['capture-worker', 'app-session-worker', 'TABLE_NAME', 'MEDIA_BUCKET']) {
      expect(told).toContain(name);
    }
  });

  it('has neither a domain nor a directory of users', () => {
    const settings = (more: Record<string, unknown>) => () => settingsOf((name) => ({ ...context, ...more })[name]);
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    expect(settings({ domainName: 'bots.example.com', certificateArn })).toThrow('leads to an HTTP API');
    expect(settings({ oidcIssuer: 'cognito' })).toThrow('have no user pools');
    expect(settings({ freeEmulator: 'true' })).toThrow('must be the address of a task runner');
  });
});
