/**
 * The numbers of LiveKit's protocol that the adapter goes by: `livekit_rtc.proto` and `livekit_models.proto`, as
 * `@livekit/protocol` 1.52 has them, which numbers no field anew.
 */

/** What the server says over the socket. */
export const response = {
  join: 1,
  update: 5,
  published: 6,
  leave: 8,
  mute: 9,
  streamStates: 13,
  unpublished: 17,
  reconnect: 19,
  roomMoved: 24,
} as const;
/** What the page says over it. */
export const request = { mute: 5, trackSettings: 7, leave: 8, syncState: 12 } as const;
export const trackPublished = { track: 2 } as const;
export const trackUnpublished = { sid: 1 } as const;
/** In either direction. */
export const muteRequest = { sid: 1, muted: 2 } as const;

export const joinResponse = { participant: 2, others: 3 } as const;
export const roomMoved = { participant: 3, others: 4 } as const;
export const streamStates = { states: 1 } as const;
export const streamState = { track: 2 } as const;
/** How a track is wanted of the server; `quality` counts where no size is named. */
export const trackSettings = { tracks: 1, disabled: 3, quality: 4, width: 5, height: 6 } as const;
export const videoQuality = { high: 2 } as const;
export const participantUpdate = { participants: 1 } as const;
export const leaveRequest = { canReconnect: 1, reason: 2, action: 3 } as const;

/** Why a client is disconnected, by number. */
export const disconnectReasons: readonly string[] = [
  'UNKNOWN_REASON',
  'CLIENT_INITIATED',
  'DUPLICATE_IDENTITY',
  'SERVER_SHUTDOWN',
  'PARTICIPANT_REMOVED',
  'ROOM_DELETED',
  'STATE_MISMATCH',
  'JOIN_FAILURE',
  'MIGRATION',
  'SIGNAL_CLOSE',
  'ROOM_CLOSED',
  'USER_UNAVAILABLE',
  'USER_REJECTED',
  'SIP_TRUNK_FAILURE',
  'CONNECTION_TIMEOUT',
  'MEDIA_FAILURE',
  'AGENT_ERROR',
];

export const participant = {
  sid: 1,
  identity: 2,
  state: 3,
  tracks: 4,
  joinedAt_s: 6,
  name: 9,
  permission: 11,
  kind: 14,
  joinedAt_ms: 17,
} as const;
export const participantState = { disconnected: 3 } as const;
/** `egress` records or streams the meeting for somebody who is not in it; an `agent` is a program that takes part. */
export const participantKind = { egress: 2, agent: 4 } as const;
/** `agent` is of servers that do not tell kinds. Where no sources are named, all may be sent. */
export const permission = { send: 2, write: 3, hidden: 7, recorder: 8, sources: 9, agent: 11 } as const;

export const track = { sid: 1, type: 2, muted: 4, source: 9, encryption: 16, stream: 17 } as const;
export const trackType = { audio: 0, video: 1 } as const;
export const trackSource = { camera: 1, microphone: 2, screen: 3, screenSound: 4 } as const;

/** What is exchanged over data channels. */
export const packet = {
  user: 2,
  senderIdentity: 4,
  transcription: 7,
  chatMessage: 9,
  streamHeader: 13,
  streamChunk: 14,
  streamTrailer: 15,
  senderSid: 17,
  encrypted: 18,
} as const;
export const userPacket = { payload: 2, topic: 4, senderIdentity: 5 } as const;
export const chatMessage = { id: 1, text: 4 } as const;
export const streamHeader = {
  id: 1,
  topic: 3,
  attributes: 8,
  textHeader: 9,
  inlineContent: 11,
  compression: 12,
} as const;
export const textHeader = { operation: 1, generated: 5 } as const;
/** Those that make no text. */
export const textOperation = { takenBack: 2, reaction: 3 } as const;
export const streamChunk = { id: 1, number: 2, content: 3 } as const;
export const streamTrailer = { id: 1, attributes: 3 } as const;
export const attribute = { key: 1, value: 2 } as const;
export const compression = { none: 0, deflateRaw: 1 } as const;
/** What agents before text streams send of what was said, and newer ones as well. */
export const transcription = { identity: 2, track: 3, segments: 4 } as const;
export const segment = { id: 1, text: 2, final: 5 } as const;

/** Of older pages, which change by another topic what they wrote. */
const olderChat: readonly string[] = ['lk-chat-topic', 'lk-chat-update-topic'];
export const topics = { chat: 'lk.chat', olderChat, transcription: 'lk.transcription' } as const;
/** Of a text stream of transcription. */
export const transcriptionAttributes = {
  segment: 'lk.segment_id',
  track: 'lk.transcribed_track_id',
  final: 'lk.transcription_final',
} as const;
