/** One class per meaning. Which HTTP status each has is known to `lib/api` alone. */

/** What a client sent does not fit: field path → messages that say what to change. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>, message = summary(errors)) {
    super(message);
    this.errors = errors;
  }
  /** The same, with what else does not fit. */
  and({ errors }: ValidationError): ValidationError {
    const before = (field: string) => (Object.hasOwn(this.errors, field) ? (this.errors[field] ?? []) : []);
    const more = Object.fromEntries(
      Object.entries(errors).map(([field, said]) => [field, [...before(field), ...said]]),
    );
    return new ValidationError({ ...this.errors, ...more });
  }
}

const mostSummed = 3;

/** A sentence for those who read nothing else: what is wrong with each field, of three fields at most. */
const summary = (errors: Record<string, string[]>): string => {
  const said = Object.entries(errors).map(([field, [first]]) => `${field}: ${first}`);
  const more = said.length - mostSummed;
  if (more > 0) said.splice(mostSummed, more, `and ${more} more`);
  return said.join('; ') || 'the request is not valid';
};

/** A cursor that we did not make, or made for another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
  constructor() {
    super('the cursor is not valid here: take it from `next` or `previous` and keep the other parameters as they were');
  }
}

/** What was asked is not possible in the bot's present state. */
export class InvalidTransitionError extends Error {
  override readonly name = 'InvalidTransitionError';
  constructor(verb: string, state: string, who: 'bot' | 'app session' = 'bot') {
    super(`cannot ${verb}: the ${who} is ${state}`);
  }
}

const unfinished = (holder: string) => (key: string) =>
  `${holder} with the deduplication_key ${key} is not finished yet: wait for it, or use another key`;

/** What may hold a deduplication key, and what is said of a key that it holds. */
const holdersOfKeys = {
  bot: unfinished('a bot'),
  app_session: unfinished('an app session'),
  calendar: (key: string) => `a calendar with the deduplication_key ${key} exists: delete it, or use another key`,
} as const;

/** Something else of the project holds this deduplication key. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  constructor(key: string, holder: keyof typeof holdersOfKeys) {
    super(holdersOfKeys[holder](JSON.stringify(key)));
  }
}

/** A platform does not connect somebody who has allowed a client's app; the message says what to change. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly code: 'code_exchange_failed' | 'missing_scopes' | 'user_not_active' | 'platform_unavailable';
  constructor(code: NotConnectedError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
  constructor(what = 'resource') {
    super(`no such ${what}`);
  }
}

/** What is asked for belongs to something that the caller may know of, and is not there; the message says why. */
export class NothingThereError extends NotFoundError {
  constructor(why: string) {
    super();
    this.message = why;
  }
}

/** The request carries no credentials. */
export class NotAuthenticatedError extends Error {
  override readonly name = 'NotAuthenticatedError';
  constructor(hint = '') {
    super(`Authentication credentials were not provided. Send the header Authorization: Token <API key>${hint}.`);
  }
}

/** The request's credentials are malformed, unknown or revoked. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  constructor(message = 'Invalid token. The API key is unknown, revoked, or was not copied whole.') {
    super(message);
  }
}

/** Whoever asks is known, and may not. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** Somebody else changed it between our reading and writing it; load again and decide anew. */
export class StaleError extends Error {
  override readonly name = 'StaleError';
  constructor(id: string, options?: ErrorOptions) {
    super(`${id} changed while it was being changed`, options);
  }
}

/** A trigger was decided on by looking at the bot, and more has happened to the bot since. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
  constructor(id: string) {
    super(`more has happened to ${id} since this was decided`);
  }
}

/** By this name the state machine knows that no capture task could be started, and tries again. */
export const captureNotLaunched = 'CaptureNotLaunchedError';

/** The project asks for more than it may at present. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError';
  readonly retry_after_seconds: number;
  constructor(retryAfterSeconds: number) {
    super(`too many requests: try again in ${retryAfterSeconds} s`);
    this.retry_after_seconds = retryAfterSeconds;
  }
}

/** No capture task could be started; the message carries the platform's reason, which may pass. */
export class CaptureNotLaunchedError extends Error {
  override readonly name = captureNotLaunched;
}

/** By this name the state machine knows that a failed bot's recording is still being finished, and comes back. */
export const recordingUnfinished = 'RecordingUnfinishedError';

/** A failed bot's recording is not finished yet: somebody is at work on it, or was until a moment ago. */
export class RecordingUnfinishedError extends Error {
  override readonly name = recordingUnfinished;
  constructor(id: string) {
    super(`the recording of ${id} is not finished yet`);
  }
}

/** By this name the state machine knows that an effect failed in a way that may pass, and tries again. */
export const effectFailed = 'EffectFailedError';

/** An effect failed in a way that may pass: a throttled call, a lost connection. */
export class EffectFailedError extends Error {
  override readonly name = effectFailed;
}

/** There is no space left where the service keeps its data. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  constructor(folder: string, options?: ErrorOptions) {
    super(`the disk of the data folder ${folder} is full: make room on it`, options);
  }
}

/** An item that this program does not know how to read. The message says which and why; its key is given as logs may hold it. */
export class UnreadableItemError extends Error {
  override readonly name = 'UnreadableItemError';
  constructor(key: string, reason: string, options?: ErrorOptions) {
    super(`the item ${key} cannot be read: ${reason}`, options);
  }
}

/** What is sealed does not open, and will not at another time: it was sealed for somebody else, by another key, or was changed since. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
  constructor(options?: ErrorOptions) {
    super(
      'what is sealed does not open: it was sealed by another key, or for another project, or was changed since',
      options,
    );
  }
}

/** An object was to be composed of bytes that the store does not hold. */
export class BytesMissingError extends Error {
  override readonly name = 'BytesMissingError';
  /** The name of what is missing. */
  readonly object: string;
  constructor(object: string, options?: ErrorOptions) {
    super(`the store does not hold all that is wanted of ${object}`, options);
    this.object = object;
  }
}
