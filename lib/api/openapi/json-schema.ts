/** JSON Schema for OpenAPI out of zod: named schemas become components and are referred to, never copied. */
import * as z from 'zod';
import { isRecord } from '../../domain/json.ts';

export type JsonSchema = { [keyword: string]: unknown } & {
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** A named schema with what its reader should know. */
export interface Described {
  readonly schema: z.ZodType;
  readonly description: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** What a check of the schema means in words of JSON Schema. */
  readonly more?: JsonSchema;
}

/** An object, with a sentence for each of its fields; the compiler finds the missing one. */
export const described = <T extends z.ZodObject>(
  schema: T,
  description: string,
  fields: Readonly<Record<keyof T['shape'] & string, string>>,
): Described => ({ schema, description, fields });

/** Anything else that has a name. */
export const named = (schema: z.ZodType, description: string): Described => ({ schema, description });

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** `T or null` as readers and generators like it best: one type that may be null. */
const nullable = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [{ enum: values, type, ...other }] = anyOf as [JsonSchema];
  if (typeof type !== 'string') return schema;
  return { ...rest, ...other, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
};

/** Leaves out what says nothing to a reader: patterns of formats that have a name, and that names are strings. */
const tidied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidied);
  if (!isRecord(value)) return value;
  const { $schema, $id, ...kept } = value;
  if (kept.format !== undefined) delete kept.pattern;
  if (kept.contentEncoding === kept.format) delete kept.format;
  if (isRecord(kept.propertyNames) && Object.keys(kept.propertyNames).join() === 'type') delete kept.propertyNames;
  return nullable(Object.fromEntries(Object.entries(kept).map(([key, inner]) => [key, tidied(inner)])));
};

const explained = (schema: JsonSchema, { description, fields = {} }: Described): JsonSchema => ({
  description,
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        { description: fields[name] ?? '', ...property },
      ]),
    ),
  }),
});

/** With the names that zod puts beside a schema in the place of the document's. */
const referred = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(referred);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', refTo('')) : referred(inner),
    ]),
  );
};

/** Whether something is described as clients send it, before defaults are filled in, or as they are answered. */
export type Way = 'sent' | 'answered';

/** What is added to an answer breaks nobody, so no answer is told to be all that there may be; and nothing in it is filled in. */
const open = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(open);
  if (!isRecord(value)) return value;
  const { default: _, ...kept } = value;
  if (kept.additionalProperties === false) delete kept.additionalProperties;
  return Object.fromEntries(Object.entries(kept).map(([key, inner]) => [key, open(inner)]));
};

const ways = {
  sent: { io: 'input', finish: tidied },
  answered: { io: 'output', finish: (made: unknown) => tidied(open(made)) },
} as const;

/** What named schemas of one way make of themselves and of schemas that use them. */
const jsonSchemasOf = (way: Way, named: Readonly<Record<string, Described>>) => {
  const { io, finish } = ways[way];
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io });
  return {
    components: Object.fromEntries(
      Object.entries(named).map(([name, component]) => {
        const made = explained(finish(schemas[name]) as JsonSchema, component);
        return [name, { ...made, ...component.more }];
      }),
    ),
    /** A schema that has no name itself; what has one in it is referred to. */
    schemaOf: (schema: z.ZodType): JsonSchema => {
      const { $defs: _, ...made } = z.toJSONSchema(schema, { io, metadata: registry });
      return finish(referred(made)) as JsonSchema;
    },
    /** A reference to a named schema, or to an array of it. @throws when it has no name */
    refOf: (schema: z.ZodType): JsonSchema => {
      if (schema instanceof z.ZodArray) {
        return { type: 'array', items: { $ref: refTo(registry.get(schema.element as z.ZodType)?.id ?? '') } };
      }
      const id = registry.get(schema)?.id;
      if (!id) throw new Error('a body without a name: give it one in lib/api/openapi/requests.ts or answers.ts');
      return { $ref: refTo(id) };
    },
  };
};

/** The same of everything that is sent and answered. */
export const jsonSchemas = (named: Readonly<Record<Way, Readonly<Record<string, Described>>>>) => {
  const sent = jsonSchemasOf('sent', named.sent);
  const answered = jsonSchemasOf('answered', named.answered);
  // What is sent stands first, and of a name that stands on both sides it is that.
  return { components: { ...sent.components, ...answered.components, ...sent.components }, sent, answered };
};
export type JsonSchemas = ReturnType<typeof jsonSchemas>;

/** The schema of each parameter of a query, and whether it must be there. */
export const parametersOf = (query: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] => {
  const { properties = {}, required = [] } = tidied(z.toJSONSchema(query, { io: 'input' })) as JsonSchema;
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
};
