import { describe, expect, it } from 'vitest';
import { createAgentVoice } from '../../../../lib/capture/programs/outlet-worker/agent-voice.ts';
import { blockSamples } from '../../../../lib/capture/programs/shared/sound.ts';

const block = (value: number) => new Float32Array(blockSamples).fill(value);

/** What is heard for each 10 ms, by its first sample. */
const heard = (voice: ReturnType<typeof createAgentVoice>, times: number) =>
  Array.from({ length: times }, () => {
    const into = block(0);
    voice.mixInto(into);
    return into[0];
  });

const say = (voice: ReturnType<typeof createAgentVoice>, value: number) => {
  for (let n = 0; n < 4; n += 1) {
    voice.pageSays(block(value));
    voice.serverSays(block(2 * value));
  }
};

describe('what an agent says', () => {
  it('is heard of its page and its server together', () => {
    const voice = createAgentVoice();
    voice.hear(true);
    say(voice, 0.25);
    expect(heard(voice, 5)).toEqual([0.75, 0.75, 0.75, 0.75, 0]);
  });

  it.each([
    ['once, for a second', (ms: number) => ms >= 3_000 && ms < 4_000],
    ['for a tenth of each second', (ms: number) => ms % 1_000 < 100],
  ])(
    'is heard whole where a page through which it comes stands still %s, and late no longer than until a pause',
    (_, standsStill) => {
      const voice = createAgentVoice();
      voice.hear(true);
      const onTheWay: Float32Array<ArrayBuffer>[] = [];
      /** For each 10 ms: whether there was something to be heard. */
      const isHeard: boolean[] = [];
      // It speaks for five seconds, pauses for three, and speaks for one.
      const speaks = (ms: number): boolean => ms < 5_000 || (ms >= 8_000 && ms < 9_000);
      for (let ms = 0; ms < 10_000; ms += 10) {
        onTheWay.push(block(speaks(ms) ? 0.25 : 0));
        if (!standsStill(ms)) for (const samples of onTheWay.splice(0)) voice.pageSays(samples);
        isHeard.push(heard(voice, 1)[0] !== 0);
      }
      expect(isHeard.filter((is) => is)).toHaveLength(600);
      expect(isHeard.indexOf(true, 800)).toBeLessThan(825);
    },
  );

  it('while it cannot be heard is not heard later', () => {
    const voice = createAgentVoice();
    say(voice, 0.25);
    voice.hear(true);
    expect(heard(voice, 4)).toEqual([0, 0, 0, 0]);
    say(voice, 0.25);
    voice.hear(false);
    say(voice, 0.25);
    voice.hear(true);
    expect(heard(voice, 4)).toEqual([0, 0, 0, 0]);
  });

  it('is not heard as far as its server has taken it back', () => {
    const voice = createAgentVoice();
    voice.hear(true);
    say(voice, 0.25);
    voice.hush();
    expect(heard(voice, 5)).toEqual([0.25, 0.25, 0.25, 0.25, 0]);
  });
});
