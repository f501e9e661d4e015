/** What clients may send. Shapes: https://developers.zoom.us/docs/rtms/event-reference/universal-events/, …/media-parameter-definition/ */
import * as z from 'zod';
import {
  channels,
  contentTypes,
  dataOptions,
  mediaTypes,
  messageTypes,
  payloadTypes,
  resolutions,
  sampleRates,
} from './numbers.ts';

const id = z.string().min(1);
const common = {
  protocol_version: z.literal(1),
  meeting_uuid: id,
  rtms_stream_id: id,
  signature: z.string().regex(/^[0-9a-f]{64}$/),
  sequence: z.int().nonnegative().exactOptional(),
};

const AudioParams = z.strictObject({
  content_type: z.enum(contentTypes).exactOptional(),
  sample_rate: z.enum(sampleRates).exactOptional(),
  channel: z.enum(channels).exactOptional(),
  codec: z.enum(payloadTypes).exactOptional(),
  data_opt: z.enum(dataOptions).exactOptional(),
  /** Milliseconds of sound in a message: multiples of 20, up to a second. */
  send_rate: z.int().min(20).max(1000).multipleOf(20).exactOptional(),
});
const pictures = {
  content_type: z.enum(contentTypes).exactOptional(),
  codec: z.enum(payloadTypes).exactOptional(),
  resolution: z.enum(resolutions).exactOptional(),
  fps: z.int().min(1).max(30).exactOptional(),
};
const MediaParams = z.strictObject({
  audio: AudioParams.exactOptional(),
  video: z.strictObject({ ...pictures, data_opt: z.enum(dataOptions).exactOptional() }).exactOptional(),
  deskshare: z.strictObject(pictures).exactOptional(),
  transcript: z
    .strictObject({
      content_type: z.enum(contentTypes).exactOptional(),
      src_language: z.int().min(-1).max(36).exactOptional(),
      language: z.int().min(-1).max(36).exactOptional(),
      enable_lid: z.boolean().exactOptional(),
    })
    .exactOptional(),
  chat: z.strictObject({ content_type: z.enum(contentTypes).exactOptional() }).exactOptional(),
});
export type MediaParams = z.infer<typeof MediaParams>;

const everyType = Object.values(mediaTypes).reduce((all: number, bit) => all | bit, 0);

/** By type of message; unknown members are a mistake of the client. */
export const ClientMessage = z.discriminatedUnion('msg_type', [
  z.strictObject({
    msg_type: z.literal(messageTypes.SIGNALING_HAND_SHAKE_REQ),
    ...common,
    // https://developers.zoom.us/changelog/rtms/may-09-2026/
    buffer_data: z.boolean().exactOptional(),
    // The maker's own client says who it is.
    rtms_client_agent: z.string().exactOptional(),
  }),
  z.strictObject({
    msg_type: z.literal(messageTypes.DATA_HAND_SHAKE_REQ),
    ...common,
    media_type: z.int().min(1).max(everyType),
    payload_encryption: z.boolean().exactOptional(),
    // The maker's own client sends null for what needs none.
    media_params: MediaParams.nullable().exactOptional(),
  }),
  z.strictObject({
    msg_type: z.literal(messageTypes.EVENT_SUBSCRIPTION),
    events: z.array(z.strictObject({ event_type: z.int(), subscribe: z.boolean() })),
  }),
  z.strictObject({ msg_type: z.literal(messageTypes.CLIENT_READY_ACK), rtms_stream_id: id }),
  z.strictObject({
    msg_type: z.literal(messageTypes.KEEP_ALIVE_RESP),
    timestamp: z.int(),
    sequence: z.int().exactOptional(),
  }),
  z.strictObject({ msg_type: z.literal(messageTypes.SESSION_STATE_REQ), session_id: id }),
  z.strictObject({ msg_type: z.literal(messageTypes.STREAM_STATE_REQ), rtms_stream_id: id }),
  z.strictObject({ msg_type: z.literal(messageTypes.STREAM_CLOSE_REQ), rtms_stream_id: id }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

const defaults = {
  audio: {
    content_type: contentTypes.RAW_AUDIO,
    sample_rate: sampleRates.SR_16K,
    channel: channels.MONO,
    codec: payloadTypes.L16,
    data_opt: dataOptions.AUDIO_MIXED_STREAM,
    send_rate: 20,
  },
  video: {
    content_type: contentTypes.RAW_VIDEO,
    codec: payloadTypes.H264,
    data_opt: dataOptions.VIDEO_SINGLE_ACTIVE_STREAM,
    resolution: resolutions.HD,
    fps: 25,
  },
  deskshare: { content_type: contentTypes.RAW_VIDEO, codec: payloadTypes.JPG, resolution: resolutions.HD, fps: 1 },
} as const;

export interface Agreed {
  readonly audio: Required<NonNullable<MediaParams['audio']>>;
  readonly video: Required<NonNullable<MediaParams['video']>>;
  readonly deskshare: Required<NonNullable<MediaParams['deskshare']>>;
}

/** What a client asked for, with the defaults for the rest. */
export const agreedOn = (params: MediaParams | null | undefined): Agreed => ({
  audio: { ...defaults.audio, ...params?.audio },
  video: { ...defaults.video, ...params?.video },
  deskshare: { ...defaults.deskshare, ...params?.deskshare },
});

/** What contradicts itself, or is more than the stand-in can give. */
export const objectionTo = ({ audio, video }: Agreed): string | undefined => {
  // MEDIA_PARAMETERS.md of github.com/zoom/rtms-samples: stereo is for Opus only.
  if (audio.channel === channels.STEREO && audio.codec !== payloadTypes.OPUS) return 'stereo needs Opus';
  if (audio.codec === payloadTypes.OPUS) {
    if (audio.sample_rate !== sampleRates.SR_48K || audio.send_rate !== 20) return 'Opus comes in 20 ms at 48 kHz';
    if (audio.data_opt !== dataOptions.AUDIO_MULTI_STREAMS) return 'the stand-in has no mixed Opus';
  } else if (audio.codec !== payloadTypes.L16) return 'the stand-in has L16 and Opus';
  if (audio.content_type !== contentTypes.RAW_AUDIO) return 'audio is raw';
  if (audio.sample_rate === sampleRates.SR_32K) return 'the stand-in has no 32 kHz';
  // rtms/references/media-types.md of github.com/zoom/skills: pictures up to 5 a second, H.264 above.
  if ((video.codec === payloadTypes.H264) !== video.fps > 5)
    return 'H.264 is for more than 5 pictures a second, and only it';
  if (video.codec !== payloadTypes.H264) return 'the stand-in has H.264 video only';
  if (video.data_opt !== dataOptions.VIDEO_SINGLE_ACTIVE_STREAM) return 'the stand-in shows the active speaker';
  return undefined;
};
