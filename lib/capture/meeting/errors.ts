/** What can go wrong with a meeting, for those who have to tell one fault from another. */

/** The meeting cannot be reached any more in the way in which it was opened; opening it anew may help. */
export class MeetingLostError extends Error {
  override readonly name = 'MeetingLostError';
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
