/**
 * The one place where neutral and plain names change into each other: at the edge, by the schema of what comes in or goes
 * out. Only what the schema knows is renamed, so what clients keep with us, such as metadata, stays as it is.
 */
import type * as z from 'zod';
import { type Naming, nameIn } from '../domain/access/plain-names.ts';
import { ValidationError } from '../domain/errors.ts';
import { isRecord } from '../domain/json.ts';

type Path = readonly (string | number)[];
type Schemas = z.core.$ZodTypes;

interface Renaming {
  readonly to: Naming;
  /** Told of each name that was changed. */
  readonly onChange: () => void;
}

/** The name that a schema knows a member by; the given one where it knows none. */
const known = (name: string, names: object, to: Naming): string => {
  // On the way out the schema's own names are neutral: whatever it knows is called differently outside.
  if (to === 'plain') return (Object.hasOwn(names, name) && nameIn('plain', name)) || name;
  const neutral = Object.hasOwn(names, name) ? undefined : nameIn('neutral', name);
  return neutral !== undefined && Object.hasOwn(names, neutral) ? neutral : name;
};

const renamedObject = (
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  renaming: Renaming,
): unknown =>
  Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const name = known(given, shape, renaming.to);
      if (name !== given) {
        renaming.onChange();
        if (Object.hasOwn(value, name)) {
          throw new ValidationError({
            [[...path, given].join('.')]: ['is there by its other name, too: leave one of them out'],
          });
        }
      }
      const neutral = renaming.to === 'neutral' ? name : given;
      const inner = Object.hasOwn(shape, neutral) ? shape[neutral] : undefined;
      return [name, inner ? renamed(inner, member, [...path, given], renaming) : member];
    }),
  );

const renamed = (schema: z.core.$ZodType, value: unknown, path: Path, renaming: Renaming): unknown => {
  const { def } = (schema as Schemas)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) ? renamedObject(def.shape, value, path, renaming) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item, i) => renamed(def.element, item, [...path, i], renaming)) : value;
    case 'enum': {
      const name = typeof value === 'string' ? known(value, def.entries, renaming.to) : value;
      if (name !== value) renaming.onChange();
      return name;
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return renamed(def.innerType, value, path, renaming);
    case 'pipe':
      return renamed(def.in, value, path, renaming);
    case 'union':
      return def.options.reduce((so_far: unknown, option) => renamed(option, so_far, path, renaming), value);
    default:
      return value;
  }
};

/**
 * What came in, in neutral names, and whether plain ones were among it.
 * @throws ValidationError where something is there by both of its names
 */
export const inNeutralNames = (
  schema: z.ZodType,
  value: unknown,
): { readonly value: unknown; readonly wasPlain: boolean } => {
  let wasPlain = false;
  const onChange = (): void => {
    wasPlain = true;
  };
  return { value: renamed(schema, value, [], { to: 'neutral', onChange }), wasPlain };
};

/** What goes out, in plain names. */
export const inPlainNames = (schema: z.ZodType, value: unknown): unknown =>
  renamed(schema, value, [], { to: 'plain', onChange: () => undefined });

/** A path as plain names have it. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .map((part) => nameIn('plain', part) ?? part)
    .join('/');
