import { describe, expect, it } from 'vitest';
import { createListener } from '../../../../lib/capture/media/listening/listener.ts';
import { createResampler } from '../../../../lib/capture/media/listening/resampler.ts';
import type { AttributedSound, Heard } from '../../../../lib/capture/programs/protocol/speech.ts';
import { laid, sentence } from '../../../lab/builders/sounds.ts';

const clockMs = 1_700_000_000_000;
/** What sound takes from its capture until it is given. */
const pathMs = 60;

const meeting = () => {
  const heard: Heard[] = [];
  const sounds: { readonly owner: string | null; readonly at_ms: number }[] = [];
  const pieces: AttributedSound[] = [];
  const listener = createListener({
    wallClock: (at_ms) => clockMs + at_ms,
    tell: (news) => heard.push(news),
    give: (piece) => pieces.push(piece),
    onSound: (owner, { at_ms }) => sounds.push({ owner, at_ms }),
  });
  /** Plays a 16 kHz sound through a track, in blocks of 10 ms, as browsers give them. */
  const play = (
    voice: number,
    samples: Float32Array,
    from_ms: number,
    onBlock: (at_ms: number) => void = () => undefined,
  ) => {
    const loud = createResampler(16_000, 48_000).take(samples);
    for (let block = 0; (block + 1) * 480 <= loud.length; block += 1) {
      const at_ms = from_ms + block * 10;
      onBlock(at_ms);
      const given_ms = at_ms + pathMs;
      listener.hear({ voice, samples: loud.subarray(block * 480, (block + 1) * 480), at_ms, given_ms });
    }
  };
  const changes = () =>
    heard.flatMap(({ changes }) =>
      changes.map(({ participant_id, type, at_ms }) => [participant_id, type, at_ms - clockMs]),
    );
  return { listener, play, changes, heard, pieces, sounds };
};

