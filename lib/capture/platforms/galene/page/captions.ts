/**
 * What is said in a Galène group, as whoever has the right to writes it down: a program such as galene-stt, or a person. Each
 * message is a piece of its own, and says who wrote it, not who speaks (galene-protocol.md). Pure but for its memory.
 */
import { forgetOldest } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { mostCaptions } from '../../../meeting/view-limits.ts';
import { createPageIds } from '../../page/page-ids.ts';
import type { GaleneMessage } from './wire.ts';

/** Nothing says when it was spoken: galene-stt hears up to three seconds before it writes. */
const writtenAfterMs = 3_000;

export interface GaleneCaptions {
  /** A message of the type `chat` or `chathistory`. */
  hear(from: 'page' | 'other', message: GaleneMessage): void;
  /** The newest, in order. */
  readonly captions: CaptionView[];
}

export const createGaleneCaptions = (now: () => number = Date.now): GaleneCaptions => {
  const captions = new Map<string, CaptionView>();
  const nextId = createPageIds('caption', now);
  let until_ms = 0;
  return {
    hear(from, { type, kind, source, dest, username, value }) {
      const text = value.trim();
      // The server replays what was said before the bot came.
      const isCaption = from === 'other' && type === 'chat' && kind === 'caption' && dest === '';
      if (!isCaption || source === '' || text === '') return;
      const start_ms = Math.max(until_ms, now() - writtenAfterMs);
      until_ms = now();
      const id = nextId();
      const said = { start_ms, duration_ms: Math.max(0, until_ms - start_ms), is_final: true, text };
      captions.set(id, { id, speaker_id: source, speaker_name: username, ...said });
      forgetOldest(captions, mostCaptions);
    },
    get captions() {
      return [...captions.values()];
    },
  };
};
