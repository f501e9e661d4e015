import { CfnOutput } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  DomainName,
  HttpApi as GatewayHttpApi,
  type HttpMethod,
  HttpNoneAuthorizer,
  type HttpRouteIntegration,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { vendedLog } from '../operations/vended-log.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Settings } from '../settings.ts';
import type { Answerer, Gateway, Way } from './gateway.ts';
import { gatewayCallers } from './gateway-caller.ts';
import { FunctionIntegration } from './http-integration.ts';

type HttpSettings = Pick<Settings, 'apiRequestsPerSecond' | 'domainName' | 'certificateArn' | 'hostedZoneId'>;

/** Leads a domain of the operator's to the API. */
const enter = (
  scope: Construct,
  api: GatewayHttpApi,
  stage: HttpStage,
  { domainName, certificateArn, hostedZoneId }: HttpSettings,
): void => {
  if (domainName === undefined || certificateArn === undefined) return;
  const certificate = Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
  const domain = new DomainName(scope, 'Domain', { domainName, certificate });
  new ApiMapping(scope, 'Mapping', { api, stage, domainName: domain });
  const target = { dnsName: domain.regionalDomainName, hostedZoneId: domain.regionalHostedZoneId };
  if (hostedZoneId === undefined) {
    new CfnOutput(scope, 'DomainTarget', { value: target.dnsName, description: `Where ${domainName} is to point to` });
  } else {
    new CfnRecordSet(scope, 'Address', { hostedZoneId, name: domainName, type: 'A', aliasTarget: target });
  }
};

/** Without the query, which may hold what is nobody's business; nobody signs in at the gateway itself, so it knows no user. */
const accessLine = {
  request_id: AccessLogField.contextRequestId(),
  ip: AccessLogField.contextIdentitySourceIp(),
  time: AccessLogField.contextRequestTime(),
  method: AccessLogField.contextHttpMethod(),
  route: AccessLogField.contextRouteKey(),
  status: AccessLogField.contextStatus(),
  bytes: AccessLogField.contextResponseLength(),
  latency_ms: AccessLogField.contextResponseLatency(),
  integration_latency_ms: AccessLogField.contextIntegrationLatency(),
  error: AccessLogField.contextErrorResponseType(),
  // Nothing says that the gateway escapes a value: what is free text comes last, where it breaks nothing before it.
  path: AccessLogField.contextPath(),
  integration_error: AccessLogField.contextIntegrationErrorMessage(),
};

const stageOf = (scope: Construct, httpApi: GatewayHttpApi, { apiRequestsPerSecond }: HttpSettings): HttpStage =>
  new HttpStage(scope, 'Stage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    // For everybody together, and so high that a project meets its own limit first: the gateway's 429 of an HTTP API
    // can be given neither a problem's body nor Retry-After.
    throttle: { rateLimit: apiRequestsPerSecond, burstLimit: apiRequestsPerSecond },
    accessLogSettings: {
      format: AccessLogFormat.custom(JSON.stringify(accessLine)),
      destination: new LogGroupLogDestination(vendedLog(scope, 'AccessLog', 'apigateway')),
    },
  });

/** An HTTP API of API Gateway: what costs least, and speaks payload format 2.0. */
export const httpGateway = (
  scope: Construct,
  ways: readonly Way[],
  fallback: Answerer,
  settings: HttpSettings,
): Gateway => {
  const callers = gatewayCallers(scope);
  const integrations = new Map<Answerer, HttpRouteIntegration>();
  const integrationOf = (to: Answerer): HttpRouteIntegration => {
    const made = integrations.get(to) ?? new FunctionIntegration(to.id, to.called, callers.of(to));
    integrations.set(to, made);
    return made;
  };
  const { domainName } = settings;
  const api = new GatewayHttpApi(scope, 'Api', {
    createDefaultStage: false,
    // What stands before a domain, such as a firewall or a limit of the operator's, is not to be gone round.
    disableExecuteApiEndpoint: domainName !== undefined,
    defaultIntegration: integrationOf(fallback),
    defaultAuthorizer: new HttpNoneAuthorizer(),
  });
  for (const { method, path, to } of ways) {
    api.addRoutes({ path, methods: [method as HttpMethod], integration: integrationOf(to) });
  }
  const stage = stageOf(scope, api, settings);
  enter(scope, api, stage, settings);
  acknowledge(api, {
    'AwsSolutions-APIG4':
      'each function checks the API key itself, against the table, so that a revoked key fails at once',
  });
  return { apiId: api.apiId, url: domainName ? `https://${domainName}` : stage.url.replace(/\/$/, '') };
};
