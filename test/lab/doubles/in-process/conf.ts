/**
 * Stands in for `lib/conferencing/zoom.ts`: a platform that grants everything at once, and asks nobody. Whoever comes with
 * the code `spent` comes too late; every other code is that of a user of its own.
 */
import type { ConferencingPlatform } from '../../../../lib/ports/conferencing.ts';
import { TokenRefusedError, type Tokens } from '../../../../lib/ports/oauth.ts';

const granted = (code: string): Tokens => ({
  access_token: `access ${code}`,
  refresh_token: `refresh ${code}`,
  expires_in_seconds: 3599,
  scopes: undefined,
});

export const zoom = (): ConferencingPlatform => ({
  async exchange(_, code) {
    if (code === 'spent') throw new TokenRefusedError('invalid_grant');
    return granted(code);
  },
  refresh: async (_, token) => granted(token.replace('refresh ', '')),
  revoke: async () => undefined,
  user: async (token) => ({
    user_id: token.replace('access ', 'user-of-'),
    account_id: 'account-of-the-lab',
    is_active: true,
    personal_meeting: undefined,
  }),
  meetings: async () => ({ meetings: [], next: undefined }),
  localRecordingToken: async () => 'local',
  onbehalfToken: async () => 'onbehalf',
});
