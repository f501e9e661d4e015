/** Finds out whom each moment of a shared line belongs to. Pure. */
import type { SpeakerSpan } from '../protocol/speech.ts';
import type { LineMoment, LineSource } from './platform-page.ts';

/** What a receiver tells of a source: when something of it came last, by the clock of the looks. */
export interface Contribution {
  readonly source: number;
  readonly timestamp: number;
  readonly audioLevel?: number | undefined;
}

// What came a moment ago may not have been counted yet.
const countedWithinMs = 20;
// A source that has a part in every packet is counted again with each, and packets come every 20 ms, or up to 60.
const stillThereMs = 60;
// Where no packets name anybody, whose the line is may change between two looks.
const momentMs = 50;
const mostMoments = 1_000;
/** A page that looks, or is asked, so late has been held up: what others told it meanwhile may still be waiting. */
export const heldUpMs = 300;
/** Where whoever is shown is taken for the speaker, a look that comes so late tells nothing of what came since the one before. */
const unseenMs = 500;
/** Receivers forget who was heard longer ago (https://w3c.github.io/webrtc-pc/#dom-rtcrtpreceiver-getcontributingsources). */
const sourcesKeptMs = 10_000;

interface Moment extends LineMoment {
  /** Nobody looked for so long that it may be somebody else's. */
  readonly isDoubtful: boolean;
}

const levelOf = ({ source, audioLevel }: Contribution): LineSource => ({ source, level: audioLevel });
const byLoudness = (one: LineSource, other: LineSource): number => (other.level ?? 0) - (one.level ?? 0);

/**
 * Answers each time with whose the line was since the time before, in order. Receivers tell of each source only when
 * something of it came last; so what came between two looks is divided where one source ceased and others went on. What came while
 * nobody looked for long is nobody's, unless it can only be one source's. `speakerOf` names whoever made what came at a
 * moment, as soon as that is certain; null where nobody can say any more. `areTold`: it knows of changes between two looks too, of
 * those that came while nobody looked for long by the next look.
 */
export const createLineSpeakers = (
  speakerOf: (moment: LineMoment) => string | null | undefined,
  certainAfterMs: () => number | undefined = () => undefined,
  areTold = false,
) => {
  let known_ms = Number.NEGATIVE_INFINITY;
  let looked_ms: number | undefined;
  /** When nobody looked, of what is not told yet. */
  let unseen: readonly { readonly from_ms: number; readonly until_ms: number }[] = [];
  let hasSources = false;
  let speaker: string | null = null;
  /** Those who had a part in what came last. */
  let present: ReadonlySet<number> = new Set();

  const toldAt = (until_ms: number): number[] => {
    const whole_ms = Number.isFinite(known_ms) ? until_ms - known_ms : momentMs;
    const count = Math.min(mostMoments, Math.ceil(whole_ms / momentMs));
    return Array.from({ length: count }, (_, index) => until_ms - ((count - 1 - index) * whole_ms) / count);
  };

  const shownAt = (until_ms: number): number[] => {
    const edges = [...new Set(unseen.flatMap(({ from_ms, until_ms }) => [from_ms, until_ms]))];
    return [...edges.filter((at_ms) => at_ms > known_ms && at_ms < until_ms), until_ms];
  };

  const unnamed = (until_ms: number): Moment[] => {
    if (until_ms <= known_ms) return [];
    const isByLooks = !areTold && !hasSources;
    const moments_ms = areTold ? toldAt(until_ms) : shownAt(until_ms);
    const isUnseen = (at_ms: number): boolean =>
      unseen.some(({ from_ms, until_ms }) => at_ms > from_ms && at_ms <= until_ms);
    return moments_ms.map((at_ms) => ({ at_ms, sources: [], isDoubtful: isByLooks && isUnseen(at_ms) }));
  };

  const untilOf = (now_ms: number): number => {
    const certain_ms = certainAfterMs();
    if (certain_ms === undefined) return now_ms - countedWithinMs;
    const before_ms = looked_ms ?? now_ms;
    return (areTold && now_ms - before_ms > heldUpMs ? before_ms : now_ms) - certain_ms;
  };

  const momentsOf = (contributions: readonly Contribution[], until_ms: number): Moment[] => {
    const news = contributions
      .filter(({ timestamp }) => timestamp > known_ms)
      .toSorted((one, other) => one.timestamp - other.timestamp);
    const ends = [...new Set(news.map(({ timestamp }) => timestamp))];
    const moments = ends.map((end_ms, index): Moment => {
      const from_ms = ends[index - 1] ?? Math.max(known_ms, looked_ms ?? end_ms);
      const mayBeSeveral =
        end_ms - from_ms > sourcesKeptMs || news.filter(({ timestamp }) => timestamp >= end_ms).length > 1;
      const isLast = index === ends.length - 1;
      const sources = news.filter(
        ({ source, timestamp }) => timestamp === end_ms || (timestamp > end_ms && present.has(source)),
      );
      return {
        at_ms: isLast ? Math.max(end_ms, until_ms) : end_ms,
        sources: sources.map(levelOf).toSorted(byLoudness),
        isDoubtful: mayBeSeveral && end_ms - from_ms > heldUpMs,
      };
    });
    return moments.length > 0 ? moments : unnamed(until_ms);
  };

  /** Packets say nothing of what came before the last look, while there were none. */
  const uncertain = ([first]: readonly LineMoment[]): SpeakerSpan[] => {
    const isBehind = looked_ms !== undefined && looked_ms - countedWithinMs > known_ms;
    if (!first || first.sources.length === 0 || !isBehind) return [];
    return [{ until_ms: Math.min(looked_ms ?? first.at_ms, first.at_ms), speaker: null }];
  };

  return (contributions: readonly Contribution[], now_ms: number): SpeakerSpan[] => {
    hasSources ||= contributions.length > 0;
    unseen = unseen.filter(({ until_ms }) => until_ms > known_ms);
    if (looked_ms !== undefined && now_ms - looked_ms > unseenMs)
      unseen = [...unseen, { from_ms: looked_ms, until_ms: now_ms }];
    const moments = momentsOf(contributions, untilOf(now_ms));
    const spans = uncertain(moments);
    looked_ms = now_ms;
    for (const moment of moments) {
      // While nothing comes, the line stays whose it was.
      const named = speakerOf({ at_ms: moment.at_ms, sources: moment.sources });
      if (moment.isDoubtful) speaker = null;
      else if (named !== undefined || moment.sources.length > 0) speaker = named ?? null;
      if (spans.at(-1)?.speaker === speaker) spans.pop();
      spans.push({ until_ms: moment.at_ms, speaker });
    }
    known_ms = Math.max(known_ms, ...spans.map((span) => span.until_ms));
    present = new Set(
      contributions.filter(({ timestamp }) => timestamp >= known_ms - stillThereMs).map(({ source }) => source),
    );
    return spans;
  };
};
