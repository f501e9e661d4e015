/** Finds out whose a track was, on platforms that hand the same track on from one person to another. Pure. */
import type { SpeakerSpan } from '../protocol/speech.ts';
import type { HandedOn } from './platform-page.ts';

/** A page that was not looked at for longer may have handed a track on, and back. */
const sureForMs = 300;

interface Look {
  readonly owner: string | null;
  readonly turn: number | undefined;
  readonly at_ms: number;
}

/**
 * Answers each time whose the track was since the time before, up to a moment ago. What came between two looks that saw different
 * owners may be either's, and what came shortly before somebody took it over from another one may be theirs already: both are
 * nobody's, as no name is better than a wrong one. `toldWithinMs`: what the platform tells of a track comes by another way than its
 * sound, and may come after it by so much. `handed`: where the platform tells each time that the track is handed on; then it is
 * known between looks too, and what came before the first owner is theirs.
 */
export const createTrackSpans = (toldWithinMs: () => number) => {
  let before: Look | undefined;
  let last: Look | undefined;
  let spans: SpeakerSpan[] = [];

  const isSure = (owner: string | null, now_ms: number): boolean =>
    before?.owner === owner && now_ms - before.at_ms <= sureForMs;

  const add = (owner: string | null, now_ms: number, handed: HandedOn | undefined): void => {
    if (!handed || owner === null) {
      spans.push({ until_ms: now_ms, speaker: isSure(owner, now_ms) ? owner : null });
      return;
    }
    const since_ms = Math.min(handed.since_ms, now_ms);
    if (since_ms > (before?.at_ms ?? Number.NEGATIVE_INFINITY)) spans.push({ until_ms: since_ms, speaker: null });
    spans.push({ until_ms: now_ms, speaker: owner });
  };

  const name = (speaker: string | null, until_ms: number): void => {
    spans = spans.map((span) => (span.until_ms <= until_ms ? { ...span, speaker } : span));
  };

  return (owner: string | null, now_ms: number, handed?: HandedOn): readonly SpeakerSpan[] => {
    const look = { owner, turn: handed?.turn, at_ms: now_ms };
    add(owner, now_ms, handed);
    if (owner !== null) {
      const taken_ms = handed?.since_ms ?? now_ms;
      if (!last && handed?.turn === 1) name(owner, taken_ms);
      else if (last && (last.owner !== owner || last.turn !== look.turn)) name(null, taken_ms);
      last = look;
    }
    before = look;
    const certain = spans.filter(({ until_ms }) => until_ms <= now_ms - toldWithinMs());
    spans = spans.slice(certain.length);
    return certain;
  };
};
