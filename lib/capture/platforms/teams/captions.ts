/** What is said in a Teams meeting, as its servers recognise it: each text replaces the one before, until it is final. */
import { BoundedMap, forgetOldest } from '../../../process/bounded.ts';
import type { CaptionView } from '../../meeting/view.ts';
import { createPageIds } from '../page-ids.ts';
import type { Recognised } from './channel.ts';

const mostCaptions = 200;
/** From 1900, where these clocks begin, to 1970. */
const epochMs = 2_208_988_800_000;
const unitsPerMs = 10_000;
/** A moment that is further from now was told by another clock. */
const believableMs = 60 * 60_000;
const longestMs = 60 * 60_000;

export interface TeamsCaptions {
  /** Answers until when it was spoken, as far as it was recognised. */
  hear(recognised: Recognised): number;
  /** The page was put out: what was not final stays as it was shown last. */
  broken(): void;
  /** The newest, in order. */
  readonly captions: readonly CaptionView[];
}

export const createTeamsCaptions = (
  nameOf: (id: string) => string | undefined,
  now: () => number = Date.now,
): TeamsCaptions => {
  const captions = new Map<string, CaptionView>();
  /** Of what is not final yet, by who says it. */
  const open = new BoundedMap<string, string>(mostCaptions);
  const nextId = createPageIds('caption', now);

  const startOf = ({ sent_at }: Recognised, duration_ms: number): number => {
    const told_ms = Math.round(sent_at / unitsPerMs) - epochMs;
    const isBelievable = Math.abs(told_ms - now()) < believableMs;
    return isBelievable ? told_ms : Math.max(0, now() - duration_ms);
  };

  return {
    hear(recognised) {
      const { user_id, text, is_final, duration } = recognised;
      const id = open.get(user_id) ?? nextId();
      if (is_final) open.delete(user_id);
      else open.set(user_id, id);
      const duration_ms = Math.min(longestMs, Math.max(0, Math.round(duration / unitsPerMs)));
      const before = captions.get(id);
      const start_ms = before?.start_ms ?? startOf(recognised, duration_ms);
      captions.set(id, {
        id,
        speaker_id: user_id,
        speaker_name: nameOf(user_id) ?? before?.speaker_name ?? '',
        start_ms,
        duration_ms,
        is_final,
        text,
      });
      forgetOldest(captions, mostCaptions);
      return start_ms + duration_ms;
    },
    broken() {
      for (const id of open.values()) {
        const caption = captions.get(id);
        if (caption) captions.set(id, { ...caption, is_final: true });
      }
      open.clear();
    },
    get captions() {
      return [...captions.values()];
    },
  };
};
