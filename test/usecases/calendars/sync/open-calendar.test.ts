import { describe, expect, it } from 'vitest';
import { firstSync } from '../../../../lib/domain/calendar/sync-state.ts';
import { accessTokens } from '../../../../lib/oauth/access-tokens.ts';
import { TokenRefusedError } from '../../../../lib/ports/oauth.ts';
import type { SealedCredentials } from '../../../../lib/storage/calendars/calendar-item.ts';
import { sealCalendarSecrets } from '../../../../lib/usecases/calendars/calendar-secrets.ts';
import { createOpenCalendar } from '../../../../lib/usecases/calendars/sync/open-calendar.ts';
import { aCalendar, sealedCredentials } from '../../../lab/builders/calendars.ts';
import { aClock } from '../../../lab/doubles/clock.ts';
import { thinBox } from '../../../lab/doubles/thin-box.ts';

const calendar = aCalendar();
const holding = async (refresh_token: string): Promise<SealedCredentials> =>
  sealedCredentials(
    calendar,
    await sealCalendarSecrets(thinBox, calendar.project_id, { client_secret: 'secret', refresh_token }),
  );

/** A calendar whose stored refresh token is the old one, until the platform is asked by it; what is stored then is said. */
const aCalendarWhoseTokenIsOld = async (then: SealedCredentials | undefined) => {
  let stored: SealedCredentials | undefined = await holding('old');
  const asked: string[] = [];
  const clock = aClock();
  const open = createOpenCalendar({
    calendars: {
      credentials: async () => stored,
      renewCredentials: async (renewed) => {
        stored = renewed;
        return true;
      },
    },
    secretBox: thinBox,
    tokens: accessTokens(clock),
    clock,
  });
  const client = {
    keepsOldTokens: false,
    refresh: async (_: unknown, token: string) => {
      asked.push(token);
      stored = then;
      if (token === 'old') throw new TokenRefusedError('invalid_grant');
      return { access_token: `by ${token}`, refresh_token: undefined, expires_in_seconds: 3_600, scopes: undefined };
    },
  };
  return { asked, access: () => open.accessToken(firstSync(calendar), client) };
};

describe('a refresh token that the platform takes no more', () => {
  it('is no harm where somebody else has renewed it meanwhile', async () => {
    const { asked, access } = await aCalendarWhoseTokenIsOld(await holding('new'));
    expect(await access()).toBe('by new');
    expect(asked).toEqual(['old', 'new']);
  });

  it('is refused once where it is the stored one', async () => {
    const { asked, access } = await aCalendarWhoseTokenIsOld(await holding('old'));
    await expect(access()).rejects.toMatchObject({ trouble: 'invalid_grant' });
    expect(asked).toEqual(['old']);
  });

  it('is of no matter where the calendar was deleted meanwhile', async () => {
    const { asked, access } = await aCalendarWhoseTokenIsOld(undefined);
    await expect(access()).rejects.toMatchObject({ name: 'StaleError' });
    expect(asked).toEqual(['old']);
  });
});
