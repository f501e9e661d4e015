import { Construct } from 'constructs';

import { fallbackHandler, pathsOf } from '../../api/endpoints.ts';
import { type HookHandler, hookHandlers, hooks } from '../../api/hook-routes.ts';
import { dashboardHandler, dashboardPages } from '../../api/page-routes.ts';
import { publicHandler, publicRoutes } from '../../api/public-routes.ts';
import { type DashboardGroup, dashboardGroupNames, dashboardGroups, groupHandler } from '../../api/routes/dashboard.ts';
import type { Route } from '../../api/routes/route.ts';
import { routeHandler } from '../../api/routes.ts';
import { ssoGroup, ssoRoutes } from '../../api/sso-routes.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { countLines } from '../operations/count-lines.ts';
import type { Provision } from '../permissions/provision.ts';
import { SharedIdentity } from '../permissions/shared-identity.ts';
import type { Settings } from '../settings.ts';
import type { Answerer, Way } from './gateway.ts';
import { httpGateway } from './http-gateway.ts';
import { restGateway, restStage } from './rest-gateway.ts';

export interface HttpApiProps<Name extends string> {
  readonly routes: Readonly<Record<Name, Route>>;
  readonly needsOf: (route: Name) => readonly Provision[];
  /** Of the function that answers the dashboard's pages. */
  readonly pageNeeds: readonly Provision[];
  /** Of the functions that answer the dashboard. */
  readonly dashboardNeeds: Readonly<Record<DashboardGroup, readonly Provision[]>>;
  /** Of the functions that hear what platforms tell. */
  readonly hookNeeds: Readonly<Record<HookHandler, readonly Provision[]>>;
  readonly settings: Pick<
    Settings,
    'apiRequestsPerSecond' | 'domainName' | 'certificateArn' | 'hostedZoneId' | 'freeEmulator' | 'emulatorUrl'
  >;
}

const withCapital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

// Memory buys CPU: with 512 MiB a cold start takes half as long, for the same price.
const memoryMiB = 512;

/** Emulators serve each API below an address of theirs, by its id and stage. */
const addressOn = (emulator: string | undefined, isRest: boolean): Record<string, string> =>
  emulator === undefined
    ? {}
    : { BASE_URL: `${emulator}/_aws/execute-api/{api_id}/${isRest ? restStage : '$default'}` };

/**
 * Where browsers find an HTTP API of an emulator: at a name of its own, whose cookies are those of the dashboard there.
 * Programs hardly find that name: to them it is the address above.
 */
const browsedOn = (emulator: string | undefined, isRest: boolean): Record<string, string> => {
  if (emulator === undefined || isRest) return addressOn(emulator, isRest);
  const { protocol, host } = new URL(emulator);
  return { BASE_URL: `${protocol}//{api_id}.execute-api.${host}` };
};

/**
 * The API: one function per route of the route table, one per group of the dashboard's own routes, one for what is
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
  readonly #isRest: boolean;
  /** What functions are told of it where no domain leads to it. */
  readonly #address: Provision;

  constructor(
    scope: Construct,
    id: string,
    { routes, needsOf, pageNeeds, dashboardNeeds, hookNeeds, settings }: HttpApiProps<Name>,
  ) {
    super(scope, id);
    this.#identity = new SharedIdentity(this, 'Functions');
    countLines(this, 'LeftOut', {
      log: this.#identity.logGroup,
      messages: [countedLines.leftOut],
      metric: 'ItemsLeftOut',
    });
    this.#isRest = settings.freeEmulator !== undefined;
    this.#address = { environment: addressOn(settings.emulatorUrl, this.#isRest) };
    const signInAddress = { environment: browsedOn(settings.emulatorUrl, this.#isRest) };
    const fallback = this.#answerer('NoSuchRoute', 'Pages', fallbackHandler, []);
    const ways: Way[] = [];
    for (const name of Object.keys(routes) as Name[]) {
      const { method, path, of }: Route = routes[name];
      const to = this.#answerer(withCapital(name), withCapital(of), routeHandler(name, { of }), needsOf(name));
      for (const one of pathsOf(path)) ways.push({ method, path: one, to });
    }
    const reference = this.#answerer('Reference', 'Pages', publicHandler, []);
    for (const path of Object.values(publicRoutes)) ways.push({ method: 'GET', path, to: reference });
    const pages = this.#answerer('Dashboard', 'Pages', dashboardHandler, pageNeeds);
    for (const path of Object.values(dashboardPages)) ways.push({ method: 'GET', path, to: pages });
    for (const group of dashboardGroupNames) {
      const id = `Dashboard${withCapital(group)}`;
      const address = group === ssoGroup ? signInAddress : this.#address;
      const to = this.#answerer(id, 'Dashboard', groupHandler(group), dashboardNeeds[group], address);
      const own = Object.values<Route>(dashboardGroups[group]);
      const all = group === ssoGroup ? [...own, ...Object.values<Route>(ssoRoutes)] : own;
      for (const { method, path } of all) ways.push({ method, path, to });
    }
    for (const hears of hookHandlers) {
      const id = `Hear${withCapital(hears.replace(/\/.*/, ''))}`;
      const to = this.#answerer(id, 'Hooks', hears, hookNeeds[hears]);
      for (const { path, handler } of hooks) if (handler === hears) ways.push({ method: 'POST', path, to });
    }
    const gateway = this.#isRest ? restGateway(this, ways, fallback) : httpGateway(this, ways, fallback, settings);
    this.apiId = gateway.apiId;
    this.url = gateway.url;
  }

  /** A function of the API. */
  #answerer(id: string, room: string, entry: string, needs: readonly Provision[], address = this.#address): Answerer {
    const identity = this.#identity.of(needs);
    const called = new ServiceFunction(this, id, {
      ...{ entry, memoryMiB, identity, isBehindRest: this.#isRest },
      needs: [...needs, address],
    });
    return { id, room, called };
  }
}
