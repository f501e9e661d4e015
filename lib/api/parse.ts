/**
 * From what came over the wire to what the schemas promise; every refusal names the field and what to change. Functions load
 * it when something is refused, but for the one that compares refusals: to be right takes no sentences.
 */
import type * as z from 'zod';
import { ValidationError } from '../domain/errors.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { fixedFault } from './fixed-fields.ts';
import { knownFields } from './known-fields.ts';

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const withArticle: Record<string, string> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const size = (count: number | bigint, unit: string): string => `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
const unitOf: Record<string, string> = { string: 'character', array: 'item' };

const isMissing = ({ code, input }: { readonly code: string; readonly input?: unknown }): boolean =>
  input === undefined && code !== 'custom';

/** What to change, as a sentence whose subject is the field. Sentences that a schema brings itself go before these. */
export const sentenceOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (isMissing(issue)) return 'is required';
  const unit = 'origin' in issue ? unitOf[String(issue.origin)] : undefined;
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = withArticle[issue.expected] ?? issue.expected;
      const given = typeOf(issue.input);
      if (given === 'number' && issue.expected === 'int') return `must be ${wanted}`;
      return `must be ${wanted}, not ${withArticle[given] ?? given}`;
    }
    case 'invalid_value':
      return `must be one of ${listed(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? `must be one of ${listed(issue.options)}` : undefined;
    case 'too_small':
      if (unit && Number(issue.minimum) === 1) return 'must not be empty';
      return `must be at least ${unit ? size(issue.minimum, unit) : issue.minimum}`;
    case 'too_big':
      return `must be at most ${unit ? size(issue.maximum, unit) : issue.maximum}`;
    default:
      return undefined;
  }
};

const at = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'body' : path.map(String).join('.'));

/** Of so many faults each is told, and of so many unknown fields in one place: whoever has more has mistaken something else. */
const mostTold = 100;
export const mostNamed = 20;

const messagesOf = (schema: z.ZodType, issue: z.core.$ZodIssue): [string, string][] => {
  if (issue.code === 'unrecognized_keys') {
    const known = knownFields(schema, issue.path);
    const fixedIn = (key: string) => (issue.path.length === 0 ? fixedFault(schema, key) : undefined);
    const named = issue.keys.slice(0, mostNamed).map((key): [string, string] => {
      const meant = nearestName(key, known);
      const isUnknown = `is not a known field${meant === undefined ? '' : `: did you mean ${meant}?`}`;
      return [at([...issue.path, key]), fixedIn(key) ?? isUnknown];
    });
    const more = issue.keys.length - named.length;
    return more > 0 ? [...named, [at(issue.path), `holds more fields that are not known: ${more}`]] : named;
  }
  // A schema's own sentence is about what is there.
  return [[at(issue.path), isMissing(issue) ? 'is required' : issue.message]];
};

/** Of what is of the wrong kind nothing else is said: zod measures whatever has a length. */
const tellingIssues = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const isOfWrongKind = ({ code }: z.core.$ZodIssue): boolean => code === 'invalid_type';
  const fields = new Set(issues.filter(isOfWrongKind).map(({ path }) => at(path)));
  return issues.filter((issue) => isOfWrongKind(issue) || !fields.has(at(issue.path)));
};

/** Parses, or throws a ValidationError with every fault under the path of its field; where there are very many, with the first. */
export const parseWith = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const parsed = schema.safeParse(value, { error: sentenceOf, reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = tellingIssues(parsed.error.issues);
  const messages = issues.slice(0, mostTold).flatMap((issue) => messagesOf(schema, issue));
  if (issues.length > mostTold) messages.push(['body', `has more faults than are told: ${issues.length - mostTold}`]);
  const byField = Map.groupBy(messages, ([field]) => field);
  throw new ValidationError(
    Object.fromEntries([...byField].map(([field, faults]) => [field, faults.map(([, message]) => message)])),
  );
};
