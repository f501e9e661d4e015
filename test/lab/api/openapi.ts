/** The committed OpenAPI document, and JSON Schema over it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Content {
  readonly schema: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown; $ref?: string }>>;
}
type Body = { readonly content?: Readonly<Record<string, Content>> };
export interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly parameters?: readonly { readonly $ref?: string; readonly description?: string }[];
  readonly 'x-dashboard'?: true;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

interface Component {
  readonly description?: string;
  readonly properties?: object;
  readonly required?: readonly string[];
}

export const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Component>>;
    readonly examples: Readonly<Record<string, { readonly value: { readonly code: string; readonly status: number } }>>;
  };
};

const everyOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);
/** What programs are promised, and what only the dashboard's pages call. */
export const operations = everyOperation.filter((operation) => !operation['x-dashboard']);
export const dashboardOperations = everyOperation.filter((operation) => operation['x-dashboard']);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi.json');

const absolute = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === '$ref' ? `openapi.json${inner}` : absolute(inner)]),
  );
};

/** What is wrong with a value by a schema of the document; empty when it fits. */
export const faultsIn = (value: unknown, schema: object): string[] => {
  const validate = ajv.compile(absolute(schema) as object);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};
