/** How settings are said: in a file as JSON, on the command line as text. */
import * as z from 'zod';
import { isDomain, isMeetingHost } from '../domain/meeting/meeting-host.ts';

export const flag = z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' });

const splitAt = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

/** Several, as a list or separated by commas. */
export const listOf = <T extends z.ZodType>(one: T) =>
  z.preprocess((said) => (typeof said === 'string' ? splitAt(said) : said), z.array(one));

const Host = z.string().refine(isMeetingHost, {
  error:
    'must be names of hosts, such as meet.example.com or meet.example.com:8443, without https://, without a path and without port 443',
});

const Domain = z.string().refine(isDomain, {
  error: 'must be domains, such as example.com, without https://, without a path and without a port',
});

/** Hosts, in one text with commas between. */
export const Hosts = listOf(Host)
  .transform((hosts) => hosts.join(','))
  .default('');

/** The same of domains, each of which stands for all hosts below it. */
export const Domains = listOf(Domain)
  .transform((domains) => domains.join(','))
  .default('');

/** Some names out of a list, in one text with commas between. */
export const Names = (names: readonly string[]) =>
  listOf(z.enum(names))
    .transform((some) => some.join(','))
    .default('');

const pairsIn = (text: string, context: z.RefinementCtx): Record<string, string> =>
  Object.fromEntries(
    splitAt(text).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.length === 0) context.addIssue(`must be name=value, with commas between: '${pair}' has no value`);
      return [name.trim(), value.join('=').trim()];
    }),
  );

/** Names with their values, as an object or as `name=value,name=value`. Tags may be no longer than this. */
export const Tags = z.preprocess(
  (said, context) => (typeof said === 'string' ? pairsIn(said, context) : said),
  z.record(
    z
      .string()
      .min(1)
      .max(128)
      .regex(/^(?!aws:)/, 'may not begin with aws:'),
    z.string().max(256),
  ),
);

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const logDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
export const LogDays = z.coerce.number().refine((days) => logDays.includes(days), {
  error: `must be one of ${logDays.join(', ')}: CloudWatch knows no others`,
});

const kindsInWords: ReadonlyMap<string, string> = new Map([
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['string', 'a text'],
  ['array', 'a list'],
  ['record', 'an object of names and values'],
]);

/** What a value must be, where its kind has no words of its own. Else the words of zod, which are a programmer's. */
export const wordsFor: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `must be ${kindsInWords.get(issue.expected) ?? issue.expected}`;
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'must be an e-mail address';
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'must be an address, https://…';
  const isText = (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'string';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${isText ? ' characters' : ''}`;
  if (issue.code !== 'too_small') return undefined;
  if (isText) return 'must not be empty';
  return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
};
