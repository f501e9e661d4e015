/** What a command of the admin program is: data, so that parsing, help and output are written once. */
import type * as z from 'zod';
import { Email } from '../api/schemas/dashboard/identity.ts';
import { mostOfName } from '../domain/access/people.ts';
import { typedName } from '../domain/typed-text.ts';
import type { Services } from './services.ts';

/** Something in the command line is wrong; the message is one sentence that says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Option {
  /** What stands for its value in the help; none for a switch. */
  readonly value?: string;
  readonly help: string;
  /** May be given more than once. */
  readonly isList?: true;
  /** There is no doing without it. */
  readonly isNeeded?: true;
}

/** The command line as a command is given it. */
export interface Given {
  /** One for each name in `operands`. */
  readonly operands: readonly string[];
  text(option: string): string | undefined;
  list(option: string): readonly string[] | undefined;
  /** Whether a switch is given. */
  has(option: string): boolean;
  /** Something that no command line may hold: asked for, or read from the input. */
  secret(question: string): Promise<string>;
  /** The project that is meant: the one named, or the only one that there is. */
  project(): Promise<string>;
  /** Says how far it is, while it goes on. */
  tell(line: string): void;
  /** Says in which project it is done, to a command that does not ask for it by `project`. */
  isIn(projectId: string): void;
}

const checked =
  (operand: string, schemaOf: () => z.ZodType<string>) =>
  (given = ''): string => {
    const { data, error } = schemaOf().safeParse(given);
    if (error) throw new UsageError(`${operand}: ${error.issues[0]?.message}`);
    return data;
  };

/** @throws UsageError for what can be no name of somebody, or of a key */
export const checkedName = checked('NAME', () => typedName(mostOfName));
/** @throws UsageError for what can be no address: one would be let in whom the dashboard could not remove */
export const checkedEmail = checked('EMAIL', () => Email);

/** Rows with the columns to show of them (of `cells` instead, where a row is too much for a line), one thing, or a sentence. */
export type Result =
  | { readonly rows: readonly object[]; readonly columns: readonly string[]; readonly cells?: readonly object[] }
  | { readonly item: object }
  | { readonly done: string };

export interface Command {
  readonly summary: string;
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Owners of the project are told that it was done. Not where it only looks at something. */
  readonly isNoted?: true;
  run(services: Services, given: Given): Promise<Result>;
}

/** The options that every command takes. */
export const commonOptions: Readonly<Record<string, Option>> = {
  data: { value: 'DIR', help: 'the data folder of a service on this machine (npm start)' },
  outputs: { value: 'FILE', help: 'the outputs file of cdk deploy; without either, TABLE_NAME and so on are read' },
  json: { help: 'print JSON' },
  help: { help: 'print this help' },
};

export const projectOption: Readonly<Record<string, Option>> = {
  project: { value: 'PRJ', help: 'the project; may be left out when there is only one' },
};
