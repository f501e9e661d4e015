/** What the fields of bodies cannot be, by their paths. */
import { badLinks } from '../../domain/meeting/meeting-link-corpus.ts';
import { forbiddenUrls } from '../fixtures/address-corpus.ts';
import { type Bodied, everyField } from './good-bodies.ts';

export const long = (length: number): string => 'x'.repeat(length);
const notText: readonly unknown[] = [0, 1.5, true, [], ['x'], {}];
const notWord = [null, '', ' ', 'MP4', 'constructor', ...notText];
const notMoment = [
  ...['', 'now', 'tomorrow', '2026', '2026-11-20', '2026-11-20T09:00', '2026-11-20T09:00:00', '20261120T090000Z'],
  ...['2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-11-20T25:00:00Z', '2026-11-20T09:60:00Z', '1e400'],
  ...['2000-01-01T00:00:00Z', '9999-01-01T00:00:00Z', '+100000-01-01T00:00:00Z', '2026-11-20T09:00:00+99:00'],
  ...['2026-11-20T09:00:00z ', '2026-11-20 09:00:00Z', '0000-00-00T00:00:00Z', '-2026-11-20T09:00:00Z', 'NaN'],
  ...[null, ...notText, Date.now()],
];
/** What nobody can type, or see, or what makes a text look like another one. */
const unseen = ['A\u0000B', 'A\u001bB', 'A\u007fB', 'A\u0085B', 'A\u2028B', '\u202eB', 'A\u2066B', '\u200b\u2060'];
const notSeconds = [null, -1, 0.5, 86_401, 1e21, '60', '', true, [], {}];
const notAddress = [null, '', ...notText, ...Object.values(forbiddenUrls).flat()];
/** As above, with what is spoken there; what is wrong with it for https only is left out. */
const notSocket = [
  ...[
    null,
    '',
    'wss:',
    'https://example.com/',
    'ws://example.com/',
    'wss://a b/',
    'wss://u:p@example.com/',
    ...notText,
  ],
  ...[
    'wss://example.com:8443/',
    'wss://127.0.0.1/',
    'ws://localhost/',
    'wss://[::1]/',
    'wss://10.0.0.1/',
    'wss://2130706433/',
  ],
  ...['wss://metadata.internal/', 'wss://169.254.169.254/latest', 'WSS://printer/', 'wss://example.com./'],
];
const notObject = [null, 0, 1, true, '', 'x', []];

