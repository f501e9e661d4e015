/** What a client says of itself and asks for. https://developers.zoom.us/docs/rtms/meetings/work-with-streams/, …/media/ */
import type { StreamIds } from '../../../domain/app-session/stream.ts';
import {
  channels,
  codecs,
  contentTypes,
  dataOptions,
  eventTypes,
  type MediaKind,
  mediaTypes,
  messageTypes,
  resolutions,
  sampleRates,
  transcriptLanguages,
} from './numbers.ts';

/** A stream, and what opens it: hex of HMAC-SHA256 of its ids, by the secret of the client's app. */
export interface StreamKey extends StreamIds {
  readonly signature: string;
}

/** How people's sound comes. */
export interface SoundForm {
  readonly sample_rate: 48_000 | 16_000;
  readonly by_person: boolean;
}

/** From the best on; servers refuse some. */
export const soundForms: readonly [SoundForm, ...SoundForm[]] = [
  { sample_rate: 48_000, by_person: true },
  { sample_rate: 16_000, by_person: true },
  { sample_rate: 16_000, by_person: false },
];

export type WantedPictures = 'none' | 'hd' | 'full_hd';

/** What is wanted of a stream, besides its sound and its chat. */
export interface Wanted {
  readonly pictures: WantedPictures;
  /** What is said, as the platform writes it down. */
  readonly hasTranscript: boolean;
  /** Of the transcript, as the platform's menu calls it; found out by the platform where it is not said. */
  readonly language?: string | undefined;
}

// Larger messages cost less, and are late by no more than this.
const soundEveryMs = 100;
// H.264 is for more than five pictures a second, and for no more than cameras in meetings give.
const picturesPerSecond = 25;

/** What is asked for at a time. */
export interface AskedMedia {
  readonly sound: SoundForm;
  readonly kinds: readonly MediaKind[];
}

const keyed = ({ meeting_uuid, rtms_stream_id, signature }: StreamKey, sequence: number) => ({
  protocol_version: 1,
  sequence,
  meeting_uuid,
  rtms_stream_id,
  signature,
});

/** What was said before the first connection is kept for a minute, and sent to those who ask for it. */
export const signalingHandshake = (key: StreamKey, sequence: number) => ({
  msg_type: messageTypes.signaling_handshake,
  ...keyed(key, sequence),
  buffer_data: true,
});

const transcriptIn = (language: string | undefined) => {
  const src_language = language === undefined ? undefined : transcriptLanguages[language];
  return {
    content_type: contentTypes.text,
    ...(src_language === undefined ? { enable_lid: true } : { src_language, enable_lid: false }),
  };
};

export const mediaHandshake = (
  key: StreamKey,
  sequence: number,
  { sound, kinds }: AskedMedia,
  { pictures, language }: Wanted,
) => {
  const picture = {
    content_type: contentTypes.raw_video,
    codec: codecs.h264,
    resolution: resolutions[pictures === 'none' ? 'hd' : pictures],
    fps: picturesPerSecond,
  };
  const params: Readonly<Record<MediaKind, object>> = {
    audio: {
      audio: {
        content_type: contentTypes.raw_audio,
        sample_rate: sound.sample_rate === 48_000 ? sampleRates.hz_48000 : sampleRates.hz_16000,
        channel: channels.mono,
        codec: codecs.l16,
        data_opt: sound.by_person ? dataOptions.audio_by_person : dataOptions.mixed_audio,
        send_rate: soundEveryMs,
      },
    },
    video: { video: { ...picture, data_opt: dataOptions.active_speaker } },
    share: { deskshare: picture },
    transcript: { transcript: transcriptIn(language) },
    chat: { chat: { content_type: contentTypes.text } },
  };
  return {
    msg_type: messageTypes.media_handshake,
    ...keyed(key, sequence),
    media_type: kinds.reduce((types, kind) => types | mediaTypes[kind], 0),
    payload_encryption: false,
    media_params: Object.assign({}, ...kinds.map((kind) => params[kind])),
  };
};

export const subscription = () => ({
  msg_type: messageTypes.subscription,
  events: Object.values(eventTypes).map((event_type) => ({ event_type, subscribe: true })),
});

export const readiness = ({ rtms_stream_id }: StreamIds) => ({ msg_type: messageTypes.ready, rtms_stream_id });
export const closing = ({ rtms_stream_id }: StreamIds) => ({ msg_type: messageTypes.close, rtms_stream_id });
