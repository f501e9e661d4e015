import type { AppSession } from '../../domain/app-session/app-session.ts';
import { missingMediaWarnings } from '../../domain/bot/missing-media.ts';
import type { AppSessionBody } from '../schemas/app-sessions.ts';

/**
 * What of an app session a client sees: neither the servers of its stream, nor what opens it. `about`: what the client
 * should know about the settings that it has just sent, before what was missing in the meeting.
 */
export const presentAppSession = (session: AppSession, about: readonly string[] = []): AppSessionBody => {
  const warnings = [...about, ...missingMediaWarnings(session)];
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
    ...(warnings.length > 0 && { warnings }),
  };
};
