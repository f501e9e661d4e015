/** The service cannot start here; the message is one sentence that says why and what to do. */
export class CannotStartError extends Error {
  override readonly name = 'CannotStartError';
}
