/** The service cannot start here; the message is one sentence that says why and what to do. */
export class CannotStartError extends Error {
  override readonly name = 'CannotStartError';
}

/** The command line is wrong; the message is one sentence that says what to change. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}
