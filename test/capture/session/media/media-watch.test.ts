import { describe, expect, it } from 'vitest';
import type { MediaView, ParticipantView } from '../../../../lib/capture/meeting/view.ts';
import { createMediaWatch, type MediaSeen } from '../../../../lib/capture/session/media/media-watch.ts';
import { aParticipant, aTrack } from '../../../lab/builders/meeting-views.ts';

const withCamera = aParticipant('Ada', { has_camera: true });
const withoutCamera = aParticipant('Ada');
const sharing = aParticipant('Ada', { is_sharing: true });

interface Scene {
  readonly hasPictures?: boolean;
  readonly others?: readonly ParticipantView[];
  /** Moments, in ms. */
  readonly media: (now_ms: number) => readonly MediaView[];
  readonly last_sound_ms?: (now_ms: number) => number;
}

/** Looks for a minute, four times a second, and tells when it first was certain, and of what. */
const watched = ({ hasPictures = true, others = [withCamera], media, last_sound_ms }: Scene) => {
  const watch = createMediaWatch({ hasPictures });
  let seen: MediaSeen | undefined;
  let first: string | undefined;
  for (let now_ms = 0; now_ms <= 60_000; now_ms += 250) {
    seen = watch.look({ media: [...media(now_ms)], last_sound_ms: last_sound_ms?.(now_ms) ?? null }, others, now_ms);
    if (seen.missing) first ??= `${seen.missing.kind} since ${seen.missing.since_ms}, at ${now_ms}`;
  }
  return { first, isDeaf: seen?.isDeaf };
};
const until = (end_ms: number, now_ms: number) => Math.min(end_ms, now_ms);

