/** What may be said on the command line of `npm start`. */
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { mostKeepDays } from '../domain/captured/keep-days.ts';
import { isLoopbackHost } from '../net/client-url.ts';
import { isAddressBlock } from '../net/serving/client-address.ts';
import { helpOf, optionWithoutValue, refusalOf, type Said } from '../process/help-text.ts';
import { CommandLineError } from './errors.ts';
import { isForOthers, roomDoors } from './front-door/doors.ts';

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.href === `${url.origin}/`;
};

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** What each takes, as `--help` tells it, as a sentence says it to whoever gave something else, and as it is read. */
const options = {
  port: {
    value: 'N',
    help: 'the port, 8080 where nothing is said; 0 takes any free one',
    rule: 'takes 0 to 65535',
    read: wholeNumber(0, 65_535).default(8080),
  },
  data: {
    value: 'DIR',
    help: 'the folder that everything is kept in, .data where nothing is said',
    rule: 'takes a folder',
    read: z.string().min(1).default('.data'),
  },
  bots: {
    value: 'N',
    help: 'how many bots may be in meetings at a time; else as many as this machine is good for',
    rule: 'takes 1 or more',
    read: wholeNumber(1, 100_000).optional(),
  },
  company: {
    help: 'two scripted people wait in the demo room and talk to whoever comes',
    rule: 'is a switch',
    read: z.boolean().default(false),
  },
  'keep-days': {
    value: 'N',
    help: 'deletes what a bot brought home so many days after its end; else it is kept',
    rule: `takes 1 to ${mostKeepDays}`,
    read: wholeNumber(1, mostKeepDays).optional(),
  },
  host: {
    value: 'ADDRESS',
    help: 'listens at this address of the machine too, 0.0.0.0 for all; else at 127.0.0.1 only',
    rule: 'takes an address of this machine, such as 0.0.0.0',
    read: z
      .string()
      .refine((host) => isIP(host) !== 0)
      .optional(),
  },
  'public-url': {
    value: 'URL',
    help: 'where others reach the service, https://bots.example.com: all links begin with it',
    rule: 'takes an address without a path, such as https://bots.example.com',
    read: z
      .string()
      .refine(isOrigin)
      .transform((url) => new URL(url).origin)
      .optional(),
  },
  'trust-proxy': {
    value: 'ADDRESSES',
    help: 'proxies whose X-Forwarded-For is believed: addresses or blocks, with commas between; else nobody is',
    rule: 'takes addresses or blocks with commas between, such as 127.0.0.1,10.0.0.0/8',
    read: z
      .string()
      .transform((list) => list.split(',').map((block) => block.trim()))
      .refine((blocks) => blocks.every(isAddressBlock))
      .default([]),
  },
  room: {
    value: 'DOOR',
    help: 'who may make demo rooms: open (everybody), members (with an API key, or signed in) or off (there are none)',
    rule: `takes ${roomDoors.join(', ')}`,
    read: z.enum(roomDoors).optional(),
  },
} as const satisfies Record<string, Said & { readonly rule: string; readonly read: z.ZodType }>;
type OptionName = keyof typeof options;

/** What `npm start -- --help` says. */
export const help = helpOf({
  name: 'npm start',
  does: 'runs the whole service on this machine: API, dashboard, webhooks, capture and a demo room',
  options,
  more: 'docs/self-host.md has a server for a team: a proxy with TLS before it, backup, retention, upgrades.',
});

const schemas = Object.fromEntries(Object.entries(options).map(([name, { read }]) => [name, read])) as {
  [N in OptionName]: (typeof options)[N]['read'];
};
const Options = z.object(schemas).transform((said) => ({
  port: said.port,
  data_dir: said.data,
  with_company: said.company,
  trusted_proxies: said['trust-proxy'],
  ...(said.bots !== undefined && { bots: said.bots }),
  ...(said['keep-days'] !== undefined && { keep_days: said['keep-days'] }),
  ...(said.host !== undefined && { host: said.host }),
  ...(said['public-url'] !== undefined && { public_url: said['public-url'] }),
  // On one's own machine the room is open to everybody; at a public address strangers stay out.
  room: said.room ?? (said['public-url'] !== undefined && isForOthers(said['public-url']) ? 'members' : 'open'),
}));

/** What is asked of the service on the command line, but for help. */
export type CommandLine = z.output<typeof Options>;

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name);
const ruleOf = (name: OptionName): string => `--${name} ${options[name].rule}`;

const refuse = (reason: string): never => {
  throw new CommandLineError(`${reason}; npm start -- --help tells the options`);
};

const given = (args: readonly string[]): Readonly<Record<string, unknown>> => {
  try {
    const known = Object.entries(options).map(
      ([name, said]) => [name, { type: 'value' in said ? 'string' : 'boolean' }] as const,
    );
    return parseArgs({ args: [...args], options: { ...Object.fromEntries(known), help: { type: 'boolean' } } }).values;
  } catch (error) {
    const name = optionWithoutValue(error) ?? '';
    return refuse(isOption(name) ? ruleOf(name) : refusalOf(error));
  }
};

/** @throws CommandLineError for anything that is not an option */
export const commandLineOf = (args: readonly string[]): CommandLine | 'help' => {
  const { help: isHelp, ...values } = given(args);
  if (isHelp) return 'help';
  const { data, error } = Options.safeParse(values);
  if (!data) {
    const wrong = [...new Set(error.issues.map(({ path }) => String(path[0]) as OptionName))];
    return refuse(wrong.map(ruleOf).join('; '));
  }
  if (data.host && !isLoopbackHost(data.host) && !data.public_url) {
    return refuse(
      '--host lets others in: say with --public-url by which address they come, for the links that they get',
    );
  }
  if (data.with_company && data.room !== 'open') {
    return refuse('--company waits in the room that is open to everybody: say --room open too');
  }
  return data;
};
