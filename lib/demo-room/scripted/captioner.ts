import { setTimeout as delay } from 'node:timers/promises';
import type { CaptionInput } from '../protocol.ts';
import type { RoomAddress } from '../rooms.ts';

const wordsPerStep = 3;

export interface Speech {
  readonly speaker_id: string;
  readonly caption_id: string;
  readonly text: string;
  readonly start_ms: number;
  readonly duration_ms: number;
}

/** The texts that a captioner shows while it is still listening: more and more of the sentence. */
export const interimTexts = (text: string): string[] => {
  const words = text.split(/\s+/);
  const steps = Math.ceil(words.length / wordsPerStep) - 1;
  return Array.from({ length: steps }, (_, step) => words.slice(0, (step + 1) * wordsPerStep).join(' '));
};

/** Writes captions into a room as a platform's recogniser would: growing while somebody speaks, final at the end. */
export const createCaptioner = (base_url: string, room: RoomAddress, signal: AbortSignal) => {
  const host_key = new URL(room.host_path, base_url).searchParams.get('host') ?? '';
  const url = new URL(`/room-api/rooms/${room.room_id}/captions`, base_url);

  const post = async (caption: CaptionInput): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host_key}` },
      body: JSON.stringify(caption),
      signal,
    });
    // 400: the speaker has left meanwhile, which happens in meetings.
    if (!response.ok && response.status !== 400) {
      throw new Error(`the caption '${caption.text}' was not taken: ${response.status} ${await response.text()}`);
    }
  };

  return async ({ start_ms, duration_ms, ...speech }: Speech): Promise<void> => {
    const interims = interimTexts(speech.text);
    for (const [index, text] of interims.entries()) {
      const spoken_ms = Math.round((duration_ms * (index + 1)) / (interims.length + 1));
      await delay(Math.max(0, start_ms + spoken_ms - Date.now()), undefined, { signal });
      await post({ ...speech, text, start_ms, duration_ms: spoken_ms, final: false });
    }
    await delay(Math.max(0, start_ms + duration_ms - Date.now()), undefined, { signal });
    await post({ ...speech, start_ms, duration_ms, final: true });
  };
};
