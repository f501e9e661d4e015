import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib';
import {
  ApiMapping,
  DomainName,
  HttpApi as GatewayHttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';

import { fallbackHandler, pathsOf } from '../../api/endpoints.ts';
import { type HookHandler, hookHandlers, hooks } from '../../api/hook-routes.ts';
import { dashboardHandler, dashboardPages } from '../../api/page-routes.ts';
import { publicHandler, publicRoutes } from '../../api/public-routes.ts';
import { type DashboardGroup, dashboardGroupNames, dashboardGroups, groupHandler } from '../../api/routes/dashboard.ts';
import type { Route } from '../../api/routes/route.ts';
import { handlerFile } from '../../api/routes.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';
import { SharedIdentity } from '../permissions/shared-identity.ts';
import type { Settings } from '../settings.ts';
import { GatewayCaller } from './http-integration.ts';

export interface HttpApiProps<Name extends string> {
  readonly routes: Readonly<Record<Name, Route>>;
  readonly needsOf: (route: Name) => readonly Provision[];
  /** Of the function that answers the dashboard's pages. */
  readonly pageNeeds: readonly Provision[];
  /** Of the functions that answer the dashboard. */
  readonly dashboardNeeds: Readonly<Record<DashboardGroup, readonly Provision[]>>;
  /** Of the functions that hear what platforms tell. */
  readonly hookNeeds: Readonly<Record<HookHandler, readonly Provision[]>>;
  readonly settings: Pick<Settings, 'apiRequestsPerSecond' | 'domainName' | 'certificateArn' | 'hostedZoneId'>;
}

const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

// Memory buys CPU: with 512 MiB a cold start takes half as long, for the same price.
const memoryMiB = 512;

/**
 * The HTTP API: one function per route of the route table, one per group of the dashboard's own routes, one for what is
 * public, one for what platforms of a kind tell, and one for everything else.
 *
 * CloudFormation takes 500 resources in a stack. Each route of the table is three of them: a function, its integration and
 * its route. Roles, logs and the right to be called are shared (they were four more), so that the whole interface has room
 * in one stack, which is deployed, updated and undone as one. A route of the dashboard is one of them: its function is
 * shared, loads the code of its group, and holds the permissions of its group. Programs that call often should pay for
 * neither; people who press buttons hardly notice. Nested stacks would add a deployment for each.
 * `test/infra/resources.test.ts` counts.
 */
export class HttpApi<Name extends string> extends Construct {
  readonly url: string;
  readonly apiId: string;
  readonly #identity: SharedIdentity;
  readonly #callers = new Map<string, GatewayCaller>();

  constructor(
    scope: Construct,
    id: string,
    { routes, needsOf, pageNeeds, dashboardNeeds, hookNeeds, settings }: HttpApiProps<Name>,
  ) {
    super(scope, id);
    this.#identity = new SharedIdentity(this, 'Functions');
    const api = new GatewayHttpApi(this, 'Api', {
      createDefaultStage: false,
      defaultIntegration: this.#integration('NoSuchRoute', 'Pages', fallbackHandler, []),
      defaultAuthorizer: new HttpNoneAuthorizer(),
    });
    for (const name of Object.keys(routes) as Name[]) {
      const { method, path, of }: Route = routes[name];
      const [id, room] = [withCapital(name), withCapital(of)];
      const integration = this.#integration(id, room, `api/${handlerFile(name)}`, needsOf(name));
      for (const one of pathsOf(path)) api.addRoutes({ path: one, methods: [HttpMethod[method]], integration });
    }
    const reference = this.#integration('Reference', 'Pages', publicHandler, []);
    for (const path of Object.values(publicRoutes)) {
      api.addRoutes({ path, methods: [HttpMethod.GET], integration: reference });
    }
    const pages = this.#integration('Dashboard', 'Pages', dashboardHandler, pageNeeds);
    for (const path of Object.values(dashboardPages)) {
      api.addRoutes({ path, methods: [HttpMethod.GET], integration: pages });
    }
    for (const group of dashboardGroupNames) {
      const id = `Dashboard${withCapital(group)}`;
      const integration = this.#integration(id, 'Dashboard', groupHandler(group), dashboardNeeds[group]);
      for (const { method, path } of Object.values<Route>(dashboardGroups[group])) {
        api.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
    }
    for (const hears of hookHandlers) {
      const id = `Hear${withCapital(hears.replace(/\/.*/, ''))}`;
      const integration = this.#integration(id, 'Hooks', hears, hookNeeds[hears]);
      for (const { path, handler } of hooks) {
        if (handler === hears) api.addRoutes({ path, methods: [HttpMethod.POST], integration });
      }
    }
    this.apiId = api.apiId;
    const stage = this.#stage(api, settings);
    this.#enter(api, stage, settings);
    this.url = settings.domainName ? `https://${settings.domainName}` : stage.url.replace(/\/$/, '');
    acknowledge(api, {
      'AwsSolutions-APIG4':
        'each function checks the API key itself, against the table, so that a revoked key fails at once',
    });
  }

  /** A function, and how the gateway calls it. */
  #integration(id: string, room: string, entry: string, needs: readonly Provision[]) {
    const identity = this.#identity.of(needs);
    const called = new ServiceFunction(this, id, { entry, needs, memoryMiB, identity });
    const caller = this.#callers.get(room) ?? new GatewayCaller(this, `Calls${room}`);
    this.#callers.set(room, caller);
    return caller.calling(id, called);
  }

  /** Leads a domain of the operator's to the API. */
  #enter(api: GatewayHttpApi, stage: HttpStage, settings: HttpApiProps<Name>['settings']): void {
    const { domainName, certificateArn, hostedZoneId } = settings;
    if (domainName === undefined || certificateArn === undefined) return;
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', { domainName, certificate });
    new ApiMapping(this, 'Mapping', { api, stage, domainName: domain });
    const target = { dnsName: domain.regionalDomainName, hostedZoneId: domain.regionalHostedZoneId };
    if (hostedZoneId === undefined) {
      new CfnOutput(this, 'DomainTarget', { value: target.dnsName, description: `Where ${domainName} is to point to` });
    } else {
      new CfnRecordSet(this, 'Address', { hostedZoneId, name: domainName, type: 'A', aliasTarget: target });
    }
  }

  #stage(httpApi: GatewayHttpApi, { apiRequestsPerSecond }: HttpApiProps<Name>['settings']): HttpStage {
    return new HttpStage(this, 'Stage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      // For everybody together, and so high that a project meets its own limit first: the gateway's 429 of an HTTP API
      // can be given neither a problem's body nor Retry-After.
      throttle: { rateLimit: apiRequestsPerSecond, burstLimit: apiRequestsPerSecond },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', {
            retention: RetentionDays.ONE_MONTH,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
      },
    });
  }
}
