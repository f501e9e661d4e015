import { parseArgs } from 'node:util';
import { commandAct, operator } from '../domain/access/audit.ts';
import { systemClock } from '../ports/clock.ts';
import { optionWithoutValue, refusalOf } from '../process/help-text.ts';
import { auditRepository } from '../storage/audit.ts';
import { type Act, auditedTable, noting } from '../storage/audited-table.ts';
import { type Command, commonOptions, type Given, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, formatResult, overview } from './format.ts';
import { createServices, type Home, type Services } from './services.ts';

/** Which home a command line means. */
export interface HomeChoice {
  readonly data?: string | undefined;
  readonly outputs?: string | undefined;
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** The command that a line begins with, and what follows: two words name it, or three. */
const commandOf = (args: readonly string[]): [name: string, command: Command, rest: readonly string[]] => {
  for (const words of [3, 2]) {
    const name = args.slice(0, words).join(' ');
    const command = commands[name];
    if (command) return [name, command, args.slice(words)];
  }
  const options = args.findIndex((arg) => arg.startsWith('-'));
  const named = (options < 0 ? args : args.slice(0, options)).slice(0, 2).join(' ') || args[0];
  const others = Object.keys(commands).filter((name) => name.startsWith(`${args[0]} `));
  const known = others.length > 0 ? `there are ${others.join(', ')}` : 'npm run admin -- --help lists all';
  throw new UsageError(`there is no command '${named}': ${known}`);
};

const parse = (name: string, { operands: names = [], options = {} }: Command, args: readonly string[]) => {
  const known = { ...options, ...commonOptions };
  const types = Object.entries(known).map(([option, { value, isList }]) => [
    option,
    { type: value ? ('string' as const) : ('boolean' as const), multiple: isList ?? false },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
    return { values: values as Values, operands: positionals };
  } catch (error) {
    const option = optionWithoutValue(error);
    const value = option === undefined ? undefined : known[option]?.value;
    const reason = value === undefined ? refusalOf(error) : `--${option} takes ${value}`;
    throw new UsageError(`${reason}: npm run admin -- ${[name, ...names].join(' ')} --help tells the options`);
  }
};

const checkOperands = (name: string, { operands = [] }: Command, given: readonly string[]): void => {
  if (given.length === operands.length && given.every(Boolean)) return;
  const expected = operands.length === 0 ? 'takes no names' : `takes exactly ${operands.join(' ')}`;
  throw new UsageError(`${name} ${expected}: npm run admin -- ${name} --help tells more`);
};

const text = (value: Values[string]): string | undefined => (typeof value === 'string' ? value : undefined);

/** Answers what somebody enters where nobody else sees it. */
export type ReadSecret = (question: string) => Promise<string>;

const projectOf = async (values: Values, { projects }: Services): Promise<string> => {
  const named = text(values.project);
  if (named !== undefined) return named;
  const [only, ...others] = await projects.ids();
  if (only && others.length === 0) return only;
  throw new UsageError(
    only
      ? `there are several projects: say which with --project, as in --project ${only}; projects list names them`
      : 'there is no project yet: projects create makes one',
  );
};

/** What a command is about, as owners read it: nothing of a command line is secret. */
const aboutOf = (operands: readonly string[], values: Values): string | null =>
  text(values.about) ?? text(values.bot) ?? operands.at(-1) ?? text(values.url) ?? null;

const givenOf = (
  operands: readonly string[],
  values: Values,
  { services, secret, isIn, tell }: Pick<Given, 'secret' | 'isIn' | 'tell'> & { readonly services: Services },
): Given => ({
  operands,
  text: (option) => text(values[option]),
  list: (option) => values[option] as readonly string[] | undefined,
  has: (option) => values[option] === true,
  secret,
  isIn,
  tell,
  project: async () => {
    const id = await projectOf(values, services);
    isIn(id);
    return id;
  },
});
/**
 * Carries out a command line and answers what to print; what takes long says meanwhile how far it is. The home is opened only once
 * the command line is right.
 * @throws UsageError for a command line that is not
 */
export const runAdmin = async (
  args: readonly string[],
  open: (choice: HomeChoice) => Promise<Home>,
  secret: ReadSecret,
  tell: Given['tell'] = () => undefined,
): Promise<string> => {
  const isHelp = (arg: string | undefined) => arg === undefined || arg === '--help' || arg === 'help';
  // The home may be named before the command: `npm run admin -- --data .data projects list`.
  const leading = args[0] === '--data' || args[0] === '--outputs' ? args.slice(0, 2) : [];
  const rest = args.slice(leading.length);
  if (isHelp(rest[0])) return overview(commands);
  const [name, command, given] = commandOf(rest);
  const { values, operands } = parse(name, command, [...leading, ...given]);
  if (values.help) return commandHelp(name, command);
  checkOperands(name, command, operands);
  const home = await open({ data: text(values.data), outputs: text(values.outputs) });
  const services = createServices({ ...home, table: auditedTable(home.table) }, tell);
  const act: Act = {};
  const isIn = (projectId: string): void => {
    if (!command.isNoted) return;
    const at = systemClock.now().toISOString();
    const entry = { ...operator, at, act: commandAct(name), about: aboutOf(operands, values) };
    act.note = auditRepository(home.table).writeOf(projectId, entry);
  };
  const result = await noting(home.table, act, () =>
    command.run(services, givenOf(operands, values, { services, secret, isIn, tell })),
  );
  return formatResult(result, values.json === true);
};
