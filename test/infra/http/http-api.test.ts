import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { pathsOf } from '../../../lib/api/endpoints.ts';
import { hookHandlers, hookRoutes } from '../../../lib/api/hook-routes.ts';
import { dashboardPages } from '../../../lib/api/page-routes.ts';
import { publicRoutes } from '../../../lib/api/public-routes.ts';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { routes } from '../../../lib/api/routes.ts';
import { ssoRoutes } from '../../../lib/api/sso-routes.ts';
import { functionCount, idsIn, readTemplate, type Statement } from '../read-template.ts';
import { aTemplate, said, saidOtherwise } from '../stack.ts';

const { template, propertiesOf } = readTemplate(aTemplate());

const allRoutes = { ...routes, ...dashboardRoutes };

describe('the API', () => {
  it('has every route of the route table, the public ones, what platforms call, and one function for everything else', () => {
    const keys = propertiesOf('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => String(RouteKey));
    const expected = Object.values(allRoutes).flatMap(({ method, path }) =>
      pathsOf(path).map((path) => `${method} ${path}`),
    );
    const open = [...Object.values(publicRoutes), ...Object.values(dashboardPages)].map((path) => `GET ${path}`);
    const hooks = Object.values(hookRoutes).map((path) => `POST ${path}`);
    const sso = Object.values(ssoRoutes).map(({ method, path }) => `${method} ${path}`);
    expect(keys.sort()).toEqual(['$default', ...expected, ...open, ...hooks, ...sso].sort());
  });

  it('limits how fast everybody together may call it', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 5000, ThrottlingBurstLimit: 5000 },
    });
  });

  it('logs who asked what, under the id that the answer has, and what came of it', () => {
    const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage') as unknown as { AccessLogSettings: { Format: string } }[];
    expect(JSON.parse(stage?.AccessLogSettings.Format ?? '')).toEqual({
      request_id: '$context.requestId',
      ip: '$context.identity.sourceIp',
      time: '$context.requestTime',
      method: '$context.httpMethod',
      path: '$context.path',
      route: '$context.routeKey',
      status: '$context.status',
      bytes: '$context.responseLength',
      latency_ms: '$context.responseLatency',
      integration_latency_ms: '$context.integrationLatency',
      error: '$context.error.responseType',
      integration_error: '$context.integrationErrorMessage',
    });
  });

  it('logs as the last what is free text, so that a quotation mark in it hides nothing of the rest', () => {
    const [stage] = propertiesOf('AWS::ApiGatewayV2::Stage') as unknown as { AccessLogSettings: { Format: string } }[];
    const format = stage?.AccessLogSettings.Format ?? '';
    const line = format.replaceAll(/\$context\.[\w.]*message\w*/gi, 'no module "x"').replace('$context.status', '502');
    const [before] = line.split(',"integration_error"');
    expect(JSON.parse(`${before}}`)).toMatchObject({ status: '502', error: '$context.error.responseType' });
  });

  it('tells a project of its own limit before the gateway tells anybody of its', () => {
    const perProject = (of: Template) =>
      Object.values(of.findResources('AWS::Lambda::Function'))
        .map(({ Properties }) => Properties.Environment?.Variables.REQUESTS_PER_SECOND)
        .find((limit) => limit !== undefined);
    expect(perProject(template)).toBe('100');
    const generous = aTemplate(said);
    expect(perProject(generous)).toBe('700');
    generous.hasResourceProperties('AWS::ApiGatewayV2::Stage', { DefaultRouteSettings: { ThrottlingRateLimit: 8000 } });
    expect(() => aTemplate({ requestsPerSecond: '501' })).toThrow('at least 10 times requestsPerSecond');
  });

  it('is called by the gateway alone, as somebody who may call what that gateway leads to and nothing else', () => {
    const callers = new Set(propertiesOf('AWS::ApiGatewayV2::Integration').flatMap((it) => idsIn(it)));
    const roles = [...callers].filter((id) => template.toJSON().Resources[id].Type === 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(0);
    const allowed = propertiesOf('AWS::IAM::Policy').flatMap((policy) => {
      const { Roles, PolicyDocument } = policy as unknown as {
        Roles: unknown;
        PolicyDocument: { Statement: Statement[] };
      };
      return idsIn(Roles).some((role) => roles.includes(role)) ? PolicyDocument.Statement : [];
    });
    expect(new Set(allowed.flatMap(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
    const called = propertiesOf('AWS::ApiGatewayV2::Integration').flatMap(({ IntegrationUri }) =>
      idsIn(IntegrationUri),
    );
    expect(allowed.flatMap(({ Resource }) => idsIn(Resource)).sort()).toEqual(called.sort());
    // The public ones, everything else, and those that platforms call.
    expect(called).toHaveLength(functionCount + 3 + hookHandlers.length);
  });
});

describe('people sign in to the dashboard', () => {
  const own = { oidcIssuer: 'https://id.example.com', oidcClientId: 'dashboard' };
  const pools = (of: Template) => Object.keys(of.findResources('AWS::Cognito::UserPool')).length;

  it('in a directory of the stack, in which only whom an owner has let in makes an account', () => {
    const [pool] = propertiesOf('AWS::Cognito::UserPool');
    expect(pool).toMatchObject({
      UserPoolTier: 'LITE',
      AutoVerifiedAttributes: ['email'],
      UsernameAttributes: ['email'],
      LambdaConfig: { PreSignUp: { 'Fn::GetAtt': [expect.stringMatching(/^UsersBeforeSignUp/), 'Arn'] } },
    });
  });

  it('by the code flow alone, without a secret, and come back to the address of the API', () => {
    const [client] = propertiesOf('AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      ...{ AllowedOAuthFlows: ['code'], GenerateSecret: false, SupportedIdentityProviders: ['COGNITO'] },
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [{ 'Fn::Join': ['', expect.arrayContaining(['/api/v1/dashboard/sign_in/callback'])] }],
    });
  });

  it('at an issuer of the operator, where one is named, with the groups that are let in', () => {
    const { template: of, functionOf } = readTemplate(aTemplate(said));
    expect(pools(of)).toBe(0);
    expect(functionOf('HttpDashboardIdentity').Environment?.Variables).toMatchObject({
      ...{ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'dashboard' },
      ...{ OIDC_OWNER_GROUP: 'leads', OIDC_EMAILS_ARE_VERIFIED: 'true' },
    });
  });

  it('at the name by which browsers find the API of an emulator, at an issuer on its machine too', () => {
    const { functionOf } = readTemplate(aTemplate(saidOtherwise));
    expect(functionOf('HttpDashboardIdentity').Environment?.Variables).toMatchObject({
      ...{ OIDC_ISSUER: saidOtherwise.oidcIssuer, BASE_URL: 'http://{api_id}.execute-api.localhost:4566' },
    });
  });

  it('by links only, where the operator wants no issuer', () => {
    const { template: of, environmentOf } = readTemplate(aTemplate({ oidcIssuer: 'none' }));
    expect([pools(of), environmentOf('HttpDashboard')]).toEqual([0, []]);
  });

  it.each([
    { oidcIssuer: own.oidcIssuer },
    { oidcClientId: own.oidcClientId },
    { ...own, oidcIssuer: 'http://id.example.com' },
    { ...own, oidcIssuer: 'http://127.0.0.1:9000' },
    { ...own, oidcIssuer: 'http://id.example.com', emulatorUrl: 'http://localhost:4566' },
    { ...own, oidcIssuer: 'elsewhere' },
  ])('nowhere by half a setting: %j', (settings) => {
    expect(() => aTemplate(settings)).toThrow();
  });
});
