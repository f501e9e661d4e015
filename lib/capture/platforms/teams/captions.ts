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
/** The servers do not finish every caption (Azure/communication-ui-library#4462): one of which nothing came for so long is over. */
const overAfterMs = 10_000;

/** A caption that is not final yet. */
interface Open {
  readonly id: string;
  readonly heard_ms: number;
}

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
  /** By who says it. */
  const open = new BoundedMap<string, Open>(mostCaptions);
  /** What was final last, by who said it. */
  const finished = new BoundedMap<string, Recognised>(mostCaptions);
  const nextId = createPageIds('caption', now);

  const startOf = ({ sent_at }: Recognised, duration_ms: number): number => {
    const told_ms = Math.round(sent_at / unitsPerMs) - epochMs;
    const isBelievable = Math.abs(told_ms - now()) < believableMs;
    return isBelievable ? told_ms : Math.max(0, now() - duration_ms);
  };

  /** It comes late, or for the second time. */
  const isStale = ({ user_id, text, is_final, sent_at }: Recognised): boolean => {
    const last = finished.get(user_id);
    if (!last || sent_at === 0 || sent_at > last.sent_at) return false;
    return !is_final || (sent_at === last.sent_at && text === last.text);
  };

  /** They stay as they were shown last. */
  const finish = (heard_before_ms: number): void => {
    for (const [user_id, { id, heard_ms }] of open) {
      if (heard_ms >= heard_before_ms) continue;
      const caption = captions.get(id);
      if (caption) captions.set(id, { ...caption, is_final: true });
      open.delete(user_id);
    }
  };
  const finishOver = (): void => finish(now() - overAfterMs);

  return {
    hear(recognised) {
      const { user_id, text, is_final, duration } = recognised;
      const duration_ms = Math.min(longestMs, Math.max(0, Math.round(duration / unitsPerMs)));
      if (isStale(recognised)) return startOf(recognised, duration_ms) + duration_ms;
      finishOver();
      const id = open.get(user_id)?.id ?? nextId();
      if (is_final) {
        open.delete(user_id);
        finished.set(user_id, recognised);
      } else open.set(user_id, { id, heard_ms: now() });
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
    broken: () => finish(Number.POSITIVE_INFINITY),
    get captions() {
      finishOver();
      return [...captions.values()];
    },
  };
};
