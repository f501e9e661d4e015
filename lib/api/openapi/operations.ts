/** The `paths` part of the document: one operation per route. */
import { type ProblemCode, problem, problemCodeNames, problemCodes, titles } from '../problem.ts';
import { type Route, type RouteName, routeNames, routes } from '../routes.ts';
import { curlOf } from './curl.ts';
import { type jsonSchemas, parametersOf } from './json-schema.ts';
import { problemDocs } from './problem-docs.ts';
import { parameterMeanings, type RouteDocs, routeDocs } from './route-docs.ts';

type Schemas = Pick<ReturnType<typeof jsonSchemas>, 'refOf'>;

const mapped = <T, R>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** Every problem that a route may answer with: those of its shape, and its own. */
export const problemsOf = (name: RouteName): ProblemCode[] => {
  const route: Route = routes[name];
  const possible: Partial<Record<ProblemCode, boolean>> = {
    // Unknown parameters are refused too, so that every route has these.
    invalid_input: true,
    invalid_cursor: parametersOf(route.query).some((parameter) => parameter.name === 'cursor'),
    not_authenticated: true,
    invalid_token: true,
    not_found: route.path.includes('{'),
    body_too_large: route.body !== undefined,
    unsupported_media_type: route.body !== undefined,
    internal: true,
  };
  const own = (routeDocs[name] as RouteDocs).refusals ?? [];
  return problemCodeNames.filter(
    (code) => possible[code] || own.includes(code) || (problemCodes[code] as number) === 429,
  );
};

/** The example of a problem, by its code, for those that some route may answer with; components of the document. */
export const problemExamples = () =>
  Object.fromEntries(
    [...new Set(routeNames.flatMap(problemsOf))].map((code) => {
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

const refusals = (name: RouteName) =>
  Object.fromEntries(
    [...Map.groupBy(problemsOf(name), (code) => problemCodes[code])].map(([status, codes]) => [
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
  const inPath = route.path.includes('{') ? [{ $ref: '#/components/parameters/object_id' }] : [];
  const inQuery = parametersOf(route.query).map(({ name, required, schema }) => ({
    name,
    in: 'query',
    required,
    description: parameterMeanings[name as keyof typeof parameterMeanings],
    schema,
  }));
  return inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {};
};

const operationOf = (name: RouteName, { refOf }: Schemas) => {
  const route: Route = routes[name];
  const { tag, description, examples }: RouteDocs = routeDocs[name] as RouteDocs;
  const successDescription = { 200: 'Done.', 201: 'Created.' }[route.success];
  return {
    operationId: name,
    summary: route.summary,
    description,
    tags: [tag],
    ...parametersIn(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refOf(route.body),
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
              schema: refOf(route.response),
              examples: mapped(examples, ({ summary, response }) => ({ summary, value: response })),
            },
          },
        }),
      },
      ...refusals(name),
    },
    'x-codeSamples': Object.values(examples).map((example) => ({
      lang: 'Shell',
      label: example.summary,
      source: curlOf(route, example),
    })),
  };
};

/** Every path with its operations. */
export const pathsOf = (schemas: Schemas): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of routeNames) {
    const { method, path } = routes[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, schemas) };
  }
  return paths;
};
