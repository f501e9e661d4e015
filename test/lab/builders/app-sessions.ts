import { randomBytes } from 'node:crypto';
import { type AppSession, createAppSession, type NewAppSession } from '../../../lib/domain/app-session/app-session.ts';
import type { BotStream } from '../../../lib/domain/app-session/bot-stream.ts';
import { newId } from '../../../lib/domain/ids.ts';
import { defaultTranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { takingStream } from '../../../lib/storage/bots/streams.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { openMasterKey } from '../doubles/in-process/adapters.ts';
import { storeOAuthApp } from './connections.ts';

/** A stream at the maker's servers. */
export const aBotStream = (details: Partial<BotStream> = {}): BotStream => ({
  meeting_uuid: 'meeting-of-the-lab',
  rtms_stream_id: 'stream-of-the-lab',
  server_urls: ['wss://rtms-sjc1.zoom.us'],
  signature: '0'.repeat(64),
  conf_oauth_app_id: 'coa_01KJNWKZ00ABCDEFGHJKMNPQRS',
  ...details,
});

/** A session that has just been made. */
export const anAppSession = (details: Partial<NewAppSession> = {}, at = new Date()): AppSession =>
  createAppSession(
    {
      id: newId('app_session', at, randomBytes(10)),
      project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
      deduplication_key: null,
      metadata: {},
      webhooks: [],
      recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '720p' },
      transcription_settings: defaultTranscriptionSettings,
      stream: aBotStream(),
      ...details,
    },
    at,
  );

/** Stores a session, with its stream where that is free; answers its id. */
export const storeAppSession = async (
  table: Table,
  project_id: string,
  details: Partial<Pick<AppSession, 'state' | 'recording' | 'stream'>> = {},
): Promise<string> => {
  const session = { ...anAppSession({ project_id }), ...details };
  const bots = botRepository(table);
  const taking = takingStream(project_id, session.stream, session.id, new Date());
  await bots.create(session, [taking]).catch(() => bots.create(session));
  return session.id;
};

/** Enters an app at the platform for a project, its secret sealed as an operator's is; answers its id. */
export const enterOAuthApp = async (table: Table, project_id: string): Promise<string> => {
  const { seal } = envelopeSecretBox({ masterKey: openMasterKey(), table });
  return (await storeOAuthApp(table, { project_id, secret_sealed: await seal(project_id, 'secret') })).id;
};
