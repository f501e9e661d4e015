/** What a bot's settings ask of its recording: sizes, rates and bitrates. */
import type { RecordingSettings } from '../../domain/bot/settings.ts';
import type { RecordingWish } from '../meeting/source.ts';

const sizes = { '1080p': { width: 1920, height: 1080 }, '720p': { width: 1280, height: 720 } } as const;
const videoBitrates = { '1080p': 3_000_000, '720p': 1_500_000 } as const;

export const frameSize = ({ resolution }: Pick<RecordingSettings, 'resolution'>): { width: number; height: number } =>
  sizes[resolution];

/** Undefined where nothing is to be recorded. */
export const wishOf = (settings: RecordingSettings): RecordingWish | undefined => {
  if (settings.format === 'none') return undefined;
  // Mono: a meeting is a mix of people, not a stage.
  if (settings.format === 'mp3') return { sound: { codec: 'mp3', bitrate: 64_000 } };
  const pictures = {
    view: settings.view,
    ...frameSize(settings),
    // What cameras in meetings send, and a fifth less work than 30.
    max_fps: 24,
    min_fps: 10,
    video_bitrate: videoBitrates[settings.resolution],
  };
  return { pictures, sound: { codec: 'aac', bitrate: 96_000 } };
};
