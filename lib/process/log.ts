/** One JSON line per thing worth knowing. Never bodies, keys or secrets: only ids and what went wrong. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

const write = (level: 'info' | 'warn' | 'error', message: string, facts: Facts, error?: unknown): void => {
  const fault = error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : {};
  process.stdout.write(`${JSON.stringify({ level, message, ...facts, ...fault })}\n`);
};

export const log = {
  info: (message: string, facts: Facts = {}) => write('info', message, facts),
  warn: (message: string, facts: Facts = {}, error?: unknown) => write('warn', message, facts, error),
  error: (message: string, facts: Facts = {}, error?: unknown) => write('error', message, facts, error),
};
