import { describe, expect, it } from 'vitest';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { createLateSpeech } from '../../../../lib/capture/session/succession/late-speech.ts';

const sample_rate = 16_000;

const sound = (participant_id: string | null, from_s: number, to_s: number): AttributedSound => {
  const duration_ms = (to_s - from_s) * 1000;
  const pcm = new Uint8Array((duration_ms / 1000) * sample_rate * 2);
  return { participant_id, start_timestamp_ms: from_s * 1000, duration_ms, sample_rate, pcm };
};
const said = (speaker_uuid: string, from_s: number, to_s: number) => ({
  ...{ speaker_uuid, timestamp_ms: from_s * 1000, duration_ms: (to_s - from_s) * 1000 },
});

const aLateSpeech = () => {
  const taken: AttributedSound[] = [];
  const speech = createLateSpeech({ look: () => undefined, take: (one) => void taken.push(one) });
  const sent = () =>
    taken.map(({ participant_id, start_timestamp_ms: from_ms, duration_ms, pcm }) => {
      expect(pcm.byteLength).toBe((duration_ms / 1000) * sample_rate * 2);
      return [participant_id, from_ms / 1000, (from_ms + duration_ms) / 1000];
    });
  return { speech, sent };
};

describe('what is said while another worker has it written down', () => {
  it('is kept until that has ceased to, and handed on then', () => {
    const { speech, sent } = aLateSpeech();
    speech.take(sound('ada', 1, 2));
    expect(sent()).toEqual([]);
    speech.begin();
    speech.take(sound('ben', 2, 2.25));
    expect(sent()).toEqual([
      ['ada', 1, 2],
      ['ben', 2, 2.25],
    ]);
  });

  it('is handed on without what that is known to have had of the same speaker', () => {
    const { speech, sent } = aLateSpeech();
    speech.take(sound('ada', 1, 4));
    speech.take(sound('ben', 1, 4));
    speech.begin([said('ada', 0.5, 2), said('ada', 2.5, 3), said('unknown', 5, 6)]);
    speech.take(sound(null, 4, 6));
    expect(sent()).toEqual([
      ['ada', 2, 2.5],
      ['ada', 3, 4],
      ['ben', 1, 4],
      [null, 4, 5],
    ]);
  });

  it('is not sent once more for being heard a moment earlier, or longer', () => {
    const { speech, sent } = aLateSpeech();
    speech.begin([said('ada', 1, 2)]);
    speech.take(sound('ada', 0.75, 2.25));
    expect(sent()).toEqual([]);
  });
});
