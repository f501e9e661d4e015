/** Makes utterances of captions. Pure but for its memory. */
import type { Utterance } from '../../../domain/captured/captured.ts';
import { BoundedSet } from '../../../process/bounded.ts';
import type { CaptionView } from '../../meeting/view.ts';
import type { Roster } from '../people/roster.ts';
import type { TranscribedTime } from './transcribed-time.ts';

const mostRemembered = 10_000;

const momentOf = (speaker: string, at_ms: number): string => `${at_ms} ${speaker}`;

/**
 * Each caption once, when it is final, also when an earlier worker has `reported` it: those of which all was said while
 * it was to be written down. One that goes on beyond that time is told as far as it was shown until then, one that began
 * before it not at all; but for what is being said when the bot comes in and may record at once: that is told as the
 * platform shows it. Name and role of the speaker are those of the tile where there is one.
 */
export const createCaptionReader = (
  roster: Pick<Roster, 'find'>,
  time: Pick<TranscribedTime, 'isOpen' | 'hold'>,
  reported?: readonly Utterance[],
) => {
  const ids = new BoundedSet<string>(mostRemembered);
  /** Shown while they were not to be written down. */
  const withheld = new BoundedSet<string>(mostRemembered);
  // A meeting that is joined anew may call the same caption by another id.
  const told = new BoundedSet(
    mostRemembered,
    (reported ?? []).map(({ speaker_uuid, timestamp_ms }) => momentOf(speaker_uuid, timestamp_ms)),
  );
  /** As they were shown last while they were to be written down. */
  let unfinished: readonly CaptionView[] = [];
  /** When the first worker of the bot could first record. */
  let began_ms: number | undefined;

  const mayBeTold = ({ id, start_ms }: CaptionView, until_ms: number): boolean => {
    const wasBeingSaid = began_ms !== undefined && start_ms < began_ms && began_ms <= until_ms && !withheld.has(id);
    return time.hold(wasBeingSaid ? (began_ms ?? start_ms) : start_ms, until_ms);
  };

  const isNews = ({ id, speaker_id, start_ms, text }: CaptionView): boolean =>
    text.trim() !== '' && !ids.has(id) && !told.has(momentOf(speaker_id, start_ms));

  const utteranceOf = ({ speaker_id, speaker_name, start_ms, duration_ms, text }: CaptionView): Utterance => {
    const speaker = roster.find(speaker_id);
    return {
      speaker_name: speaker?.name ?? speaker_name,
      speaker_uuid: speaker_id,
      speaker_user_uuid: speaker?.user_uuid ?? null,
      speaker_is_host: speaker?.is_host ?? false,
      timestamp_ms: start_ms,
      duration_ms,
      transcription: { transcript: text.trim() },
    };
  };

  const tell = (captions: readonly CaptionView[]): Utterance[] =>
    captions.flatMap((caption) => {
      if (!isNews(caption)) return [];
      ids.add(caption.id);
      return [utteranceOf(caption)];
    });

  /** What is not final yet, as it is: nothing more of it is to be written down. */
  const cut = (): Utterance[] => {
    const utterances = tell(unfinished);
    for (const { speaker_uuid, timestamp_ms } of utterances) told.add(momentOf(speaker_uuid, timestamp_ms));
    unfinished = [];
    return utterances;
  };

  return {
    read(captions: readonly CaptionView[], now_ms: number): Utterance[] {
      if (time.isOpen && !reported) began_ms ??= now_ms;
      const utterances = tell(
        captions.filter((caption) => caption.is_final && mayBeTold(caption, caption.start_ms + caption.duration_ms)),
      );
      if (!time.isOpen) {
        for (const { id } of captions) withheld.add(id);
        return [...utterances, ...cut()];
      }
      unfinished = captions.filter((caption) => !caption.is_final && mayBeTold(caption, now_ms));
      return utterances;
    },
    cut,
  };
};