/** By path of the field: what it cannot be. Parts of a path that do not exist are made. */
export const badValues: Readonly<Record<string, readonly unknown[]>> = {
  meeting_url: [null, ...notText, ...badLinks],
  bot_name: [null, '', ' ', '\t\n', long(256), '\ud800', 'A\nB', 'A\tB', ...unseen, ...notText],
  join_at: notMoment,
  metadata: [...notObject, { a: long(8192) }, { a: '\udfff' }, { a: 1e300 }],
  deduplication_key: ['', long(256), ...notText],
  calendar_event_id: ['cev_1', '', null, long(256), ...notText],
  bot_image: [...notObject, {}],
  'bot_image.type': [...notWord, 'image/jpeg'],
  'bot_image.data': [null, '', '!', 'x', 'eA==', Buffer.from('<svg/>').toString('base64'), long(8), ...notText],
  bot_chat_message: [...notObject, {}],
  'bot_chat_message.to': [...notWord, 'specific_user', 'host'],
  'bot_chat_message.to_user_uuid': [null, '', 'u', ...notText],
  'bot_chat_message.message': [null, '', ' ', '\n', 'A\tB', long(10_001), ...unseen, ...notText],
  webhooks: [
    ...[null, {}, 'x', 1, [null], ['https://example.com'], [{}]],
    Array.from({ length: 11 }, (_, n) => ({ ...everyField.webhooks[0], url: `https://example.com/${n}` })),
    Array(2).fill(everyField.webhooks[0]),
  ],
  'webhooks.0.url': notAddress,
  'webhooks.0.triggers': [null, [], {}, 'bot.state_change', ['x'], [null], ['bot.state_change', 'bot.state_change']],
  transcription_settings: [
    ...notObject,
    {},
    { stt_a: {}, stt_b: { model: 'gpt-4o-transcribe' } },
    { custom_async: {} },
    { stt_b: { model: 'whisper-1' } },
    { stt_b: { model: 'gpt-4o-transcribe-diarize', prompt: 'Names: Acme' } },
    ...['en-US', 'english', 'EN', 'ENG', 'qq', 'qqq', 'mul', 'zxx', '', 1].map((language) => ({
      stt_b: { model: 'gpt-transcribe', language },
    })),
    { stt_a: { keyterms: ['Acme'] } },
    { stt_a: { keyterms: ['Acme'], language: 'de' } },
    { stt_a: { keyterms: ['Acme'], language: 'en', model: 'nova-2' } },
    { stt_a: { keyterms: Array(100).fill('a b c d e f'), language: 'en' } },
    { stt_a: { model: 'base' } },
    { stt_a: { model: 'nova-3-medical' } },
    { meeting_closed_captions: { platform_a_language: 'en-us' } },
    { meeting_closed_captions: { platform_b_language: 'en' } },
    { meeting_closed_captions: { platform_c_language: 'en-US' } },
  ],
  'transcription_settings.stt_a': notObject,
  'transcription_settings.stt_a.language': [null, '', 'english', 'a b', 'en_US', long(65), ...notText],
  'transcription_settings.stt_a.model': [null, '', 'a b', 'a&b=c', long(65), ...notText],
  'transcription_settings.stt_a.keyterms': [null, 'x', [''], [1], Array(101).fill('x'), {}],
  'transcription_settings.stt_a.redact': [null, 'pci', ['x'], [1], {}],
  'transcription_settings.stt_a.use_eu_server': [null, 'true', 1, [], {}],
  recording_settings: notObject,
  'recording_settings.format': notWord,
  'recording_settings.view': notWord,
  'recording_settings.resolution': [...notWord, 720, '4k'],
  voice_agent_settings: [...notObject, { url: 'https://example.com/', screenshare_url: 'https://example.com/' }],
  // Empty: none.
  'voice_agent_settings.url': notAddress.filter((value) => value !== ''),
  'voice_agent_settings.reserve_resources': [null, 'true', 0, 1, [], {}],
  websocket_settings: [...notObject, {}],
  'websocket_settings.audio': [...notObject, {}],
  'websocket_settings.audio.url': notSocket,
  'websocket_settings.audio.per_participant': [null, 'true', 0, 1, [], {}],
  // How some services of this family say it: one socket brings both here.
  'websocket_settings.per_participant_audio': [{ url: 'wss://example.com/audio', sample_rate: 16_000 }],
  'websocket_settings.audio.sample_rate': [null, '16000', 0, 44_100, 48_000, 16_000.5, [], {}, true],
  automatic_leave_settings: notObject,
  'automatic_leave_settings.silence_timeout_seconds': [0, ...notSeconds],
  'automatic_leave_settings.silence_activate_after_seconds': notSeconds,
  'automatic_leave_settings.only_participant_in_meeting_timeout_seconds': [0, ...notSeconds],
  'automatic_leave_settings.waiting_room_timeout_seconds': [0, ...notSeconds],
  'automatic_leave_settings.max_uptime_seconds': [0, ...notSeconds.slice(1)],
  'automatic_leave_settings.bot_keywords': [null, 'x', {}, [''], [1], [long(65)], Array(51).fill('x')],
  conf_settings: notObject,
  'conf_settings.sdk': ['native', ...notWord],
  'conf_settings.onbehalf_token': [...notObject, {}],
  'conf_settings.onbehalf_token.conf_oauth_connection_user_id': [null, '', long(256), ...notText],
  callback_settings: [...notObject, {}],
  'callback_settings.conf_tokens_url': notAddress,
};

