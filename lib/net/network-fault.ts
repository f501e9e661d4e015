/** The name of an error of the network, such as ECONNREFUSED, or of what caused it; undefined where neither has one. */
export const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause instanceof Error ? codeOf(cause) : undefined;
};

/** What a client is told of a server of theirs. */
export const cannotBeReached = (error: unknown): string => {
  const code = codeOf(error);
  return `cannot be reached${code === undefined ? '' : ` (${code})`}`;
};

/** What is said of any other server. */
export const breakOf = (error: unknown): string => codeOf(error) ?? 'the connection broke';
