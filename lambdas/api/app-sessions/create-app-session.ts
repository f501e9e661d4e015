import { openTable } from '#adapters/table.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { checkClientUrl } from '../../../lib/net/client-url.ts';
import { checkStreamUrl } from '../../../lib/net/stream-url.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { streamServers } from '../../../lib/process/environment/streams.ts';
import { transcription } from '../../../lib/process/environment/transcription.ts';
import { clientAddresses, environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { streamRepository } from '../../../lib/storage/bots/streams.ts';
import { oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { createCreateAppSession } from '../../../lib/usecases/app-sessions/create-app-session.ts';
import { createNewSessionFaults, type NewSessionChecks } from '../../../lib/usecases/app-sessions/new-session-input.ts';
import { http } from '../../middleware/http.ts';
import { openSecretBox } from '../../wiring/secrets.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';
import { openSettingsWarnings } from '../../wiring/warnings.ts';

const table = openTable();
const warningsAbout = openSettingsWarnings(table);
const { allow_loopback, stream_hosts, hasCustomTranscription } = environment(
  clientAddresses,
  streamServers,
  transcription,
);
const checks: NewSessionChecks = {
  clock: systemClock,
  checkAddress: (url) => checkClientUrl(url, { allow_loopback }),
  checkServer: (url) => checkStreamUrl(url, { allow_loopback, stream_hosts }),
  hasCustomTranscription,
};
const faultsOf = createNewSessionFaults(checks);
const createAppSession = createCreateAppSession({
  ...checks,
  bots: botRepository(table),
  streams: streamRepository(table),
  apps: oauthAppRepository(table),
  secretBox: openSecretBox(table),
});
const tellTranscription = openTellTranscription(table);

export const handler = http(
  appSessionRoutes.createAppSession,
  table,
  async ({ caller, body }) => {
    const recording_settings = { ...body.recording_settings, view: 'speaker_view' } as const;
    const session = await createAppSession(caller.project_id, { ...body, recording_settings });
    // A stream that is forwarded again is answered with its session, whatever has become of it.
    return presentAppSession(await tellTranscription(session), await warningsAbout(session));
  },
  ({ recording_settings: _, ...fields }) => faultsOf(fields),
);
