/** Which provider makes text of what was said when. Pure but for its memory. */
import { isDeepStrictEqual } from 'node:util';
import type { SpeechOrder } from '../../../domain/transcription/transcription-settings.ts';
import type { SpokenSound } from '../../meeting/speech.ts';
import { partIn } from './parts.ts';
import { shortestMs } from './transcribed-time.ts';

/** Those of the last minutes, however often they are changed. */
const mostRemembered = 100;

interface OrderedSpan {
  readonly order: SpeechOrder;
  readonly since_ms: number;
  until_ms?: number;
}

/** What was said before the first order goes by it too: an order is known only some time after it counts. */
export const createSpeechOrders = () => {
  let spans: OrderedSpan[] = [];
  /** Since when there is none, which may be a pause. */
  let none_since_ms: number | undefined;

  return {
    note(order: SpeechOrder | undefined, now_ms: number): void {
      if (!order) {
        none_since_ms ??= now_ms;
        return;
      }
      const since_ms = none_since_ms ?? now_ms;
      none_since_ms = undefined;
      const last = spans.at(-1);
      if (last && isDeepStrictEqual(last.order, order)) return;
      if (last) last.until_ms = since_ms;
      spans = [...spans, { order, since_ms: last ? since_ms : Number.NEGATIVE_INFINITY }].slice(-mostRemembered);
    },
    partsOf: (sound: SpokenSound): { readonly order: SpeechOrder; readonly part: SpokenSound }[] =>
      spans
        .map((span) => ({ order: span.order, part: partIn(sound, span) }))
        .filter(({ part }) => part.duration_ms >= shortestMs),
  };
};
