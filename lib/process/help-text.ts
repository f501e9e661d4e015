/** What a command says of itself when it is asked for `--help`, and takes by what it says: one shape for all. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { messageOf } from './message-of.ts';

export interface Said {
  /** What stands for the value; none for a switch. */
  readonly value?: string;
  /** One letter that stands for the option too. */
  readonly short?: string;
  readonly help: string;
}

export interface Command {
  /** As it is typed: `npm run demo`. */
  readonly name: string;
  /** Goes on from the name: `shows a bot's whole life`. */
  readonly does: string;
  /** What is given without a name. */
  readonly operands?: string;
  readonly options?: Readonly<Record<string, Said>>;
  /** Where there is more to read, as a sentence. */
  readonly more?: string;
}

const shown = (option: string, { value, short }: Said): string =>
  `${short === undefined ? '' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`;

/** The line that tells how it is called. */
export const usageOf = ({ name, operands = '', options }: Command): string => {
  const given = [operands, options ? '[OPTIONS]' : ''].filter(Boolean).join(' ');
  return `usage: ${name}${given && ` -- ${given}`}`;
};

export const helpOf = (command: Command): string => {
  const options = Object.entries({ ...command.options, help: { help: 'shows this' } });
  const width = Math.max(...options.map(([option, said]) => shown(option, said).length));
  const lines = options.map(([option, said]) => `  ${shown(option, said).padEnd(width)}  ${said.help}`);
  const parts = [`${command.name} ${command.does}.`, usageOf(command), lines.join('\n'), command.more ?? ''];
  return parts.filter(Boolean).join('\n\n');
};

/** Why Node does not take a command line: its first sentence. What follows that is about the syntax of Node. */
export const refusalOf = (error: unknown): string => messageOf(error).split(/\.\s/, 1).join();

/** The option that Node says it was given without its value; undefined where it says something else. */
export const optionWithoutValue = (error: unknown): string | undefined =>
  /^Option '.*?--([\w-]+).*?' argument/.exec(refusalOf(error))?.[1];

/** What of the words that it is given a command does not take; undefined where it takes all of them. */
export const faultOf = ({ operands, options = {} }: Command, given: readonly string[]): string | undefined => {
  const taken: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([option, { value, short }]) => [
      option,
      { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short !== undefined && { short }) },
    ]),
  );
  try {
    parseArgs({ args: [...given], options: taken, allowPositionals: operands !== undefined });
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
};
