import { withoutQueries } from '../domain/without-queries.ts';
import { isOnAws } from './on-aws.ts';

/**
 * One JSON line per thing worth knowing. Never bodies, keys or secrets: only ids and what went wrong, and of addresses, which errors
 * of others name in full, neither users and passwords nor queries and hashes. Their paths stay, also where these are the
 * secret, as in the address of a Slack hook.
 */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

const mostCauses = 3;

/** What is behind a failure, such as the address that refused a connection, the nearest first. */
const causesOf = ({ cause }: Error, most = mostCauses): readonly string[] =>
  cause instanceof Error && most > 0 ? [`${cause.name}: ${cause.message}`, ...causesOf(cause, most - 1)] : [];

const faultOf = (error: Error): Facts => ({
  error: error.name,
  reason: error.message,
  cause: causesOf(error).join(', because of ') || undefined,
  stack: error.stack,
});

let stream: 'stdout' | 'stderr' = 'stdout';

/** For commands whose own output programs read. */
export const logToStandardError = (): void => {
  stream = 'stderr';
};

/** CloudWatch has the time of each line. Elsewhere nobody else may say it, as of the file that a worker writes into. */
const timeOf = (at: Date): string | undefined => (isOnAws() ? undefined : at.toISOString());

const write = (level: 'info' | 'warn' | 'error', message: string, facts: Facts, error?: unknown): void => {
  const fault = error instanceof Error ? faultOf(error) : {};
  const line = JSON.stringify({ time: timeOf(new Date()), level, message, ...facts, ...fault }, (_, value) =>
    typeof value === 'string' ? withoutQueries(value) : value,
  );
  process[stream].write(`${line}\n`);
};

/** Whether somebody reads along, to whom only what is out of the ordinary is worth a line. */
const isAtTerminal = (): boolean => process[stream].isTTY === true;

export const log = {
  /** What goes as it should, time and again: for a log that is kept. */
  routine: (message: string, facts: Facts = {}) => {
    if (!isAtTerminal()) write('info', message, facts);
  },
  info: (message: string, facts: Facts = {}) => write('info', message, facts),
  warn: (message: string, facts: Facts = {}, error?: unknown) => write('warn', message, facts, error),
  error: (message: string, facts: Facts = {}, error?: unknown) => write('error', message, facts, error),
};
