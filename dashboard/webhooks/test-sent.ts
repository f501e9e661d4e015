/** What is known of a test that was sent, so that nobody waits for ever. */

/** A server has 15 seconds to answer, and what is for a slow one waits for its turn: twice a second, for 40 seconds. */
export const mostLooks = 80;
export const againMs = 500;

interface Seen {
  readonly isFound: boolean;
  readonly looks: number;
  readonly hasFailed: boolean;
}

export const standOf = ({ isFound, looks, hasFailed }: Seen): 'under_way' | 'answered' | 'unknown' | 'given_up' => {
  if (isFound) return 'answered';
  if (hasFailed) return 'unknown';
  return looks >= mostLooks ? 'given_up' : 'under_way';
};
