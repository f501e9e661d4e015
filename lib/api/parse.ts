/** From what came over the wire to what the schemas promise; every refusal names the field and what to change. */
import type * as z from 'zod';
import { ValidationError } from '../domain/errors.ts';

type Issue = z.core.$ZodIssue;

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const sentenceOf = (issue: Issue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of ${listed(issue.values)}`;
  return issue.message;
};

const messagesOf = (issue: Issue): [string, string][] => {
  const at = (...more: PropertyKey[]) => [...issue.path, ...more].map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [at(key), 'is not a known field']);
  return [[at(), sentenceOf(issue)]];
};

/** Parses, or throws a ValidationError with every fault under the path of its field. */
export const parseWith = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const byField = Map.groupBy(parsed.error.issues.flatMap(messagesOf), ([field]) => field);
  throw new ValidationError(
    Object.fromEntries([...byField].map(([field, faults]) => [field, faults.map(([, message]) => message)])),
  );
};

/** Query parameters as an object; those given several times as arrays. */
export const queryOf = (rawQueryString: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = Object.hasOwn(query, name) ? query[name] : undefined;
    query[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return query;
};

/** The JSON of a request's body. @throws ValidationError where it is none */
export const jsonOf = (body: string | undefined): unknown => {
  if (!body) throw new ValidationError({ body: ['is required: send a JSON object'] });
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ValidationError({ body: [`is not valid JSON: ${(error as Error).message}`] });
  }
};
