/** What Google says of its Calendar API by machine: the discovery document (description/README.md tells where it comes from). */
import { readFileSync } from 'node:fs';
import type { Asked } from '../host/exchange.ts';

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

interface Parameter extends Schema {
  readonly location: 'path' | 'query';
  readonly required?: boolean;
  readonly repeated?: boolean;
  readonly minimum?: string;
  readonly maximum?: string;
}

export interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly scopes: readonly string[];
}

interface Discovery {
  readonly revision: string;
  readonly basePath: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly resources: Readonly<Record<string, { readonly methods: Readonly<Record<string, Method>> }>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

const discovery = JSON.parse(
  readFileSync(new URL('./description/calendar.v3.json', import.meta.url), 'utf8'),
) as Discovery;

const segments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const isVariable = (segment: string): boolean => /^\{.*\}$/.test(segment);

const routes = Object.values(discovery.resources)
  .flatMap(({ methods }) => Object.values(methods))
  .map((method) => ({ method, template: [...segments(discovery.basePath), ...segments(method.path)] }));

export interface Call {
  readonly method: Method;
  /** Variables of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

/** The method of the API that a request calls, if there is one. */
export const callOf = ({ method: verb, url }: Asked): Call | undefined => {
  const given = segments(url.pathname);
  const route = routes.find(
    ({ method, template }) =>
      method.httpMethod === verb &&
      template.length === given.length &&
      template.every((segment, i) => isVariable(segment) || segment === given[i]),
  );
  if (!route) return undefined;
  const variables = route.template.flatMap((segment, i) =>
    isVariable(segment) ? [[segment.slice(1, -1), decodeURIComponent(given[i] ?? '')] as const] : [],
  );
  return { method: route.method, path: Object.fromEntries(variables) };
};

export const schemaOf = (name: string): Schema => {
  const schema = discovery.schemas[name];
  if (!schema) throw new Error(`Google describes no ${name}`);
  return schema;
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  // 64 bits do not fit into a number of JSON, so they are strings.
  int64: (text) => /^-?\d+$/.test(text),
};

const scalarAgainst = (schema: Schema, value: unknown): string | undefined => {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return 'is not a string';
      if (schema.enum && !schema.enum.includes(value)) return `is none of ${schema.enum.join(', ')}: ${value}`;
      return (formats[schema.format ?? ''] ?? (() => true))(value) ? undefined : `is not a ${schema.format}: ${value}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is not true or false';
    case 'integer':
      return Number.isInteger(value) ? undefined : 'is not a whole number';
    case 'number':
      return typeof value === 'number' ? undefined : 'is not a number';
    default:
      return undefined;
  }
};

/** What a schema has against a value: fields that it does not name, and types. It calls no field of an answer required. */
export const againstSchema = (schema: Schema, value: unknown, at: string): string[] => {
  if (schema.$ref) return againstSchema(schemaOf(schema.$ref), value, at);
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    return value.flatMap((item, i) => againstSchema(schema.items ?? {}, item, `${at}[${i}]`));
  }
  if (schema.type !== 'object') {
    const objection = scalarAgainst(schema, value);
    return objection ? [`${at} ${objection}`] : [];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is not an object`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = schema.properties?.[name] ?? schema.additionalProperties;
    return property ? againstSchema(property, inner, `${at}.${name}`) : [`${at} has no field ${name}`];
  });
};

const ofQuery = (parameter: Parameter, text: string): unknown => {
  if (parameter.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (parameter.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  return text;
};

const valueAgainst = (name: string, parameter: Parameter, text: string): string[] => {
  const objection = scalarAgainst(parameter, ofQuery(parameter, text));
  if (objection) return [`parameter ${name} ${objection}`];
  if (parameter.minimum !== undefined && Number(text) < Number(parameter.minimum))
    return [`parameter ${name} is too small`];
  if (parameter.maximum !== undefined && Number(text) > Number(parameter.maximum))
    return [`parameter ${name} is too large`];
  return [];
};

/** What the description has against the parameters of a call. */
export const againstParameters = ({ method }: Call, query: URLSearchParams): string[] => {
  const known: Readonly<Record<string, Parameter>> = { ...discovery.parameters, ...method.parameters };
  const found = [...new Set(query.keys())].flatMap((name) => {
    const parameter = known[name];
    if (parameter?.location !== 'query') return [`${method.id} has no parameter ${name}`];
    const values = query.getAll(name);
    if (values.length > 1 && !parameter.repeated) return [`parameter ${name} is given ${values.length} times`];
    return values.flatMap((value) => valueAgainst(name, parameter, value));
  });
  const missing = Object.entries(known).filter(
    ([name, { location, required }]) => required && location === 'query' && !query.has(name),
  );
  return [...found, ...missing.map(([name]) => `parameter ${name} is missing`)];
};
