/** A text without what stands behind the question mark of an address, which may be a passcode, or behind its hash, which may be a token. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/\?[^\s'"]+/g, '?…').replaceAll(/(https?:\/\/[^\s'"#]*)#[^\s'"]+/g, '$1#…');
