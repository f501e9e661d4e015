/** Access tokens while they are good. They are in this process's memory and nowhere else. */
import type { Clock } from '../ports/clock.ts';
import type { Tokens } from '../ports/oauth.ts';
import { BoundedMap } from '../process/bounded.ts';

/** A token that is good for less is not begun with. */
const leastMs = 5 * 60_000;
const mostKept = 1_000;

interface Kept {
  readonly access_token: string;
  readonly until: number;
}

/** Access tokens by a key that names their credentials and the version of these. */
export const accessTokens = (clock: Clock) => {
  const kept = new BoundedMap<string, Kept>(mostKept);
  return {
    get(key: string): string | undefined {
      const known = kept.get(key);
      return known && known.until - clock.now().getTime() > leastMs ? known.access_token : undefined;
    },
    keep(key: string, { access_token, expires_in_seconds }: Tokens): string {
      kept.set(key, { access_token, until: clock.now().getTime() + expires_in_seconds * 1000 });
      return access_token;
    },
    /** The service does not take it any more. */
    forget(key: string): void {
      kept.delete(key);
    },
  };
};
export type AccessTokens = ReturnType<typeof accessTokens>;
