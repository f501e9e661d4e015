/** Finds out whose a track was, on platforms that hand the same track on from one person to another. Pure. */
import type { SpeakerSpan } from '../protocol/speech.ts';

/** A page that was not looked at for longer may have handed a track on, and back. */
const sureForMs = 300;

/**
 * Answers each time whose the track was since the time before. What came between two looks that saw different owners may be
 * either's, and is nobody's: no name is better than a wrong one.
 */
export const createTrackSpans = () => {
  let before: { readonly owner: string | null; readonly at_ms: number } | undefined;
  return (owner: string | null, now_ms: number): SpeakerSpan => {
    const isSure = before?.owner === owner && now_ms - before.at_ms <= sureForMs;
    before = { owner, at_ms: now_ms };
    return { until_ms: now_ms, speaker: isSure ? owner : null };
  };
};
