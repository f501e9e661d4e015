import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AttributedSound, SpeechFeed } from '../../../../lib/capture/meeting/speech.ts';
import { createSpeechDelivery } from '../../../../lib/capture/session/speech/delivery.ts';
import type { BotOrders } from '../../../../lib/domain/bot/orders.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';

const piece: AttributedSound = {
  participant_id: 'p-1',
  start_timestamp_ms: 1000,
  duration_ms: 500,
  sample_rate: 16_000,
  pcm: new Uint8Array(16_000),
};

/** A meeting that hands over what was said when it is told to stop, unless it does not answer any more. */
const deliveringTo = (transcription_settings: TranscriptionSettings, answers = true) => {
  const asked: string[] = [];
  const taken: AttributedSound[] = [];
  const logged: string[] = [];
  let give: (sound: AttributedSound) => void = () => undefined;
  const unanswered = new Promise<void>(() => undefined);
  const speech: SpeechFeed = {
    async start(listener) {
      asked.push('start');
      give = listener;
      if (!answers) await unanswered;
    },
    async stop() {
      asked.push('stop');
      if (!answers) await unanswered;
      give(piece);
    },
  };
  const bot = { orders: { state: 'joined_recording', transcription_settings } as BotOrders };
  const change = (other: TranscriptionSettings): void => {
    bot.orders = { ...bot.orders, transcription_settings: other };
  };
  const delivery = createSpeechDelivery({
    meeting: { isLost: false, speech },
    bot,
    attribution: { take: (one) => void taken.push(one) },
    log: (message) => void logged.push(message),
  });
  return { delivery, asked, taken, logged, change };
};

describe('what is said in a meeting', () => {
  afterEach(() => void vi.useRealTimers());

  it.each<[TranscriptionSettings]>([[{ custom_async: {} }], [{ stt_b: { model: 'gpt-transcribe' } }]])(
    'is delivered from start to stop, which waits for what was said last: %j',
    async (settings) => {
      const { delivery, asked, taken, logged } = deliveringTo(settings);
      delivery.keep();
      expect(asked).toEqual(['start']);
      await delivery.stop();
      await delivery.stop();
      expect({ asked, taken, logged }).toEqual({ asked: ['start', 'stop'], taken: [piece], logged: [] });
    },
  );

  it('is not asked for where nobody is sent the sound', async () => {
    const { delivery, asked } = deliveringTo({ meeting_closed_captions: {} });
    delivery.keep();
    await delivery.stop();
    expect(asked).toEqual([]);
  });

  it('is asked for from the moment on at which a provider is to hear it, and no more once captions are read again', async () => {
    const { delivery, asked, taken, change } = deliveringTo({ meeting_closed_captions: {} });
    delivery.keep();
    change({ custom_async: {} });
    delivery.keep();
    delivery.keep();
    expect(asked).toEqual(['start']);
    change({ meeting_closed_captions: {} });
    delivery.keep();
    await expect.poll(() => taken).toEqual([piece]);
    delivery.keep();
    change({ custom_async: {} });
    const askedNow = (): string[] => {
      delivery.keep();
      return asked;
    };
    await expect.poll(askedNow).toEqual(['start', 'stop', 'start']);
  });

  it('is asked for again only once what was said before has been handed over', async () => {
    vi.useFakeTimers();
    const { delivery, asked, change } = deliveringTo({ custom_async: {} }, false);
    delivery.keep();
    change({ meeting_closed_captions: {} });
    delivery.keep();
    change({ custom_async: {} });
    delivery.keep();
    expect(asked).toEqual(['start', 'stop']);
    await vi.advanceTimersByTimeAsync(1_500);
    delivery.keep();
    expect(asked).toEqual(['start', 'stop', 'start']);
  });

  it('is not waited for when the meeting does not answer', async () => {
    vi.useFakeTimers();
    const { delivery, logged } = deliveringTo({ custom_async: {} }, false);
    delivery.keep();
    const stopped = delivery.stop();
    await vi.advanceTimersByTimeAsync(1_500);
    await stopped;
    expect(logged).toEqual(['what was said last may be lost']);
  });
});
