import type { AppSession } from '../../domain/app-session/app-session.ts';
import type { AppSessionBody } from '../schemas/app-sessions.ts';

/**
 * What of an app session a client sees: neither the servers of its stream, nor what opens it. `warnings`: what the client
 * should know about the settings that it has just sent.
 */
export const presentAppSession = (session: AppSession, warnings: readonly string[] = []): AppSessionBody => {
  const { id, state, transcription_state, recording_state, stream, deduplication_key, metadata } = session;
  const { meeting_uuid, rtms_stream_id, conf_oauth_app_id } = stream;
  const events = session.events.map(({ type, sub_type, created_at }) => ({ type, sub_type, created_at }));
  return {
    id,
    state,
    events,
    transcription_state,
    recording_state,
    meeting_uuid,
    rtms_stream_id,
    conf_oauth_app_id,
    deduplication_key,
    metadata,
    created_at: session.join_at,
    updated_at: events.at(-1)?.created_at ?? session.join_at,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
};
