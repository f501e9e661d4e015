/**
 * The numbers of the protocol, typed from https://developers.zoom.us/docs/rtms/data-types/ and compared by `maker.contract.test.ts` with the header
 * that the maker publishes.
 */

export const messageTypes = {
  SIGNALING_HAND_SHAKE_REQ: 1,
  SIGNALING_HAND_SHAKE_RESP: 2,
  DATA_HAND_SHAKE_REQ: 3,
  DATA_HAND_SHAKE_RESP: 4,
  EVENT_SUBSCRIPTION: 5,
  EVENT_UPDATE: 6,
  CLIENT_READY_ACK: 7,
  STREAM_STATE_UPDATE: 8,
  SESSION_STATE_UPDATE: 9,
  SESSION_STATE_REQ: 10,
  SESSION_STATE_RESP: 11,
  KEEP_ALIVE_REQ: 12,
  KEEP_ALIVE_RESP: 13,
  MEDIA_DATA_AUDIO: 14,
  MEDIA_DATA_VIDEO: 15,
  MEDIA_DATA_SHARE: 16,
  MEDIA_DATA_TRANSCRIPT: 17,
  MEDIA_DATA_CHAT: 18,
  STREAM_STATE_REQ: 19,
  STREAM_STATE_RESP: 20,
  STREAM_CLOSE_REQ: 21,
  STREAM_CLOSE_RESP: 22,
  META_DATA_AUDIO: 23,
  META_DATA_VIDEO: 24,
  META_DATA_SHARE: 25,
  META_DATA_TRANSCRIPT: 26,
  META_DATA_CHAT: 27,
  VIDEO_SUBSCRIPTION_REQ: 28,
  VIDEO_SUBSCRIPTION_RESP: 29,
} as const;

export const eventTypes = {
  FIRST_PACKET_TIMESTAMP: 1,
  ACTIVE_SPEAKER_CHANGE: 2,
  PARTICIPANT_JOIN: 3,
  PARTICIPANT_LEAVE: 4,
  SHARING_START: 5,
  SHARING_STOP: 6,
  MEDIA_CONNECTION_INTERRUPTED: 7,
  PARTICIPANT_VIDEO_ON: 8,
  PARTICIPANT_VIDEO_OFF: 9,
} as const;
/** They come by themselves, and the pages say not to subscribe to them. */
export const unaskedEvents: ReadonlySet<number> = new Set([
  eventTypes.FIRST_PACKET_TIMESTAMP,
  eventTypes.MEDIA_CONNECTION_INTERRUPTED,
]);

export const sessionStates = { INACTIVE: 0, INITIALIZE: 1, STARTED: 2, PAUSED: 3, RESUMED: 4, STOPPED: 5 } as const;

export const streamStates = {
  INACTIVE: 0,
  ACTIVE: 1,
  INTERRUPTED: 2,
  TERMINATING: 3,
  TERMINATED: 4,
  PAUSED: 5,
  RESUMED: 6,
} as const;

export const stopReasons = {
  UNDEFINED: 0,
  HOST_TRIGGERED: 1,
  USER_TRIGGERED: 2,
  USER_LEFT: 3,
  USER_EJECTED: 4,
  HOST_DISABLED_APP: 5,
  MEETING_ENDED: 6,
  STREAM_CANCELED: 7,
  STREAM_REVOKED: 8,
  ALL_APPS_DISABLED: 9,
  INTERNAL_EXCEPTION: 10,
  CONNECTION_TIMEOUT: 11,
  INSTANCE_CONNECTION_INTERRUPTED: 12,
  SIGNAL_CONNECTION_INTERRUPTED: 13,
  DATA_CONNECTION_INTERRUPTED: 14,
  SIGNAL_CONNECTION_CLOSED_ABNORMALLY: 15,
  DATA_CONNECTION_CLOSED_ABNORMALLY: 16,
  EXIT_SIGNAL: 17,
  AUTHENTICATION_FAILURE: 18,
  AWAIT_RECONNECTION_TIMEOUT: 19,
  RECEIVER_REQUEST_CLOSE: 20,
  CUSTOMER_DISCONNECTED: 21,
  AGENT_DISCONNECTED: 22,
  ADMIN_DISABLED_APP: 23,
  KEEP_ALIVE_TIMEOUT: 24,
  MANUAL_API_TRIGGERED: 25,
  STREAMING_NOT_SUPPORTED: 26,
} as const;
export type StopReason = (typeof stopReasons)[keyof typeof stopReasons];

