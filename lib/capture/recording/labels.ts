/** What players show of a recording besides its pictures and sound: title, who made it, its day, and chapters to jump to. Pure. */
import type { RecordingPart } from '../../domain/captured/recording.ts';

/** A stretch of the recording, in time that counts from its beginning. */
export interface Chapter {
  readonly from_ms: number;
  readonly until_ms: number;
  /** The time of day when it began. */
  readonly title: string;
}

export interface Labels {
  readonly title: string;
  readonly artist: string;
  readonly began_at: Date;
  /** Where the recording goes on after a pause or a loss. One part has no chapters. */
  readonly chapters: readonly Chapter[];
}

// Both lists of chapters, MP4's and MP3's, have their count in one byte.
const mostChapters = 255;

/** The day and the time of day, in UTC. */
const wordsOf = (at: Date): [day: string, time: string] => [
  at.toISOString().slice(0, 10),
  at.toISOString().slice(11, 19),
];

const chaptersOf = (parts: readonly RecordingPart[]): Chapter[] => {
  if (parts.length < 2) return [];
  let from_ms = 0;
  return parts.slice(0, mostChapters).map(({ start_timestamp_ms, duration_ms }) => {
    const [, time] = wordsOf(new Date(start_timestamp_ms));
    const chapter = { from_ms, until_ms: from_ms + duration_ms, title: `${time} UTC` };
    from_ms = chapter.until_ms;
    return chapter;
  });
};

/** The labels of a recording by a bot of this name. */
export const labelsOf = (bot_name: string, parts: readonly RecordingPart[]): Labels => {
  const began_at = new Date(parts[0]?.start_timestamp_ms ?? 0);
  const [day, time] = wordsOf(began_at);
  return {
    title: `${bot_name} ${day} ${time.slice(0, 5)} UTC`,
    artist: bot_name,
    began_at,
    chapters: chaptersOf(parts),
  };
};
