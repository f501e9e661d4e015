/** Which fields a schema knows, for whoever wrote another one. */
import type * as z from 'zod';

/** Goes through what a schema is wrapped in, and by a path into it. */
export const knownFields = (schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [field, ...rest] = path;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return knownFields(def.innerType, path);
    case 'pipe':
      return [def.in, def.out].flatMap((side) => knownFields(side, path));
    case 'union':
      return def.options.flatMap((option) => knownFields(option, path));
    case 'array':
      return knownFields(def.element, rest);
    case 'object': {
      if (field === undefined) return Object.keys(def.shape);
      const inner = Object.entries(def.shape).find(([name]) => name === field)?.[1];
      return inner ? knownFields(inner, rest) : [];
    }
    default:
      return [];
  }
};