/** Bits of `media_type`. */
export const mediaTypes = { AUDIO: 1, VIDEO: 2, DESKSHARE: 4, TRANSCRIPT: 8, CHAT: 16, ALL: 32 } as const;
export type MediaKind = 'audio' | 'video' | 'deskshare' | 'transcript' | 'chat';
export const contentTypes = { RTP: 1, RAW_AUDIO: 2, RAW_VIDEO: 3, FILE_STREAM: 4, TEXT: 5 } as const;
export const payloadTypes = { L16: 1, G711: 2, G722: 3, OPUS: 4, JPG: 5, PNG: 6, H264: 7 } as const;
export const sampleRates = { SR_8K: 0, SR_16K: 1, SR_32K: 2, SR_48K: 3 } as const;
export const channels = { MONO: 1, STEREO: 2 } as const;
export const resolutions = { SD: 1, HD: 2, FHD: 3, QHD: 4 } as const;
export const dataOptions = {
  AUDIO_MIXED_STREAM: 1,
  AUDIO_MULTI_STREAMS: 2,
  VIDEO_SINGLE_ACTIVE_STREAM: 3,
  VIDEO_SINGLE_INDIVIDUAL_STREAM: 4,
  VIDEO_MIXED_GALLERY_VIEW: 5,
} as const;

/** Of transcripts; the header numbers them as the alphabet orders them. */
export const transcriptLanguages = Object.fromEntries(
  `NONE ARABIC BENGALI CANTONESE CATALAN CHINESE_SIMPLIFIED CHINESE_TRADITIONAL CZECH DANISH DUTCH ENGLISH ESTONIAN FINNISH
  FRENCH_CANADA FRENCH_FRANCE GERMAN HEBREW HINDI HUNGARIAN INDONESIAN ITALIAN JAPANESE KOREAN MALAY PERSIAN POLISH PORTUGUESE
  ROMANIAN RUSSIAN SPANISH SWEDISH TAGALOG TAMIL TELUGU THAI TURKISH UKRAINIAN VIETNAMESE`
    .split(/\s+/)
    .map((name, index) => [name, index - 1]),
);

/**
 * Answers to handshakes. The header has none of them; the makers' pages contradict each other, so that only zero has a meaning to a client.
 * The first table: rtms/references/data-types.md of github.com/zoom/skills; media parameters are in no table.
 */
export const statusCodes = {
  OK: 0,
  INVALID_MESSAGE: 3,
  SESSION_NOT_FOUND: 13,
  INVALID_SIGNATURE: 15,
  INVALID_MEETING_OR_STREAM_ID: 16,
  DUPLICATE_SIGNAL_REQUEST: 17,
  INVALID_MEDIA_PARAMS: 26,
  DUPLICATE_MEDIA_CONNECTION: 31,
} as const;
export type StatusName = keyof typeof statusCodes;
/** What others say. */
export const otherStatusCodes: Readonly<Record<StatusName, number>> = {
  OK: 0,
  INVALID_MESSAGE: 1,
  SESSION_NOT_FOUND: 4,
  INVALID_SIGNATURE: 3,
  INVALID_MEETING_OR_STREAM_ID: 2,
  DUPLICATE_SIGNAL_REQUEST: 5,
  INVALID_MEDIA_PARAMS: 6,
  DUPLICATE_MEDIA_CONNECTION: 7,
};
