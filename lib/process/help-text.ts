/** What a command says of itself when it is asked for `--help`: one shape for all. */

export interface Said {
  /** What stands for the value; none for a switch. */
  readonly value?: string;
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

const shown = (option: string, { value }: Said): string => `--${option}${value === undefined ? '' : ` ${value}`}`;

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
