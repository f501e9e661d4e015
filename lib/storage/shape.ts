import * as z from 'zod';

const withoutLimits = (schema: z.core.$ZodType): z.ZodType => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, withoutLimits(field)])),
      );
    case 'array':
      return z.array(withoutLimits(def.element));
    case 'record':
      return z.record(z.string(), withoutLimits(def.valueType));
    case 'union':
      return z.union(def.options.map(withoutLimits));
    case 'nullable':
      return withoutLimits(def.innerType).nullable();
    case 'default':
      return withoutLimits(def.innerType).default(def.defaultValue);
    case 'optional':
      return schema instanceof z.ZodExactOptional
        ? withoutLimits(def.innerType).exactOptional()
        : withoutLimits(def.innerType).optional();
    default:
      return schema as z.ZodType;
  }
};

/**
 * What a schema accepts without its limits, to read by it what is stored. What clients may send becomes stricter with
 * time, and what they were allowed to send before must stay readable: so lengths, ranges, formats and refinements are
 * left out, and a field that is not known is dropped. Types, choices, and defaults for missing fields stay.
 */
export const shapeOf = <T>(schema: z.ZodType<T>): z.ZodType<T> => withoutLimits(schema) as z.ZodType<T>;
