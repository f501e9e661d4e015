/** Bodies that must be taken: one for each route that takes one, and one with every field of a bot. */
import type { RouteName } from '../../../lib/api/routes.ts';
import { aPng } from '../builders/pictures.ts';
import { roomHost } from '../hosts/room-host.ts';
import { secret } from '../secrets.ts';

const hour = 3_600_000;
const soon = new Date(Date.now() + hour).toISOString();
export const goodBody = { meeting_url: `https://${roomHost}/room/daily`, bot_name: 'Notes' };
/** A body with every field that a bot can have. */
export const everyField = {
  ...goodBody,
  join_at: soon,
  metadata: { customer: 'acme' },
  deduplication_key: 'k',
  bot_image: { type: 'image/png', data: aPng().toString('base64') },
  bot_chat_message: { to: 'everyone', message: 'hello' },
  webhooks: [{ url: 'https://example.com/hook', triggers: ['bot.state_change'] }],
  transcription_settings: { stt_a: { language: 'en', model: 'nova-3' } },
  recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '720p' },
  voice_agent_settings: { url: 'https://example.com/agent', reserve_resources: true },
  websocket_settings: { audio: { url: 'wss://example.com/audio', sample_rate: 24_000 } },
  automatic_leave_settings: { waiting_room_timeout_seconds: 60, bot_keywords: ['bot'] },
  conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: 'u' } },
  callback_settings: { conf_tokens_url: 'https://example.com/tokens' },
};

/** A body for each route that takes one. */
export const goodBodies = {
  createBot: goodBody,
  updateBot: { metadata: {} },
  sendChatMessage: { message: 'Hello' },
  outputVideo: { url: 'https://example.com/a.mp4' },
  updateVoiceAgentSettings: { url: 'https://example.com/agent' },
  updateTranscriptionSettings: { meeting_closed_captions: { platform_a_language: 'de-DE' } },
  createCalendar: {
    platform: 'calendar_provider_a',
    client_id: 'app',
    client_secret: secret('client'),
    refresh_token: secret('refresh'),
  },
  updateCalendar: { refresh_token: secret('another') },
  createConnection: { authorization_code: 'c0de', redirect_uri: 'https://example.com/connected' },
  createAppSession: {
    conf_rtms: { meeting_uuid: 'm', rtms_stream_id: 's', server_urls: 'wss://rtms-sjc1.zoom.us' },
  },
  endStream: { rtms_stream_id: 'stream-of-the-lab' },
} as const satisfies Partial<Record<RouteName, object>>;
/** A route that takes a body. */
export type Bodied = keyof typeof goodBodies;
export const bodied = Object.keys(goodBodies) as Bodied[];
export const goodBodyFor = (route: RouteName): object | undefined => ({ ...goodBodies })[route as Bodied];
