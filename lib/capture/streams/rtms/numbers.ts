/** The numbers of the protocol that a client uses: https://developers.zoom.us/docs/rtms/data-types/ */
import type { ZoomLanguage } from '../../../domain/transcription/caption-languages.ts';

export const messageTypes = {
  signaling_handshake: 1,
  signaling_answer: 2,
  media_handshake: 3,
  media_answer: 4,
  subscription: 5,
  event: 6,
  ready: 7,
  stream_state: 8,
  session_state: 9,
  keep_alive: 12,
  keep_alive_answer: 13,
  audio: 14,
  video: 15,
  share: 16,
  transcript: 17,
  chat: 18,
  close: 21,
} as const;

/** Those that are subscribed to: two others come by themselves, and are not to be asked for. */
export const eventTypes = {
  active_speaker: 2,
  join: 3,
  leave: 4,
  sharing_start: 5,
  sharing_stop: 6,
  video_on: 8,
  video_off: 9,
} as const;

export const streamStates = { active: 1, terminating: 3, terminated: 4, paused: 5, resumed: 6 } as const;
export const sessionStates = { started: 2, paused: 3, resumed: 4, stopped: 5 } as const;

/** Bits of what is asked for. */
export const mediaTypes = { audio: 1, video: 2, share: 4, transcript: 8, chat: 16 } as const;
export type MediaKind = keyof typeof mediaTypes;
export const contentTypes = { raw_audio: 2, raw_video: 3, text: 5 } as const;
export const codecs = { l16: 1, h264: 7 } as const;
export const sampleRates = { hz_16000: 1, hz_48000: 3 } as const;
export const channels = { mono: 1 } as const;
export const resolutions = { hd: 2, full_hd: 3 } as const;
export const dataOptions = { mixed_audio: 1, audio_by_person: 2, active_speaker: 3 } as const;

/** What a transcript's message does with its sentence: https://developers.zoom.us/docs/rtms/contact-center/transcript-updates/ */
export const sentenceAttributes = { revised: 2, withdrawn: 3 } as const;

/** Languages of the transcript, by the names that the platform's menu has for them. */
export const transcriptLanguages: Readonly<Record<string, number>> = {
  Arabic: 0,
  Cantonese: 2,
  'Chinese (Simplified)': 4,
  Czech: 6,
  Danish: 7,
  Dutch: 8,
  English: 9,
  Estonian: 10,
  Finnish: 11,
  'French (Canada)': 12,
  French: 13,
  German: 14,
  Hebrew: 15,
  Hindi: 16,
  Hungarian: 17,
  Indonesian: 18,
  Italian: 19,
  Japanese: 20,
  Korean: 21,
  Malay: 22,
  Persian: 23,
  Polish: 24,
  Portuguese: 25,
  Romanian: 26,
  Russian: 27,
  Spanish: 28,
  Swedish: 29,
  Tagalog: 30,
  Tamil: 31,
  Telugu: 32,
  Thai: 33,
  Turkish: 34,
  Ukrainian: 35,
  Vietnamese: 36,
} satisfies Readonly<Record<ZoomLanguage, number>>;
