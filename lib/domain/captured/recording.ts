/** The finished recording of a bot, and what may be asked of one. */
import * as z from 'zod';

export const recordingFormats = ['mp4', 'mp3', 'none'] as const;
export const recordingViews = ['speaker_view', 'gallery_view', 'speaker_view_no_sidebar'] as const;
export const recordingResolutions = ['1080p', '720p'] as const;

/** An unbroken stretch of a recording; `start_timestamp_ms` is Unix time. */
export const RecordingPart = z.object({ start_timestamp_ms: z.int(), duration_ms: z.int().nonnegative() });
export type RecordingPart = z.infer<typeof RecordingPart>;

/** Still pictures of what was shown and came as no film, in one file: from the first to the last of them. */
export const Stills = z.object({
  key: z.string(),
  start_timestamp_ms: z.int(),
  duration_ms: z.int(),
  size_bytes: z.int(),
});
export type Stills = z.infer<typeof Stills>;

/** The finished recording of a bot; `key` is its place in the media store. */
export const Recording = z.object({
  key: z.string(),
  format: z.enum(['mp4', 'mp3']),
  start_timestamp_ms: z.int(),
  duration_ms: z.int(),
  size_bytes: z.int(),
  /** In order and one behind the other in the file; the time between them was paused or lost. */
  parts: z.array(RecordingPart),
  stills: Stills.exactOptional(),
  /** When it was stored, from which the store counts its age; absent from those of earlier versions. */
  stored_at: z.string().exactOptional(),
});
export type Recording = z.infer<typeof Recording>;
