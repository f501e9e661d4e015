/** A scripted participant could not do what the script wants, because the page did not come to where it should be. */
export class ActorError extends Error {
  override readonly name = 'ActorError';
  constructor(actor: string, wish: string, options?: ErrorOptions) {
    super(`${actor} could not ${wish}`, options);
  }
}

/** Somebody whom the script names is not in the meeting, which happens in meetings. */
export class AbsentError extends Error {
  override readonly name = 'AbsentError';
  constructor(absent: string, options: ErrorOptions) {
    super(`${absent} is not in the meeting`, options);
  }
}
