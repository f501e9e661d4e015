import { describe, expect, it } from 'vitest';
import type { HeardPiece } from '../../../../lib/capture/session/speech/hearing.ts';
import { createListening } from '../../../../lib/capture/session/speech/listening.ts';
import type { BotOrders } from '../../../../lib/domain/bot/orders.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';

const piece: HeardPiece = {
  participant_id: 'p-1',
  start_timestamp_ms: 1000,
  duration_ms: 500,
  sample_rate: 16_000,
  pcm: new Uint8Array(16_000),
};

/** A page that hands over a piece when it is told to stop, unless it does not answer any more. */
const listeningTo = (transcription_settings: TranscriptionSettings, answers = true) => {
  const asked: boolean[] = [];
  const heard: HeardPiece[] = [];
  const logged: string[] = [];
  let give: (piece: HeardPiece) => void = () => undefined;
  const meeting = {
    isLost: false,
    onPiece(listener: typeof give) {
      give = listener;
    },
    async listen({ pieces }: { readonly pieces: boolean }) {
      asked.push(pieces);
      if (!answers) return new Promise<void>(() => undefined);
      if (!pieces) give(piece);
    },
  };
  const bot = { orders: { state: 'joined_recording', transcription_settings } as BotOrders };
  const hearing = { hear: (one: HeardPiece) => void heard.push(one) };
  const listening = createListening({ meeting, bot, hearing, log: (message) => void logged.push(message) });
  return { listening, asked, heard, logged };
};

describe('listening to the page', () => {
  it.each<[TranscriptionSettings]>([[{ custom_async: {} }], [{ stt_b: { model: 'gpt-transcribe' } }]])(
    'goes on from start to stop, which waits for what was said last: %j',
    async (settings) => {
      const { listening, asked, heard, logged } = listeningTo(settings);
      listening.start();
      expect(asked).toEqual([true]);
      await listening.stop();
      await listening.stop();
      expect({ asked, heard, logged }).toEqual({ asked: [true, false], heard: [piece], logged: [] });
    },
  );

  it('is not asked for where nobody is sent the sound', async () => {
    const { listening, asked } = listeningTo({ meeting_closed_captions: {} });
    listening.start();
    await listening.stop();
    expect(asked).toEqual([]);
  });

  it('does not wait for a page that does not answer', async () => {
    const { listening, logged } = listeningTo({ custom_async: {} }, false);
    listening.start();
    await listening.stop();
    expect(logged).toEqual(['what was said last may be lost']);
  });
});