describe('a meeting of which', () => {
  it('everything comes lacks nothing', () => {
    const media = (now_ms: number) => [aTrack('voice', now_ms), aTrack('camera', now_ms)];
    expect(watched({ media })).toEqual({ first: undefined, isDeaf: false });
  });

  it('nothing comes, not even a track, lacks everything when somebody has a camera on', () => {
    expect(watched({ media: () => [] })).toEqual({ first: 'nothing_comes since 0, at 15000', isDeaf: true });
  });

  it('nothing comes any more lacks everything when somebody has a camera on, or shares a screen', () => {
    const media = (now_ms: number) => [aTrack('voice', until(20_000, now_ms)), aTrack('camera', until(20_000, now_ms))];
    const lacking = { first: 'nothing_comes since 24000, at 39000', isDeaf: true };
    expect(watched({ media })).toEqual(lacking);
    expect(watched({ media, others: [sharing] })).toEqual(lacking);
  });

  it.each<[string, Partial<Scene>]>([
    ['nobody has a camera on', { others: [withoutCamera] }],
    ['nobody is there', { others: [] }],
    ['pictures are not wanted', { hasPictures: false }],
    ['that camera was told to stay away', { media: () => [aTrack('camera', null, null, { is_wanted: false })] }],
  ])('nothing comes lacks nothing when %s', (_, scene) => {
    expect(watched({ media: () => [], ...scene })).toEqual({ first: undefined, isDeaf: false });
  });

  describe.each([{ hasPictures: true }, { hasPictures: false }])('nobody has a camera on, %o,', (scene) => {
    const muted = { ...scene, others: [withoutCamera] };
    const cutOff = (changes: Partial<MediaView> = {}) => aTrack('voice', null, null, { is_cut_off: true, ...changes });
    const nothing = { first: undefined, isDeaf: false };

    it('lacks everything when every connection is lost, or does not come about', () => {
      const lacking = { first: 'nothing_comes since 0, at 15000', isDeaf: true };
      const unknown = cutOff({ participant_id: null, kind: 'unknown' });
      const output = aTrack('line', null, null, { participant_id: null, is_cut_off: null });
      expect(watched({ ...muted, media: () => [cutOff(), unknown, output] })).toEqual(lacking);
    });

    const unjoined = () => [aTrack('line', null, null, { id: 'output', participant_id: null, is_cut_off: true })];
    it('lacks sound while what the page plays is asked for in vain', () => {
      expect(watched({ ...muted, media: unjoined })).toEqual({
        first: 'sound_not_heard since 0, at 15000',
        isDeaf: true,
      });
    });

    it('lacks no sound where it is asked for in vain, and nobody is there or people are heard', () => {
      expect(watched({ ...muted, others: [], media: unjoined })).toEqual(nothing);
      expect(watched({ ...muted, media: unjoined, last_sound_ms: (now_ms) => now_ms })).toEqual(nothing);
    });

    it('lacks nothing while one connection lasts: people may be muted', () => {
      expect(watched({ ...muted, media: () => [cutOff(), aTrack('voice', null)] })).toEqual(nothing);
    });

    it('lacks nothing when what is lost is of somebody who is not there, or nobody is', () => {
      expect(watched({ ...muted, media: () => [cutOff({ participant_id: 'ben' })] })).toEqual(nothing);
      expect(watched({ ...muted, others: [], media: () => [cutOff()] })).toEqual(nothing);
    });

    it('lacks nothing while people are heard in what the page plays', () => {
      expect(watched({ ...muted, media: () => [cutOff()], last_sound_ms: (now_ms) => now_ms })).toEqual(nothing);
    });

    it('lacks nothing when connections are mended within seconds', () => {
      const media = (now_ms: number) => [cutOff({ is_cut_off: now_ms % 16_000 < 10_000 })];
      expect(watched({ ...muted, media }).first).toBeUndefined();
    });
  });

  it('the sound of one person arrives and is not heard lacks sound, whatever else comes', () => {
    const media = (now_ms: number) => [
      aTrack('voice', now_ms, until(20_000, now_ms)),
      aTrack('voice', now_ms, now_ms, { participant_id: 'ben' }),
      aTrack('camera', now_ms),
    ];
    const deaf = { first: 'sound_not_heard since 24000, at 39000', isDeaf: true };
    expect(watched({ media })).toEqual(deaf);
    expect(watched({ media, hasPictures: false, others: [withoutCamera] })).toEqual(deaf);
  });

  it('sound stops arriving lacks nothing: its sender is muted', () => {
    const media = (now_ms: number) => [aTrack('voice', until(20_000, now_ms)), aTrack('camera', now_ms)];
    expect(watched({ media })).toEqual({ first: undefined, isDeaf: false });
  });

  it("sound arrives that is nobody's lacks nothing, heard or not", () => {
    const media = (now_ms: number) => [
      aTrack('unknown', now_ms, null, { participant_id: null }),
      aTrack('camera', now_ms),
    ];
    expect(watched({ media })).toEqual({ first: undefined, isDeaf: false });
  });

  it('no picture comes out lacks pictures, and is heard', () => {
    const media = (now_ms: number) => [aTrack('camera', now_ms, null), aTrack('screen', now_ms, null)];
    expect(watched({ media })).toEqual({ first: 'pictures_not_seen since 0, at 15000', isDeaf: false });
  });

  it("one picture of several comes out lacks nothing: the others are their senders' affair", () => {
    const media = (now_ms: number) => [aTrack('camera', now_ms, null), aTrack('screen', now_ms)];
    expect(watched({ media })).toEqual({ first: undefined, isDeaf: false });
  });

  it('something stops for a few seconds now and then lacks nothing', () => {
    const media = (now_ms: number) => [aTrack('camera', now_ms - (now_ms % 18_000))];
    expect(watched({ media }).first).toBeUndefined();
  });
});

describe('a watch over media', () => {
  const look = (watch: ReturnType<typeof createMediaWatch>, from_ms: number, to_ms: number, media: Scene['media']) => {
    let seen: MediaSeen | undefined;
    for (let now_ms = from_ms; now_ms <= to_ms; now_ms += 250)
      seen = watch.look({ media: [...media(now_ms)], last_sound_ms: null }, [withCamera], now_ms);
    return seen;
  };
  const comes = (now_ms: number) => [aTrack('camera', now_ms)];

  it('is as slow to say that all is well as that something is missing', () => {
    const watch = createMediaWatch({ hasPictures: true });
    look(watch, 0, 20_000, () => []);
    expect(look(watch, 20_250, 35_000, comes)).toEqual({
      missing: undefined,
      fine_since_ms: undefined,
      isDeaf: false,
    });
    expect(look(watch, 35_250, 35_250, comes)?.fine_since_ms).toBe(20_250);
  });

  it('concludes nothing from a time in which nobody looked', () => {
    const watch = createMediaWatch({ hasPictures: true });
    look(watch, 0, 14_000, () => []);
    expect(look(watch, 19_000, 19_000, () => [])?.missing).toBeUndefined();
    expect(look(watch, 19_250, 34_000, () => [])?.missing).toEqual({ kind: 'nothing_comes', since_ms: 19_000 });
  });
});
