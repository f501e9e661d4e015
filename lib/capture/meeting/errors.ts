/** What can go wrong with a meeting, for those who have to tell one fault from another. */
import type { Evidence } from './meeting.ts';

/** The meeting cannot be reached any more in the way in which it was opened; opening it anew may help. */
export class MeetingLostError extends Error {
  override readonly name = 'MeetingLostError';
  /** Nothing has failed: everybody was put out of it, and may come back. */
  readonly isEmptied: boolean;

  constructor(
    message: string,
    { isEmptied = false, ...options }: ErrorOptions & { readonly isEmptied?: boolean } = {},
  ) {
    super(message, options);
    this.isEmptied = isEmptied;
  }
}

/** No way leads into such meetings, or not any more. */
export class PlatformNotSupportedError extends Error {
  override readonly name = 'PlatformNotSupportedError';
}

/**
 * Something that a step needs was not there in time: the platform has changed, or the page is not what it was taken
 * for.
 */
export class ElementMissingError extends Error {
  override readonly name = 'ElementMissingError';
  readonly step: string;
  readonly element: string;

  /** `step`: what was to be done; `element`: what was missing for it, as the platform's adapter names it. */
  constructor(step: string, element: string, options?: ErrorOptions) {
    super(`cannot ${step}: ${element} was not found in time`, options);
    this.step = step;
    this.element = element;
  }
}

/** The meeting does not let the bot do something. The message says why, for the bot's client. */
export class NotAllowedError extends Error {
  override readonly name: string = 'NotAllowedError';
}

/** The meeting's server does not have, or does not give, what it is asked for. The message says what, for the bot's client. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The meeting takes something for consent that the bot was to do, and its operator lets it give none. */
export class ConsentNeededError extends NotAllowedError {
  override readonly name = 'ConsentNeededError';

  /** `because`: a clause that says what would be agreed to by what. */
  constructor(because: string) {
    super(
      `${because}; bots agree to nothing unless their operator lets them (acceptTerms when deploying, ACCEPT_TERMS=true on one machine)`,
    );
  }
}

/** The account that the bot was to join with could not be signed in. */
export class SignInFailedError extends Error {
  override readonly name = 'SignInFailedError';
  /** Of the page at which it stopped. */
  readonly evidence: Evidence | undefined;

  /** `where`: a page's host and path, without what else its address holds. */
  constructor(where: string, evidence: Evidence | undefined, options?: ErrorOptions) {
    super(`the account of the bot could not be signed in: it stopped at ${where}`, options);
    this.evidence = evidence;
  }
}