/** What a part of a bot cannot be, for the routes that change that part alone. */
const ofPart = (part: string): [path: string, values: readonly unknown[]][] =>
  Object.entries(badValues).flatMap(([path, values]) =>
    path.startsWith(`${part}.`) ? [[path.slice(part.length + 1), values]] : [],
  );

/** An id that no app ever had. */
const noSuchApp = 'coa_01KJNWKZ00ABCDEFGHJKMNPQRS';

const notCredential = [null, '', ' ', 'a b', 'a\tb', 'ä', '\u0000', ...notText];
const ofCalendars: [path: string, values: readonly unknown[]][] = [
  ['metadata', badValues.metadata ?? []],
  ['client_secret', [...notCredential, long(1025)]],
  ['refresh_token', [...notCredential, long(4097)]],
];

export const badParts: Readonly<Partial<Record<Bodied, [path: string, values: readonly unknown[]][]>>> = {
  sendChatMessage: ofPart('bot_chat_message'),
  outputVideo: [
    ['url', [...notAddress, 'https://example.com/a.webm']],
    ['loop', [null, 'true', 0, 1, [], {}]],
  ],
  updateVoiceAgentSettings: [
    // Empty: turned off.
    ['url', notAddress.filter((value) => value !== '')],
    ['screenshare_url', ['https://example.com/', ...notAddress.filter((value) => value !== '')]],
    ['reserve_resources', [true]],
  ],
  updateTranscriptionSettings: [
    ...ofPart('transcription_settings'),
    ['meeting_closed_captions', notObject],
    ['meeting_closed_captions.platform_a_language', ['', long(65), ...notText]],
    ['custom_async', [{}, { language: 'en' }, ...notObject]],
    ['stt_b', [{ model: 'whisper-1' }, { model: 'gpt-4o-transcribe' }, ...notObject]],
  ],
  createCalendar: [
    ...ofCalendars,
    ['platform', [null, '', 'yahoo', 'calendar_provider_c', 'constructor', ...notText]],
    ['client_id', [...notCredential, long(256)]],
    ['platform_uuid', ['', 'a\u0000b', 'a\nb', long(1025), ...notText]],
    ['deduplication_key', badValues.deduplication_key ?? []],
    ['state', ['connected']],
  ],
  createConnection: [
    ['authorization_code', [...notCredential, long(4097)]],
    ['redirect_uri', [null, '', 'example.com', 'ftp://example.com/', `https://example.com/${long(2048)}`, ...notText]],
    ['conf_oauth_app_id', ['', 'no-such-app', noSuchApp, null, ...notText]],
    ['is_local_recording_token_supported', [null, 'true', 0, false, [], {}]],
    ['is_onbehalf_token_supported', [null, 'true', 0, [], {}]],
    ['metadata', badValues.metadata ?? []],
    ['user_id', ['somebody']],
  ],
  createAppSession: [
    ['conf_rtms', [null, {}, { meeting_uuid: 'm', rtms_stream_id: 's' }, ...notObject]],
    ['conf_rtms.server_urls', ['', 'ws://rtms.zoom.us', 'wss://example.com', 'https://rtms.zoom.us', null]],
    ['conf_oauth_app_id', ['', 'no-such-app', null, ...notText]],
    ['metadata', badValues.metadata ?? []],
    ['deduplication_key', badValues.deduplication_key ?? []],
    ['recording_settings', [null, { format: 'wav' }, { view: 'gallery_view' }, ...notObject]],
    ['meeting_url', ['https://zoom.us/j/1']],
  ],
  endStream: [
    ['rtms_stream_id', ['', null, ...notText]],
    // Not both, not even of one stream.
    ['conf_rtms', [null, {}, { rtms_stream_id: 'stream-of-the-lab' }, { payload: {} }, ...notObject]],
  ],
  updateCalendar: [
    ...ofCalendars,
    ['client_id', ['app']],
    ['platform_uuid', ['x', null]],
    ['deduplication_key', ['k', null]],
  ],
};
