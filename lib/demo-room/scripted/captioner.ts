import { setTimeout as delay } from 'node:timers/promises';
import { retry } from '../../process/retry.ts';
import type { PostedCaption, Translations } from '../protocol.ts';
import type { RoomAddress } from '../rooms.ts';

const wordsPerStep = 3;

export interface Speech {
  readonly speaker_id: string;
  readonly caption_id: string;
  readonly text: string;
  readonly translations: Translations;
  readonly start_ms: number;
  readonly duration_ms: number;
}

/** The texts that a captioner shows while it is still listening: more and more of the sentence. */
export const interimTexts = (text: string): string[] => {
  const words = text.split(/\s+/);
  const steps = Math.ceil(words.length / wordsPerStep) - 1;
  return Array.from({ length: steps }, (_, step) => words.slice(0, (step + 1) * wordsPerStep).join(' '));
};

/** As much of each translation as was said of the sentence: `share` is between 0 and 1. */
const begun = (translations: Translations, share: number): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, text]) => {
      const words = text.split(/\s+/);
      return [language, words.slice(0, Math.max(1, Math.floor(words.length * share))).join(' ')];
    }),
  );

/** Writes captions into a room as a platform's recogniser would: growing while somebody speaks, final at the end. */
export const createCaptioner = (base_url: string, room: RoomAddress, signal: AbortSignal) => {
  const host_key = new URL(room.host_path, base_url).searchParams.get('host') ?? '';
  const url = new URL(`/room-api/rooms/${room.room_id}/captions`, base_url);

  const send = (caption: PostedCaption): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host_key}` },
      body: JSON.stringify(caption),
      signal,
    });

  const post = async (caption: PostedCaption): Promise<void> => {
    // A connection that was kept may be closed just when it is used again; the same caption twice is one caption.
    const response = await retry(() => send(caption), { first_ms: 50, most_tries: 4, signal });
    // 400: the speaker has left meanwhile, which happens in meetings.
    if (!response.ok && response.status !== 400) {
      throw new Error(`the caption '${caption.text}' was not taken: ${response.status} ${await response.text()}`);
    }
  };

  return async ({ start_ms, duration_ms, ...speech }: Speech): Promise<void> => {
    const interims = interimTexts(speech.text);
    for (const [index, text] of interims.entries()) {
      const share = (index + 1) / (interims.length + 1);
      const spoken_ms = Math.round(duration_ms * share);
      const translations = begun(speech.translations, share);
      await delay(Math.max(0, start_ms + spoken_ms - Date.now()), undefined, { signal });
      await post({ ...speech, text, translations, start_ms, duration_ms: spoken_ms, final: false });
    }
    await delay(Math.max(0, start_ms + duration_ms - Date.now()), undefined, { signal });
    await post({ ...speech, start_ms, duration_ms, final: true });
  };
};
