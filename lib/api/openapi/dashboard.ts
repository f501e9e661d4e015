/** The dashboard's own routes in the OpenAPI document: a part of their own at its end, which generated clients leave out. */
import type { ProblemCode } from '../problem.ts';
import { dashboardProblemCodes, problemCodes, titles } from '../problem.ts';
import { dashboardRoutes } from '../routes/dashboard.ts';
import { leastRoleFor, type Route } from '../routes/route.ts';
import { type DashboardRouteName, dashboardDocs, dashboardParameters } from './dashboard-docs.ts';
import { type JsonSchemas, parametersOf, type Way } from './json-schema.ts';

type Schemas = { readonly [W in Way]: Pick<JsonSchemas[W], 'schemaOf'> };

export const dashboardTag = {
  name: 'Dashboard',
  description:
    'What the pages at `/dashboard` need besides the interface above. No API key opens any of it, and no client is promised that it stays: people who are signed in call it by their pages.',
} as const;

export const sessionScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-session',
  description:
    'Somebody who is signed in to the dashboard; over plain http it is called `session`, and where the address has a port it ends with that: `session-8080`. It is answered to pages of the same origin alone.',
} as const;

const names = Object.keys(dashboardRoutes) as DashboardRouteName[];
const hasId = ({ path }: Route): boolean => path.includes('{object_id}');

/** Who may call, by the kind of caller: any of these will do, and `{}` is nothing. */
const security: Record<(typeof dashboardRoutes)[DashboardRouteName]['caller'], readonly object[]> = {
  session: [{ Session: [] }],
  anybody: [{ Session: [] }, {}],
  nobody: [],
};

/** The codes that a route may be refused with, by its shape. */
const refusalsOf = (route: Route, own: readonly (keyof typeof ownCodes)[]): ReadonlyMap<number, readonly string[]> => {
  const isOfPeople = route.caller === 'session';
  const codes: readonly (readonly [ProblemCode, boolean])[] = [
    ['invalid_input', true],
    ['not_authenticated', isOfPeople],
    ['forbidden', isOfPeople],
    ['not_found', hasId(route)],
    ['body_too_large', route.body !== undefined],
    ['unsupported_media_type', route.body !== undefined],
    ['too_many_requests', true],
    ['internal', true],
  ];
  const all = codes.flatMap(([code, is]): [number, string][] => (is ? [[problemCodes[code], code]] : []));
  const more = own.map((code): [number, string] => [ownCodes[code], code]);
  const byStatus = Map.groupBy([...all, ...more], ([status]) => status);
  return new Map([...byStatus].map(([status, pairs]) => [status, pairs.map(([, code]) => code)]));
};
const { invalid_token, forbidden, not_found } = problemCodes;
/** Codes that some route has besides those of its shape. */
const ownCodes = { ...dashboardProblemCodes, invalid_token, forbidden, not_found } as const;

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const json = (schema: object) => ({ 'application/json': { schema } });

const operationOf = (name: DashboardRouteName, { sent, answered }: Schemas) => {
  const route: Route = dashboardRoutes[name];
  const { summary, description, refusals = [] } = dashboardDocs[name];
  const parameters = [
    ...(hasId(route) ? [{ $ref: `#/components/parameters/${route.of}_id` }] : []),
    ...parametersOf(route.query).map(({ name, required, schema }) => ({
      ...{ name, in: 'query', required, schema },
      description: dashboardParameters[name as keyof typeof dashboardParameters],
    })),
  ];
  const done = route.success === 201 ? 'Created.' : 'Done.';
  const role = route.caller === 'session' ? `Takes the role \`${leastRoleFor(route)}\`.` : 'For whoever comes.';
  return {
    operationId: name,
    summary,
    description: description === undefined ? role : `${description} ${role}`,
    tags: [dashboardTag.name],
    'x-dashboard': true,
    security: security[dashboardRoutes[name].caller],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: json(sent.schemaOf(route.body)) } }),
    responses: {
      [route.success]: {
        description: route.response ? done : `${done} The body is empty.`,
        ...(route.response && { content: json(answered.schemaOf(route.response)) }),
      },
      ...Object.fromEntries(
        [...refusalsOf(route, refusals)].map(([status, codes]) => [
          String(status),
          {
            description: `${titles[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
            content: problem,
          },
        ]),
      ),
    },
  };
};

/** Their paths with their operations. */
export const dashboardPaths = (schemas: Schemas): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const { method, path } = dashboardRoutes[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, schemas) };
  }
  return paths;
};
