/** The page is gone or does not answer; a new one may help. */
export class PageLostError extends Error {
  override readonly name = 'PageLostError';
}
