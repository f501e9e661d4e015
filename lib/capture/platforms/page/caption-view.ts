import type { CaptionView } from '../../meeting/view.ts';
import { longestMessage, shortText } from './short-text.ts';

/** What is said is written down about so much later: nothing says when it was spoken. */
const writtenAfterMs = 1_500;

export interface WrittenCaption extends Omit<CaptionView, 'start_ms' | 'duration_ms'> {
  /** When it was first written, and when it was last. */
  readonly first_ms: number;
  readonly changed_ms: number;
}

/** When the words of a part were last written of which the next was begun at a moment: it is over when that is said. */
export const lastWritten = (first_ms: number, next_ms: number): number => Math.max(first_ms, next_ms - writtenAfterMs);

/** A caption with when it was spoken, by when it was written. */
export const captionView = ({ first_ms, changed_ms, text, ...said }: WrittenCaption): CaptionView => {
  const start_ms = Math.max(0, first_ms - writtenAfterMs);
  return { ...said, start_ms, duration_ms: changed_ms - start_ms, text: shortText(text, longestMessage) };
};