describe('the silence of somebody', () => {
  const { samples, end_ms } = sentence('maya-01');

  it('begins with a pause, by the clock of their sound however late it comes', () => {
    const { listener, play } = meeting();
    listener.add(1, 'p-ada');
    const said = laid(6, [1_000, samples]).subarray(0, 16 * (1_000 + end_ms));
    play(1, said, 0);
    const late_ms = 700;
    expect(listener.silenceOf('p-ada', 1_000 + end_ms + late_ms)).toBeLessThan(100);
    play(1, new Float32Array(16 * 500), 1_000 + end_ms);
    const silence_ms = listener.silenceOf('p-ada', 1_500 + end_ms + late_ms);
    expect(silence_ms).toBeGreaterThan(300);
    expect(silence_ms).toBeLessThanOrEqual(500);
  });

  it('is without end where no sound comes, or there is no track', () => {
    const { listener, play } = meeting();
    listener.add(1, 'p-ada');
    expect(listener.silenceOf('p-ada', 0)).toBe(Number.POSITIVE_INFINITY);
    play(1, samples, 0);
    expect(listener.silenceOf('p-ada', end_ms + 5_000)).toBe(Number.POSITIVE_INFINITY);
    expect(listener.silenceOf('p-ben', 0)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('listening to a meeting', () => {
  const { samples, start_ms, end_ms } = sentence('maya-01');
  const spoken = laid(6, [1_000, samples]);

  it('tells who speaks, from when to when, and hands over what is said only when asked to', () => {
    const { listener, play, changes, heard, pieces } = meeting();
    listener.add(1, 'p-ada');
    play(1, spoken, 0);
    const [[who, , from = 0] = [], [, , to = 0] = []] = changes() as [string, string, number][];
    expect([who, changes().length]).toEqual(['p-ada', 2]);
    expect(Math.abs(from - 1_000 - start_ms)).toBeLessThanOrEqual(40);
    expect(Math.abs(to - 1_000 - end_ms)).toBeLessThanOrEqual(120);
    expect(pieces).toEqual([]);
    const last_ms = (heard.at(-1)?.last_sound_ms ?? 0) - clockMs;
    expect(last_ms).toBeGreaterThan(1_000 + end_ms);
    expect(last_ms).toBeLessThan(1_000 + end_ms + 700);
  });

  it('hands over what is said as 16 kHz PCM with the moment at which it was said', () => {
    const { listener, play, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, 'p-ada');
    play(1, spoken, 0);
    expect(pieces).toMatchObject([{ participant_id: 'p-ada', sample_rate: 16_000 }]);
    const [piece] = pieces;
    const bytes = Buffer.from(piece?.pcm ?? []);
    expect(bytes.length).toBe((piece?.duration_ms ?? 0) * 32);
    const begins_ms = (piece?.start_timestamp_ms ?? 0) - clockMs;
    expect(1_000 + start_ms - begins_ms).toBeGreaterThanOrEqual(200);
    expect(1_000 + start_ms - begins_ms).toBeLessThanOrEqual(300);
    // It is the sound itself, and where it is said to be.
    const found = Array.from({ length: 16_000 }, (_, n) => bytes.readInt16LE((n + 8_000) * 2) / 32_767);
    const power = found.reduce((sum, sample) => sum + sample * sample, 0);
    const errorAt = (shift: number): number =>
      found.reduce((sum, sample, n) => sum + (sample - (samples[n + shift] ?? 0)) ** 2, 0) / power;
    // Within 3 ms: the test's own way to 48 kHz and whole milliseconds are in there.
    const said = Math.round((begins_ms - 1_000) * 16) + 8_000;
    const errors = Array.from({ length: 97 }, (_, n) => errorAt(said + n - 48));
    expect(Math.min(...errors)).toBeLessThan(0.02);
  });

  it('hands over what was said before a rest of 0.4 s, though speech is not told to have stopped yet', () => {
    const { listener, play, changes, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, 'p-ada');
    const again_ms = 1_000 + end_ms + 500 - start_ms;
    const handed_ms: number[] = [];
    play(1, laid(9, [1_000, samples], [again_ms, samples]), 0, (at_ms) => {
      if (pieces.length > handed_ms.length) handed_ms.push(at_ms);
    });
    expect(changes().map(([, type]) => type)).toEqual(['speech_start', 'speech_stop']);
    expect(pieces.length).toBe(2);
    expect((handed_ms[0] ?? 0) - 1_000 - end_ms).toBeLessThanOrEqual(500);
    const [first, second] = pieces;
    expect(second?.start_timestamp_ms).toBeGreaterThanOrEqual(
      (first?.start_timestamp_ms ?? 0) + (first?.duration_ms ?? 0),
    );
  });

  it('tells nothing of a track that belongs to nobody known, but hands over what is said through it as nobody’s', () => {
    const { listener, play, changes, heard, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, null);
    play(1, spoken, 0);
    expect(changes()).toEqual([]);
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual([null]);
    expect(heard.at(-1)?.last_sound_ms).toBeGreaterThan(clockMs + 1_000);
  });

  it('gives nobody what another said through the same track', () => {
    const { listener, play, changes, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, 'p-ada');
    const change_ms = 2_500;
    play(1, spoken, 0, (at_ms) => at_ms === change_ms && listener.setOwner(1, 'p-ben', at_ms));
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada', 'p-ben']);
    const [adas, bens] = pieces;
    expect((adas?.start_timestamp_ms ?? 0) + (adas?.duration_ms ?? 0)).toBeLessThanOrEqual(clockMs + change_ms - 100);
    expect(bens?.start_timestamp_ms).toBeGreaterThanOrEqual(clockMs + change_ms - 40);
    expect(changes().map(([who, type]) => `${who} ${type}`)).toEqual([
      'p-ada speech_start',
      'p-ada speech_stop',
      'p-ben speech_start',
      'p-ben speech_stop',
    ]);
  });

  it('hands over what is being said when a track ends, and when it is to listen no more', () => {
    for (const end of ['end', 'listen'] as const) {
      const { listener, play, pieces } = meeting();
      listener.listen({ pieces: true });
      listener.add(1, 'p-ada');
      play(1, spoken.subarray(0, 16_000 * 3), 0);
      expect(pieces).toEqual([]);
      if (end === 'end') listener.end(1, 3_000);
      else listener.listen({ pieces: false });
      expect(pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada']);
    }
  });

  it.each([300, 500])(
    'hears one who goes on after a hole of %i ms as one, and what follows at its moment',
    (hole_ms) => {
      const { listener, play, changes, pieces } = meeting();
      listener.listen({ pieces: true });
      listener.add(1, 'p-ada');
      const torn_ms = 2_000;
      play(1, spoken.subarray(0, 16 * torn_ms), 0);
      play(1, spoken.subarray(16 * (torn_ms + hole_ms)), torn_ms + hole_ms);
      expect(changes().map(([, type]) => type)).toEqual(['speech_start', 'speech_stop']);
      const { listener: other, play: playWhole, pieces: whole } = meeting();
      other.listen({ pieces: true });
      other.add(1, 'p-ada');
      playWhole(1, spoken, 0);
      expect(pieces).toHaveLength(whole.length);
      for (const [index, piece] of pieces.entries()) {
        expect(piece.start_timestamp_ms).toBe(whole[index]?.start_timestamp_ms);
        expect(Math.abs(piece.duration_ms - (whole[index]?.duration_ms ?? 0))).toBeLessThanOrEqual(40);
      }
    },
  );

  it('takes a track that was interrupted for silent meanwhile', () => {
    const { listener, play, changes } = meeting();
    listener.add(1, 'p-ada');
    play(1, spoken.subarray(0, 16_000 * 3), 0);
    play(1, spoken.subarray(16_000 * 5), 60_000);
    expect(changes().map(([, type]) => type)).toEqual(['speech_start', 'speech_stop']);
  });
});

describe('a line that several people share', () => {
  const { samples, start_ms, end_ms } = sentence('maya-01');
  const spoken = laid(6, [1_000, samples]);
  const spokenMs = 6_000;

  /** Plays it, and says twenty times a second whose it was, `late_ms` after it was given. Ends after `lasts_ms`. */
  const share = (speakerAt: (at_ms: number) => string | null, late_ms = 20, lasts_ms = spokenMs) => {
    const world = meeting();
    const { listener, play } = world;
    listener.listen({ pieces: true });
    listener.add(1, null);
    let until_ms = 0;
    play(1, spoken.subarray(0, lasts_ms * 16), 0, (at_ms) => {
      const now_ms = at_ms + pathMs - late_ms;
      if (now_ms - until_ms < 50) return;
      const spans: { until_ms: number; speaker: string | null }[] = [];
      for (; until_ms < now_ms; until_ms += 10) spans.push({ until_ms, speaker: speakerAt(until_ms - pathMs) });
      listener.knowSpeakers(1, spans, 'played');
    });
    listener.end(1, lasts_ms);
    return world;
  };
  /** The sound of pieces, one after the other. */
  const soundOf = (pieces: readonly AttributedSound[]) => Buffer.concat(pieces.map(({ pcm }) => pcm));

  it('gives each moment to its speaker, and loses and mixes nothing where one follows another', () => {
    const change_ms = 1_000 + (start_ms + end_ms) / 2;
    const { pieces, changes } = share((at_ms) => (at_ms < change_ms ? 'p-ada' : 'p-ben'));
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada', 'p-ben']);
    const [ada, ben] = pieces;
    const changed_ms = (ben?.start_timestamp_ms ?? 0) - clockMs;
    expect(Math.abs(changed_ms - change_ms)).toBeLessThanOrEqual(40);
    expect((ada?.start_timestamp_ms ?? 0) + (ada?.duration_ms ?? 0)).toBe(ben?.start_timestamp_ms);
    const { pieces: whole } = share(() => 'p-ada');
    expect(Buffer.compare(soundOf(pieces), soundOf(whole))).toBe(0);
    expect(changes().map(([who, type]) => `${who} ${type}`)).toEqual([
      'p-ada speech_start',
      'p-ada speech_stop',
      'p-ben speech_start',
      'p-ben speech_stop',
    ]);
    const [, , [, , bens_ms = 0] = []] = changes() as [string, string, number][];
    expect(bens_ms).toBeGreaterThanOrEqual(change_ms - 40);
  });

  it('has each moment heard live as its speaker’s', () => {
    const { sounds } = share((at_ms) => (at_ms < 2_000 ? 'p-ada' : 'p-ben'), 1_000);
    const [adas, bens] = ['p-ada', 'p-ben'].map((who) => sounds.filter(({ owner }) => owner === who));
    // What came before anybody had said whose it is was nobody's, as is the last second.
    expect(adas?.length).toBeGreaterThan(90);
    expect(bens?.length).toBeGreaterThan(290);
    expect(Math.abs((adas?.at(-1)?.at_ms ?? 0) - 2_000)).toBeLessThanOrEqual(40);
    expect(Math.abs((bens?.[0]?.at_ms ?? 0) - 2_000)).toBeLessThanOrEqual(40);
  });

  it('waits for those who say late whose it was, and is nobody’s where they say it no more', () => {
    const change_ms = 1_000 + (start_ms + end_ms) / 2;
    const late = share((at_ms) => (at_ms < change_ms ? 'p-ada' : 'p-ben'), 1_000);
    expect(late.pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada', 'p-ben']);
    expect(Math.abs((late.pieces[1]?.start_timestamp_ms ?? 0) - clockMs - change_ms)).toBeLessThanOrEqual(40);

    const { listener, play, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, null);
    listener.knowSpeakers(1, [{ until_ms: 0, speaker: 'p-ada' }], 'played');
    play(1, spoken, 0);
    listener.end(1, spokenMs);
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual([null]);
  });

  it('is nobody’s since it was told last whose it is, where that is always told late', () => {
    const change_ms = 1_000 + (start_ms + end_ms) / 2;
    const { pieces } = share((at_ms) => (at_ms < change_ms ? 'p-ada' : 'p-ben'), 1_000, change_ms + 500);
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada', null]);
    const [adas, nobodys] = pieces.map(({ start_timestamp_ms, duration_ms }) => [
      start_timestamp_ms - clockMs,
      start_timestamp_ms - clockMs + duration_ms,
    ]);
    expect(adas?.[1]).toBeLessThanOrEqual(change_ms);
    expect(nobodys?.[0]).toBe(adas?.[1]);
    expect(nobodys?.[1]).toBeGreaterThan(change_ms + 400);
  });

  it('is nobody’s while it is not known whose it is, and one person’s when it is no longer shared', () => {
    const { pieces } = share(() => null);
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual([null]);

    const { listener, play, pieces: later } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, null);
    listener.knowSpeakers(1, [{ until_ms: 0, speaker: 'p-ada' }], 'played');
    listener.setOwner(1, 'p-ben', 0);
    play(1, spoken, 0);
    expect(later.map(({ participant_id }) => participant_id)).toEqual(['p-ben']);
  });
});

describe('a track that is handed on', () => {
  const { samples, end_ms } = sentence('maya-01');
  const gap_ms = 200;
  const second_ms = 1_000 + end_ms + gap_ms;
  const both = laid(9, [1_000, samples], [second_ms, samples]);

  /** Says ten times a second whose it was when its sound arrived, to a worker that gets the sound so much later. */
  const handOn = (late_ms: number) => {
    const world = meeting();
    const { listener, play } = world;
    listener.listen({ pieces: true });
    listener.add(1, null);
    const ownerAt = (at_ms: number) => (at_ms < second_ms - 50 ? 'p-ada' : 'p-ben');
    let until_ms = 0;
    play(1, both, 0, (at_ms) => {
      for (; until_ms < at_ms + late_ms; until_ms += 100) {
        const isSure = ownerAt(until_ms) === ownerAt(until_ms - 100);
        listener.knowSpeakers(1, [{ until_ms, speaker: isSure ? ownerAt(until_ms) : null }], 'arrived');
      }
    });
    listener.end(1, 9_000);
    return world.pieces.map(({ participant_id, start_timestamp_ms, duration_ms }) => ({
      participant_id,
      from_ms: start_timestamp_ms - clockMs,
      to_ms: start_timestamp_ms - clockMs + duration_ms,
    }));
  };

  it.each([0, 100, 1_000, 3_000])('is heard under the right names by a worker that hears it %i ms late', (late_ms) => {
    const pieces = handOn(late_ms);
    expect(pieces.map(({ participant_id }) => participant_id)).toEqual(['p-ada', 'p-ben']);
    expect(pieces[0]?.to_ms).toBeLessThanOrEqual(second_ms);
    expect(pieces[1]?.from_ms).toBeGreaterThanOrEqual(second_ms - gap_ms);
  });

  it('is heard under the right name where the page is certain of it two seconds later, and is no silence until then', () => {
    const { listener, play, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, null);
    play(1, both, 0, (at_ms) => {
      listener.knowSpeakers(1, [{ until_ms: at_ms - 2_000, speaker: 'p-ada' }], 'arrived');
      if (at_ms === 4_000) expect(listener.silenceOf('p-ada', at_ms + 100)).toBeLessThan(2_000);
    });
    listener.knowSpeakers(1, [{ until_ms: 9_000, speaker: 'p-ada' }], 'arrived');
    listener.end(1, 9_000);
    expect(new Set(pieces.map(({ participant_id }) => participant_id))).toEqual(new Set(['p-ada']));
  });

  it('is nobody’s where the page says nothing for long', () => {
    const { listener, play, pieces } = meeting();
    listener.listen({ pieces: true });
    listener.add(1, null);
    listener.knowSpeakers(1, [{ until_ms: 500, speaker: 'p-ada' }], 'arrived');
    play(1, both, 0);
    listener.end(1, 9_000);
    expect(new Set(pieces.map(({ participant_id }) => participant_id))).toEqual(new Set([null]));
  });
});
