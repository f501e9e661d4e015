/** In which form programs pass pictures and sound on to each other and to Node. */

/** MP3 stands alone, AAC goes with pictures. */
export type SoundCodec = 'aac' | 'mp3';
export const soundCodec = ({ codec }: AudioDecoderConfig): SoundCodec => (codec === 'mp3' ? 'mp3' : 'aac');

/** How the packets of a take are decoded. */
export interface DecoderConfigs {
  /** Absent where there is only sound. */
  readonly video?: VideoDecoderConfig | undefined;
  readonly audio: AudioDecoderConfig;
}

/** The pictures of a voice agent: Baseline at 720 lines; in the stream itself are its parameters (Annex B). */
export const agentCodec = 'avc1.42001f';
