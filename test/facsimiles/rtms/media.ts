/** Sound, pictures, transcript and chat, as they go to one media connection. https://developers.zoom.us/docs/rtms/meetings/media/ */
import type { Frame } from './films/footage.ts';
import type { Line } from './line.ts';
import { type Film, framesBetween, type Meeting, type Person } from './meeting.ts';
import type { Agreed } from './messages.ts';
import { dataOptions, type MediaKind, mediaTypes, messageTypes, payloadTypes, sampleRates } from './numbers.ts';
import type { StreamQuirks } from './quirks.ts';

const bits: Record<MediaKind, number> = {
  audio: mediaTypes.AUDIO,
  video: mediaTypes.VIDEO,
  deskshare: mediaTypes.DESKSHARE,
  transcript: mediaTypes.TRANSCRIPT,
  chat: mediaTypes.CHAT,
};
/** The kinds that are asked for; who asks for all has what there is. */
export const kindsIn = (types: number): MediaKind[] =>
  (Object.keys(bits) as MediaKind[]).filter((kind) => (types & bits[kind]) !== 0);

export const overlap = (some: number, others: number): boolean =>
  (some & others) !== 0 || ((some | others) & mediaTypes.ALL) !== 0;

const hertz: Readonly<Record<number, number>> = {
  [sampleRates.SR_8K]: 8_000,
  [sampleRates.SR_16K]: 16_000,
  [sampleRates.SR_48K]: 48_000,
};

// Pictures of a shared screen come up to five a second: rtms/references/media-types.md of github.com/zoom/skills.
const mostStills = 5;

/** What a connection asked for, and how far it was served. */
export interface MediaLine {
  readonly line: Line;
  readonly types: number;
  readonly agreed: Agreed;
  /** The client said that it is ready for it. */
  ready: boolean;
  soundUntil_ms: number;
  picturesUntil_ms: number;
  stillAt_ms: number;
}

export interface MediaSender {
  /** Sends sound and pictures up to this moment; while paused they pass by. */
  upTo(one: MediaLine, at_ms: number, paused: boolean): void;
  text(
    one: MediaLine,
    kind: 'transcript' | 'chat',
    person: Person,
    text: string,
    at_ms: number,
    span?: readonly [number, number],
  ): void;
}

export interface MediaSetting {
  readonly meeting: Meeting;
  readonly quirks: StreamQuirks;
  readonly still: Uint8Array;
  readonly say: (line: Line, message: { readonly msg_type: number } & Readonly<Record<string, unknown>>) => void;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

export const aMediaSender = ({ meeting, quirks, still, say }: MediaSetting): MediaSender => {
  const wants = ({ types }: MediaLine, kind: MediaKind): boolean => (types & (bits[kind] | mediaTypes.ALL)) !== 0;
  const stamp = (at_ms: number): number => (quirks.microseconds ? at_ms * 1000 : at_ms);

  const message = (
    one: MediaLine,
    msg_type: number,
    person: Person | undefined,
    data: ArrayBufferView,
    at_ms: number,
  ) => {
    // Sound of all together is nobody's.
    const { user_id, user_name } = person ?? { user_id: 0, user_name: '' };
    // The length came in 2026-05: https://developers.zoom.us/changelog/rtms/may-09-2026/
    const coded = { data: bytesOf(data).toString('base64'), length: data.byteLength };
    say(one.line, { msg_type, content: { user_id, user_name, ...coded, timestamp: stamp(at_ms) } });
  };

  const sound = (one: MediaLine, from: number, to: number): void => {
    const { sample_rate, data_opt, codec } = one.agreed.audio;
    const rate = hertz[sample_rate] ?? 16_000;
    const { MEDIA_DATA_AUDIO } = messageTypes;
    if (data_opt === dataOptions.AUDIO_MIXED_STREAM) {
      message(one, MEDIA_DATA_AUDIO, undefined, meeting.mixed(rate, from, to), from);
      return;
    }
    for (const { person, samples, packet } of meeting.voices(rate, from, to)) {
      const data = codec === payloadTypes.OPUS ? packet : samples;
      if (data.length > 0) message(one, MEDIA_DATA_AUDIO, person, data, from);
    }
  };

  const isSent = (film: Film, frame: Frame, at_ms: number): boolean =>
    !quirks.noSpsFirst || !frame.key || at_ms - film.from_ms >= 1000;
  const film = (one: MediaLine, msg_type: number, shown: Film, from: number, to: number): void => {
    for (const { frame, at_ms } of framesBetween(shown, from, to)) {
      if (isSent(shown, frame, at_ms)) message(one, msg_type, shown.person, frame.bytes, at_ms);
    }
  };
  const share = (one: MediaLine, shared: Film, from: number, to: number): void => {
    const { codec, fps } = one.agreed.deskshare;
    if (codec === payloadTypes.H264 && !quirks.jpegShare) {
      film(one, messageTypes.MEDIA_DATA_SHARE, shared, from, to);
      return;
    }
    if (to - one.stillAt_ms < 1000 / Math.min(fps, mostStills)) return;
    one.stillAt_ms = to;
    message(one, messageTypes.MEDIA_DATA_SHARE, shared.person, still, to);
  };

  return {
    upTo(one, at_ms, paused) {
      const { send_rate } = one.agreed.audio;
      while (at_ms - one.soundUntil_ms >= send_rate) {
        const from = one.soundUntil_ms;
        one.soundUntil_ms += send_rate;
        if (!paused && wants(one, 'audio')) sound(one, from, one.soundUntil_ms);
      }
      const from = one.picturesUntil_ms;
      one.picturesUntil_ms = at_ms;
      if (paused) return;
      const { camera, shared } = meeting;
      if (camera && wants(one, 'video')) film(one, messageTypes.MEDIA_DATA_VIDEO, camera, from, at_ms);
      if (shared && wants(one, 'deskshare')) share(one, shared, from, at_ms);
      if (quirks.unknownMessages && Math.floor(from / 1000) !== Math.floor(at_ms / 1000)) {
        for (const msg_type of [messageTypes.META_DATA_AUDIO, 99]) say(one.line, { msg_type, content: {} });
      }
    },
    text(one, kind, { user_id, user_name }, data, at_ms, span) {
      if (!wants(one, kind)) return;
      const msg_type = kind === 'chat' ? messageTypes.MEDIA_DATA_CHAT : messageTypes.MEDIA_DATA_TRANSCRIPT;
      const times = span && { start_time: stamp(span[0]), end_time: stamp(span[1]), language: 9, attribute: 1 };
      say(one.line, { msg_type, content: { user_id, user_name, data, timestamp: stamp(at_ms), ...times } });
    },
  };
};
