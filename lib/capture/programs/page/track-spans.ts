/** Finds out whose a track was, on platforms that hand the same track on from one person to another. Pure. */
import type { SpeakerSpan } from '../protocol/speech.ts';

/** A page that was not looked at for longer may have handed a track on, and back. */
const sureForMs = 300;
/** What the platform tells of a track comes by another way than its sound, and may come after it by so much. */
const toldWithinMs = 300;

/**
 * Answers each time whose the track was since the time before, up to a moment ago. What came between two looks that saw different
 * owners may be either's, and what came shortly before somebody took it over from another one may be theirs already: both are
 * nobody's, as no name is better than a wrong one.
 */
export const createTrackSpans = () => {
  let before: { readonly owner: string | null; readonly at_ms: number } | undefined;
  let last: string | null = null;
  let spans: SpeakerSpan[] = [];
  return (owner: string | null, now_ms: number): readonly SpeakerSpan[] => {
    const isSure = before?.owner === owner && now_ms - before.at_ms <= sureForMs;
    before = { owner, at_ms: now_ms };
    if (owner !== null && last !== null && owner !== last) spans = spans.map((span) => ({ ...span, speaker: null }));
    last = owner ?? last;
    spans.push({ until_ms: now_ms, speaker: isSure ? owner : null });
    const certain = spans.filter(({ until_ms }) => until_ms <= now_ms - toldWithinMs);
    spans = spans.slice(certain.length);
    return certain;
  };
};
