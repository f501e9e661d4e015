/** That part of what came which is right, where another one is not: only refusals need it. */
import type * as z from 'zod';
import type { RightPart } from '../domain/right-part.ts';

type Schemas = z.core.$ZodTypes;

const rightMembersOf = (shape: Readonly<Record<string, z.core.$ZodType>>, value: object): object => {
  const given = new Map(Object.entries(value));
  const right = Object.entries(shape).flatMap(([name, member]) => {
    const part = given.has(name) ? rightIn(member, given.get(name)) : undefined;
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(right);
};

const rightIn = (schema: z.core.$ZodType, value: unknown): unknown => {
  const parsed = (schema as z.ZodType).safeParse(value);
  if (parsed.success) return parsed.data;
  const { def } = (schema as Schemas)._zod;
  switch (def.type) {
    case 'object':
      return typeof value === 'object' && value !== null ? rightMembersOf(def.shape, value) : undefined;
    case 'array':
      return Array.isArray(value) ? value.map((item) => rightIn(def.element, item)) : undefined;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return rightIn(def.innerType, value);
    default:
      return undefined;
  }
};

/** What is right in itself, as the schema has it, whatever is wrong beside it. */
export const rightPartOf = <S extends z.ZodType>(schema: S, value: unknown): RightPart<z.output<S>> | undefined =>
  rightIn(schema, value) as RightPart<z.output<S>> | undefined;
