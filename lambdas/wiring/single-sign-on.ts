/**
 * Signs in the browsers of bots at platforms of meetings that ask this service who they are: a part of the function for
 * identities, which loads it when it is asked, for a function of its own would be two more resources of the stack.
 */
import { randomBytes } from 'node:crypto';
import { openTable } from '#adapters/table.ts';
import { ssoRoutes } from '../../lib/api/sso-routes.ts';
import { ticketCookie } from '../../lib/domain/meeting/login.ts';
import { postPage } from '../../lib/identity/saml/post-page.ts';
import { saml } from '../../lib/identity/saml/saml.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { log } from '../../lib/process/log.ts';
import { createSignOn } from '../../lib/usecases/accounts/sign-on.ts';
import { Reply } from '../middleware/answers.ts';
import { cookieIn } from '../middleware/body.ts';
import { http } from '../middleware/http.ts';
import { openSecretBox } from './secrets.ts';

const table = openTable();
const signOn = createSignOn({
  table,
  secretBox: openSecretBox(table),
  saml,
  clock: systemClock,
});

export const signOnHandler = http(ssoRoutes.signOn, table, async ({ query, ref: { project_id } }, event) => {
  try {
    const request = query.SAMLRequest;
    const { acs, response, bot_id, account } = await signOn({
      project_id,
      ticket: cookieIn(event, ticketCookie),
      request,
    });
    log.info(`${bot_id === undefined ? 'an operator' : 'a bot'} signs in by single sign-on`, {
      project_id,
      bot_id,
      account,
    });
    const page = postPage({ acs, response, relay_state: query.RelayState }, randomBytes(16).toString('base64'));
    return new Reply({ statusCode: 200, ...page });
  } catch (error) {
    log.warn('nobody is signed in by single sign-on', { project_id, reason: String(error) });
    throw error;
  }
});
