/** What a check of a deployment found. */
export interface Finding {
  /** What was looked at. */
  readonly about: string;
  /** `look`: it works, and will not for long, or not for all. `unknown`: it could not be looked at. */
  readonly is: 'well' | 'look' | 'wrong' | 'unknown';
  readonly says: string;
  /** What to do about it. */
  readonly do?: string;
}

export const well = (about: string, says: string): Finding => ({ about, is: 'well', says });
export const look = (about: string, says: string, what: string): Finding => ({ about, is: 'look', says, do: what });
export const wrong = (about: string, says: string, what: string): Finding => ({ about, is: 'wrong', says, do: what });

/** So many of something. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
