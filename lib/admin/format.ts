/** How results are printed. */
import { type Command, commonOptions, type Option, type Result } from './command.ts';

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Lines of which the columns stand below each other; the last one is not filled up. */
const aligned = (lines: readonly (readonly string[])[]): string[] => {
  const widths = lines.reduce<number[]>((most, cells) => cells.map((it, i) => Math.max(it.length, most[i] ?? 0)), []);
  return lines.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** What has several lines, such as a certificate, stands below its name, to be copied as it is. */
const besideName = (value: unknown): string => {
  const cell = cellOf(value).trim();
  return cell.includes('\n') ? `\n${cell}` : cell;
};

/** A result as people read it, or as JSON. */
export const formatResult = (result: Result, asJson: boolean): string => {
  if ('done' in result) return asJson ? JSON.stringify({ done: result.done }) : result.done;
  if ('item' in result) {
    if (asJson) return JSON.stringify(result.item, null, 2);
    return aligned(Object.entries(result.item).map(([name, value]) => [name, besideName(value)])).join('\n');
  }
  if (asJson) return JSON.stringify(result.rows, null, 2);
  if (result.rows.length === 0) return '(none)';
  const cells = (result.cells ?? result.rows) as readonly Record<string, unknown>[];
  const used = result.columns.filter((column) => cells.some((row) => cellOf(row[column]) !== ''));
  return aligned([used, ...cells.map((row) => used.map((column) => cellOf(row[column])))]).join('\n');
};

const optionLines = (options: Readonly<Record<string, Option>>): string[] =>
  aligned(Object.entries(options).map(([name, { value, help }]) => [`  --${name}${value ? ` ${value}` : ''}`, help]));

const neededIn = (options: Readonly<Record<string, Option>>): string[] =>
  Object.entries(options).flatMap(([option, { value, isNeeded }]) => (isNeeded ? `--${option} ${value}` : []));

/** The help of one command. */
export const commandHelp = (name: string, { summary, operands = [], options = {} }: Command): string =>
  [
    `usage: npm run admin -- ${[name, ...operands, ...neededIn(options)].join(' ')} [OPTIONS]`,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...optionLines({ ...options, ...commonOptions }),
  ].join('\n');

/** All commands at a glance. */
export const overview = (commands: Readonly<Record<string, Command>>): string =>
  [
    'npm run admin looks after projects, keys, people and webhooks: on this machine with --data DIR, of a deployment with --outputs FILE.',
    '',
    'usage: npm run admin -- COMMAND [OPTIONS]',
    '',
    ...aligned(
      Object.entries(commands).map(([name, { operands = [], summary }]) => [
        `  ${[name, ...operands].join(' ')}`,
        summary,
      ]),
    ),
    '',
    'COMMAND --help tells its options.',
  ].join('\n');
