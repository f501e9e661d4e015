/** The `paths` part of the document: one operation per route. */
import { idPrefixes } from '../../domain/ids.ts';
import { type ProblemCode, problem, problemCodeNames, problemCodes, titles } from '../problem.ts';
import type { Route } from '../routes/route.ts';
import { type RouteName, routeNames, routes } from '../routes.ts';
import { curlOf } from './curl.ts';
import { type JsonSchemas, parametersOf, type Way } from './json-schema.ts';
import { problemDocs } from './problem-docs.ts';
import type { RouteDocs } from './route-docs/docs-of-route.ts';
import { parameterMeanings, routeDocs } from './route-docs.ts';
import { sampleBot } from './samples.ts';

type Schemas = { readonly [W in Way]: Pick<JsonSchemas[W], 'refOf'> };

const mapped = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

const hasId = ({ path }: Route): boolean => path.includes('{object_id}');

/** Every problem that a route may answer with: those of its shape, and its own. */
const problemsOf = (route: Route, own: readonly ProblemCode[] = []): ProblemCode[] => {
  const possible: Partial<Record<ProblemCode, boolean>> = {
    // Unknown parameters are refused too, so that every route has these.
    invalid_input: true,
    invalid_cursor: parametersOf(route.query).some((parameter) => parameter.name === 'cursor'),
    not_authenticated: route.caller === 'key',
    invalid_token: route.caller === 'key',
    not_found: hasId(route),
    body_too_large: route.body !== undefined,
    unsupported_media_type: route.body !== undefined,
    internal: true,
  };
  return problemCodeNames.filter(
    (code) => possible[code] || own.includes(code) || (problemCodes[code] as number) === 429,
  );
};

const docsOf = (name: RouteName): RouteDocs => routeDocs[name] as RouteDocs;

/** The example of a problem, by its code, for those that some route may answer with; components of the document. */
export const problemExamples = () =>
  Object.fromEntries(
    [...new Set(routeNames.flatMap((name) => problemsOf(routes[name], docsOf(name).refusals)))].map((code) => {
      const detail = problemDocs[code].example;
      const [field = '', message = ''] = detail.split(': ');
      const more =
        code === 'invalid_input'
          ? { errors: { [field]: [message] } }
          : code === 'internal'
            ? { request_id: 'Kx2vNjE3oAMEPQA=' }
            : {};
      return [code, { summary: code, description: problemDocs[code].meaning, value: problem(code, detail, more) }];
    }),
  );

/** What a refusal says in its headers, by status. */
const headersOf: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { description: 'Always `Token`.', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'When to try again, in seconds from now.', schema: { type: 'integer' } } },
};

const refusals = (route: Route, own: readonly ProblemCode[] | undefined) =>
  Object.fromEntries(
    [...Map.groupBy(problemsOf(route, own), (code) => problemCodes[code])].map(([status, codes]) => [
      String(status),
      {
        description: `${titles[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        ...(headersOf[status] && { headers: headersOf[status] }),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );

const parametersIn = (route: Route) => {
  const inPath = hasId(route) ? [{ $ref: `#/components/parameters/${route.of}_id` }] : [];
  const inQuery = parametersOf(route.query).map(({ name, required, schema }) => ({
    name,
    in: 'query',
    required,
    description: parameterMeanings[name as keyof typeof parameterMeanings],
    schema,
  }));
  return inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {};
};

/** The operation of a route. */
export const operationOf = (name: string, route: Route, docs: RouteDocs, { sent, answered }: Schemas) => {
  const { tag, summary, description, examples, refusals: own } = docs;
  const successDescription = { 200: 'Done.', 201: 'Created.' }[route.success];
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    ...(route.caller === 'nobody' && { security: [] }),
    ...parametersIn(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: sent.refOf(route.body),
            examples: mapped(examples, ({ summary, body }) => ({ summary, value: body })),
          },
        },
      },
    }),
    responses: {
      [route.success]: {
        description: route.response ? successDescription : `${successDescription} The body is empty.`,
        ...(route.response && {
          content: {
            'application/json': {
              schema: answered.refOf(route.response),
              examples: mapped(examples, ({ summary, response }) => ({ summary, value: response })),
            },
            ...Object.fromEntries((route.texts ?? []).map((type) => [type, { schema: { type: 'string' } }])),
          },
        }),
      },
      ...refusals(route, own),
    },
    'x-codeSamples': Object.values(examples).map((example) => ({
      lang: 'Shell',
      label: example.summary,
      source: curlOf(route, example),
    })),
  };
};

/** The ids in paths, by the kind of thing that they name. */
export const idParameters = (all: readonly Route[]) =>
  Object.fromEntries(
    all.filter(hasId).map(({ of }) => [
      `${of}_id`,
      {
        name: 'object_id',
        in: 'path',
        required: true,
        description: `The id of the ${of.replaceAll('_', ' ')}.`,
        schema: { type: 'string' },
        example: `${idPrefixes[of]}${sampleBot.id.slice(idPrefixes.bot.length)}`,
      },
    ]),
  );

/** Every path with its operations. */
export const pathsOf = (schemas: Schemas): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of routeNames) {
    const { method, path } = routes[name];
    const operation = operationOf(name, routes[name], docsOf(name), schemas);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
};
