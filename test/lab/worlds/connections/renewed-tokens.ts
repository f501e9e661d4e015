/** Processes that all need a token in the moment in which it has expired, of an endpoint by strangers that takes the second use of a token for a theft. */
import { askJson } from '../../../../lib/net/ask-json.ts';
import { requestTokens } from '../../../../lib/oauth/token-endpoint.ts';
import { refOfConnection } from '../../../../lib/storage/connections/connection-item.ts';
import { aStrictTokenEndpoint } from '../../../facsimiles/strict-token-endpoint/strict-token-endpoint.ts';
import { thinBox } from '../../doubles/thin-box.ts';
import { aConnectionWorld, project_id } from './connection-world.ts';

const hourSeconds = 3_600;

/** Answers how often the endpoint was asked, and in how many rounds somebody got another token than the others. */
export const renewTokens = async (processes: number, rounds: number) => {
  await using world = await aConnectionWorld();
  await using strict = await aStrictTokenEndpoint();
  const connection = await world.connect();
  const known = await world.credentialsOf(connection);
  if (!known) throw new Error('nothing is stored');
  const refresh_token = await strict.consent('maya@example.com');
  const tokens_sealed = await thinBox.seal(project_id, JSON.stringify({ refresh_token, access_token: 'none' }));
  await world.credentials.renew({ ...known, tokens_sealed, generation: known.generation + 1 });
  const ask = askJson();
  const platform = {
    refresh: (_: unknown, token: string) =>
      requestTokens(
        ask,
        { url: strict.url, secret_in: 'form' },
        strict.app,
        { grant_type: 'refresh_token', refresh_token: token },
        world.clock.now(),
      ),
  };
  const opening = Array.from({ length: processes }, () => world.openConnection(world.table, platform));
  let disagreed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    world.clock.advance(hourSeconds);
    const access = await Promise.all(opening.map((openConnection) => openConnection(refOfConnection(connection))));
    if (new Set(access.map(({ access_token }) => access_token)).size > 1) disagreed += 1;
  }
  return { requests: strict.requests, disagreed };
};
