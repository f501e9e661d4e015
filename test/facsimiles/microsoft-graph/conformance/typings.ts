/**
 * What Microsoft says of Graph's resources by machine: the interfaces of @microsoft/microsoft-graph-types, generated from
 * Graph's metadata. tsc checks with them what the facsimile builds; here the very same file checks what comes and goes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Resource {
  readonly base?: string;
  /** The type of each property, as it is written. */
  readonly properties: ReadonlyMap<string, string>;
}

const file = fileURLToPath(import.meta.resolve('@microsoft/microsoft-graph-types/microsoft-graph.d.ts'));

/** The part of Graph itself; namespaces of single services follow it. */
const declarations = readFileSync(file, 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/^\s*\/\/.*$/gm, '')
  .split(/^export namespace /m)[0] as string;

const resources = new Map<string, Resource>(
  [...declarations.matchAll(/^export interface (\w+)(?: extends (\w+))? \{([^}]*)\}/gm)].map(
    ([, name = '', base, body = '']) => {
      const properties = [...body.matchAll(/^\s*(\w+)\??: ([^;]+);/gm)].map(
        ([, key = '', type = '']) => [key, type] as const,
      );
      return [name, { ...(base && { base }), properties: new Map(properties) }];
    },
  ),
);

const enumerations = new Map<string, readonly string[]>(
  [...declarations.matchAll(/^export type (\w+) =([^;]*);/gm)].map(([, name = '', values = '']) => [
    name,
    [...values.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value),
  ]),
);

/** The type of a property of a resource, or of what that one extends. */
const propertyOf = (resource: string, property: string): string | undefined => {
  const { base, properties } = resources.get(resource) ?? { properties: new Map<string, string>() };
  return properties.get(property) ?? (base ? propertyOf(base, property) : undefined);
};

export const hasProperty = (resource: string, property: string): boolean =>
  propertyOf(resource, property) !== undefined;

/** Annotations of OData, such as `@odata.etag`, may stand beside every property (OData JSON 4.0, 4.5). */
const isAnnotation = (name: string): boolean => /@odata\.\w+$/.test(name);

/** «The content of this property depends on the type of resource being subscribed to.» */
const openResources = new Set(['ResourceData']);

const againstResource = (resource: string, value: unknown, at: string): string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is not an object`];
  if (openResources.has(resource)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isAnnotation(name)) return [];
    const type = propertyOf(resource, name);
    return type === undefined ? [`${at} has no property ${name}`] : againstType(type, inner, `${at}.${name}`);
  });
};

/** What a type, as it is written in the declarations, has against a value. It calls no property required. */
export const againstType = (type: string, value: unknown, at: string): string[] => {
  const nullable = /^NullableOption<(.*)>$/.exec(type)?.[1];
  if (nullable) return value === null ? [] : againstType(nullable, value, at);
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    return value.flatMap((item, i) => againstType(type.slice(0, -2), item, `${at}[${i}]`));
  }
  if (type === 'string' || type === 'number' || type === 'boolean') {
    return typeof value === type ? [] : [`${at} is not a ${type}`];
  }
  const values = enumerations.get(type);
  if (values) return values.includes(String(value)) ? [] : [`${at} is none of ${values.join(', ')}: ${value}`];
  if (resources.has(type)) return againstResource(type, value, at);
  throw new Error(`${at} has a type that the typings do not declare: ${type}`);
};
