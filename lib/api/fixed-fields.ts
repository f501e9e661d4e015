/** Fields of a thing that a change of it does not take: they are known, so what is said of them is why, or what does. */
import type * as z from 'zod';
import { nameIn } from '../domain/access/plain-names.ts';

const fixed = new WeakMap<z.core.$ZodType, ReadonlyMap<string, string>>();

/** What is wrong with such a field, as a sentence whose subject it is; undefined for every other one. */
export const fixedFault = (schema: z.core.$ZodType, field: string): string | undefined => fixed.get(schema)?.get(field);

/** The schema of a change, which refuses in words what only the creation takes. `elsewhere` names what changes a field. */
export const changing = <T extends z.ZodObject>(
  change: T,
  created: z.ZodObject,
  elsewhere: Readonly<Record<string, string>>,
): T => {
  const names = Object.keys(created.shape).filter((name) => !Object.hasOwn(change.shape, name));
  const sentenceOf = (name: string): string =>
    Object.hasOwn(elsewhere, name) ? `is changed by ${elsewhere[name]}` : 'cannot be changed after creation';
  const sentences = names.flatMap((name): [string, string][] =>
    [name, nameIn('plain', name) ?? name].map((called) => [called, sentenceOf(name)]),
  );
  fixed.set(change, new Map(sentences));
  return change;
};
