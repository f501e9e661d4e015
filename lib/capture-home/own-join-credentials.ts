/** Tokens and accounts for joining, with everything that it takes to fetch them: what the function that a worker may call is made of. */
import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { zoom } from '../conferencing/zoom.ts';
import { askJson } from '../net/ask-json.ts';
import { askClient } from '../net/client-json.ts';
import { systemClock } from '../ports/clock.ts';
import type { JoinCredentialsSource } from '../ports/join-credentials.ts';
import { confServices } from '../process/environment/services.ts';
import { clientAddresses, environment } from '../process/environment.ts';
import { pause } from '../process/pause.ts';
import { envelopeSecretBox } from '../storage/secrets/secret-box.ts';
import { createLogins } from '../usecases/accounts/logins.ts';
import { createJoinTokens } from '../usecases/connections/join-tokens.ts';
import { refreshBounds } from '../usecases/connections/open-connection.ts';
import { clientTokensBounds } from '../usecases/connections/tokens-of-client.ts';

export const openJoinCredentials = (): JoinCredentialsSource => {
  const table = openTable();
  const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const tokens = createJoinTokens({
    table,
    secretBox,
    platform: zoom({ ask: askJson(refreshBounds), clock: systemClock }, environment(confServices).confAddresses),
    askClient: askClient({ ...environment(clientAddresses), ...clientTokensBounds }),
    clock: systemClock,
    pause,
  });
  return { tokens, login: createLogins({ table, secretBox, clock: systemClock }) };
};
