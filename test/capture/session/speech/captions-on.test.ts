import { describe, expect, it } from 'vitest';
import { NotAllowedError, UnavailableError } from '../../../../lib/capture/meeting/errors.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import type { MeetingCapabilities } from '../../../../lib/domain/meeting/capabilities.ts';
import type { TranscriptionSettings } from '../../../../lib/domain/transcription/transcription-settings.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const provider: TranscriptionSettings = { stt_a: { language: 'de', model: 'nova-3' } };

const aCaption = { id: 'c1', speaker_id: 'ada', speaker_name: 'Ada', start_ms, duration_ms: 500, is_final: true };

interface Course {
  readonly captions?: MeetingCapabilities['captions'];
  readonly settings?: TranscriptionSettings;
  /** From which second on captions can be turned on; always, where nothing is said. */
  readonly from?: number;
  /** What a bot that goes by them is refused them by until then, and from which second to which the meeting says so. */
  readonly refused?: Error;
  readonly refusedIn?: readonly [number, number];
  /** From which second on somebody else has turned them on. */
  readonly others?: number;
  readonly attempt?: number;
  /** From which second on, and until which, a provider hears the sound instead. */
  readonly heardFrom?: number;
  readonly heardUntil?: number;
  /** What the meeting shows meanwhile, from a second on. */
  readonly shows?: Readonly<Record<number, Partial<MeetingView>>>;
}

/** Four minutes in a meeting: at which seconds the bot tried to turn captions on, and what its client was told. */
const fourMinutes = async ({
  captions = true,
  settings,
  from = 0,
  refused,
  refusedIn: [refusedFrom, refusedTo] = [0, Number.POSITIVE_INFINITY],
  others,
  attempt = 1,
  heardFrom = Number.POSITIVE_INFINITY,
  heardUntil = Number.POSITIVE_INFINITY,
  shows = {},
}: Course) => {
  const clock = aRushingClock(start_ms);
  const bot = aFakeBot('joining');
  if (settings) bot.order({ transcription_settings: settings });
  const seconds = (): number => (clock.now_ms() - start_ms) / 1000;
  const tried: number[] = [];
  let hasLeft = false;
  const meeting = aScriptedMeeting({
    capabilities: { captions },
    shows(hasAsked) {
      if (seconds() >= 240 && !hasLeft) bot.move('leave');
      hasLeft = seconds() >= 240;
      if (seconds() >= heardFrom) bot.order({ transcription_settings: provider });
      if (seconds() >= heardUntil) bot.order({ transcription_settings: { meeting_closed_captions: {} } });
      const shown = others !== undefined && seconds() >= others ? [{ ...aCaption, text: 'Good morning.' }] : [];
      if (!hasAsked) return aView({ phase: 'pre_join' });
      const [, stage] = Object.entries(shows).findLast(([second]) => Number(second) <= seconds()) ?? [];
      return aView({ captions: shown, ...stage }, [aParticipant('Ada')]);
    },
    onSettle(goesByCaptions) {
      tried.push(Math.floor(seconds()));
      if (!captions || seconds() >= from) return;
      const isRefused = goesByCaptions && seconds() >= refusedFrom && seconds() < refusedTo;
      throw (isRefused && refused) || new Error('the menu has no captions');
    },
  });
  await runCaptureSession(
    { line: bot, meetings: { open: async () => meeting }, segments: aMemoryStore(), clock },
    anAssignment({ join_at: new Date(start_ms), attempt }),
    neverStopped,
  );
  return { tried, warned: bot.warned, told: bot.warned.map((line) => line.split(' since ')[0]) };
};

describe('captions', () => {
  it('that can be turned on are, once, and nothing is told of them', async () => {
    const { tried, told } = await fourMinutes({});
    expect([tried.length, told]).toEqual([1, []]);
  });

  it('are missed no more from the moment on at which a provider hears the sound', async () => {
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY, heardFrom: 60 });
    expect(told).toEqual(['no_captions', 'no no_captions any more']);
    expect(Math.max(...tried)).toBeLessThan(60);
  });

  it('are tried anew, and missed from then on only, where they are to be read again', async () => {
    const never = { from: Number.POSITIVE_INFINITY, heardFrom: 150, heardUntil: 200 };
    const { tried, warned } = await fourMinutes(never);
    expect(tried.filter((second) => second >= 200).length).toBeGreaterThan(1);
    expect(warned.at(-1)).toMatch(/^no_captions since 2026-03-02T09:03:2/);
  });

  it('that cannot be turned on at once are missing until they are, and tried again', async () => {
    const { tried, told } = await fourMinutes({ from: 10 });
    expect(tried).toHaveLength(3);
    expect(tried.at(-1)).toBeGreaterThanOrEqual(10);
    expect(told).toEqual(['no_captions', 'no no_captions any more']);
  });

  it('that cannot be turned on at all are missing to the end, and tried five times', async () => {
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY });
    expect([tried.length, told]).toEqual([5, ['no_captions']]);
  });

  it('that the meeting does not allow are missing, and its client is told why', async () => {
    const { warned } = await fourMinutes({
      from: Number.POSITIVE_INFINITY,
      refused: new NotAllowedError('ask the host'),
    });
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatch(/^no_captions since .*ask the host/);
  });

  const refused = new NotAllowedError('ask the host');
  const startOf = (line = '') => (Date.parse(/since (\S+?Z)/.exec(line)?.[1] ?? '') - start_ms) / 1000;
  // What the bot has there is turned on before it may record, when it asks nobody for captions.
  const allowedAt12: Course['shows'] = { 0: { recording: 'requested' }, 12: {} };

  it('are missing once, since the bot could have gone by them, where it first had to be allowed to record', async () => {
    const { warned } = await fourMinutes({ from: Number.POSITIVE_INFINITY, refused, shows: allowedAt12 });
    expect(warned).toEqual([expect.stringMatching(/^no_captions since .*: ask the host$/)]);
    expect(startOf(warned[0])).toBeGreaterThanOrEqual(12);
    expect(startOf(warned[0])).toBeLessThan(15);
  });

  it('that come of the first try of a bot that may go by them were not missing', async () => {
    const shows = { 0: { recording: 'requested' }, 2: {} } as const;
    const { tried, told } = await fourMinutes({ from: 2, refused, shows });
    expect([tried.length, told]).toEqual([2, []]);
  });

  it('are missing since the same moment where a later try tells why, which is said as long as they are', async () => {
    const { warned } = await fourMinutes({ from: Number.POSITIVE_INFINITY, refused, refusedIn: [2, 60] });
    expect(warned).toEqual([expect.stringMatching(/^no_captions since \S+$/), `${warned[0]}: ask the host`]);
  });

  it('that somebody has to allow are tried for once a minute, for as long as it takes', async () => {
    const { tried, told } = await fourMinutes({ from: 200, refused });
    expect(tried.slice(0, 5).at(-1)).toBeLessThan(150);
    expect(tried.at(-1)).toBeGreaterThanOrEqual(200);
    expect([tried.length, told]).toEqual([6, ['no_captions', 'no no_captions any more']]);
  });

  it('that the server cannot write are missing with the reason, and tried five times', async () => {
    const { tried, warned } = await fourMinutes({
      from: Number.POSITIVE_INFINITY,
      refused: new UnavailableError('its transcriber is away'),
    });
    expect([tried.length, warned]).toEqual([
      5,
      [expect.stringMatching(/^no_captions since .*: its transcriber is away$/)],
    ]);
  });

  it('that somebody else turns on are there', async () => {
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY, others: 12 });
    expect([tried.length, told]).toEqual([2, ['no_captions', 'no no_captions any more']]);
  });

  it('of a platform that has none are missing, and nobody looks for them', async () => {
    const { tried, told } = await fourMinutes({ captions: false });
    expect([tried.length, told]).toEqual([1, ['no_captions']]);
  });

  it('are not missed by a bot whose provider hears the sound', async () => {
    expect((await fourMinutes({ captions: false, settings: provider })).told).toEqual([]);
    const { tried, told } = await fourMinutes({ from: Number.POSITIVE_INFINITY, settings: provider });
    expect([tried.length, told]).toEqual([1, []]);
  });

  const inside: Partial<MeetingView> = { breakout: { state: 'inside', room_name: 'Press' } };
  it.each<[string, Record<number, Partial<MeetingView>>, number[]]>([
    ['was put back into the waiting room', { 60: { phase: 'waiting_room' }, 70: {} }, [70]],
    ['has connected again', { 60: { phase: 'connecting' }, 70: {} }, [70]],
    ['is in a breakout room, and back from it', { 60: inside, 120: {} }, [60, 120]],
    [
      'is in a breakout room to which it had a way to go',
      {
        60: { breakout: { state: 'joining', room_name: 'Press' } },
        63: { phase: 'connecting', ...inside },
        66: inside,
      },
      [66],
    ],
    ['was asked into a room, and stayed', { 60: { breakout: { state: 'invited', room_name: 'Press' } }, 70: {} }, []],
  ])('are turned on again, once, by a bot that %s', async (_, shows, again) => {
    const { tried, told } = await fourMinutes({ shows });
    expect([tried.slice(1), told]).toEqual([again, []]);
  });

  it('that cannot be turned on again are missing, and tried five times more', async () => {
    const { tried, told } = await fourMinutes({
      from: Number.POSITIVE_INFINITY,
      shows: { 30: { phase: 'waiting_room' }, 31: {} },
    });
    expect(tried.filter((second) => second >= 31)).toHaveLength(5);
    expect(told).toEqual(['no_captions']);
  });

  it('are not turned on again where a provider hears the sound', async () => {
    const shows = { 60: { phase: 'waiting_room' }, 70: {} } as const;
    expect((await fourMinutes({ settings: provider, shows })).tried).toHaveLength(1);
  });

  const said = (text: string) => ({ ...aCaption, text });
  const speaks: Partial<MeetingView> = {
    speech: [{ participant_id: 'ada', type: 'speech_start', at_ms: start_ms + 10_000 }],
  };
  const falls: Partial<MeetingView> = {
    speech: [{ participant_id: 'ada', type: 'speech_stop', at_ms: start_ms + 50_000 }],
    captions: [said('Good')],
  };

  it('that count as on and bring nothing of what is said are turned on again, and missing while that brings nothing', async () => {
    const { tried, warned } = await fourMinutes({ shows: { 10: speaks } });
    expect(tried).toHaveLength(4);
    const [first = 0, ...again] = tried.slice(1);
    expect(first).toBeGreaterThanOrEqual(38);
    expect(first).toBeLessThan(45);
    expect(again.map((second, at) => Math.round((second - (tried[at + 1] ?? 0)) / 10))).toEqual([6, 12]);
    // Since they are missing, and not since that was known.
    expect(warned.map((line) => line.slice(0, 36))).toEqual(['no_captions since 2026-03-02T09:00:1']);
  });

  it('that come of being turned on again are there', async () => {
    const { tried, told } = await fourMinutes({ shows: { 10: speaks, 50: falls } });
    expect([tried.slice(0, 2).length, told]).toEqual([2, []]);
    const late = await fourMinutes({ shows: { 10: speaks, 120: falls } });
    expect(late.told.slice(0, 2)).toEqual(['no_captions', 'no no_captions any more']);
  });

  it('are not doubted while nobody speaks, nor while they go on', async () => {
    const words = Object.fromEntries(
      Array.from({ length: 23 }, (_, at) => [10 + 10 * at, { ...speaks, captions: [said('so '.repeat(at + 1))] }]),
    );
    expect((await fourMinutes({ shows: words })).tried).toHaveLength(1);
    expect((await fourMinutes({})).tried).toHaveLength(1);
  });

  describe('where only a captioner of the server writes any', () => {
    const captions = 'with_captioner';
    const wordsAt = (second: number): NonNullable<Course['shows']> => ({
      10: speaks,
      [second]: { ...speaks, ...falls },
    });

    it('are asked for, and nothing is told of them while nobody speaks, nor where they come', async () => {
      expect(await fourMinutes({ captions })).toMatchObject({ told: [], tried: [expect.any(Number)] });
      expect((await fourMinutes({ captions, shows: wordsAt(15) })).told).toEqual([]);
    });

    it('are missing since somebody spoke and nothing came, sooner than those that were seen before', async () => {
      const { tried, warned } = await fourMinutes({ captions, shows: { 10: speaks } });
      expect(tried[1]).toBeGreaterThanOrEqual(23);
      expect(tried[1]).toBeLessThan(30);
      expect(warned.map((line) => line.slice(0, 36))).toEqual(['no_captions since 2026-03-02T09:00:1']);
    });

    it('are there once they come late', async () => {
      const { told } = await fourMinutes({ captions, shows: wordsAt(60) });
      expect(told.slice(0, 2)).toEqual(['no_captions', 'no no_captions any more']);
    });

    it('are not asked for by a bot whose provider hears the sound', async () => {
      expect(await fourMinutes({ captions, settings: provider, shows: { 10: speaks } })).toMatchObject({
        told: [],
        tried: [],
      });
    });
  });

  it('are said to be there again by the worker that follows one that missed them', async () => {
    expect((await fourMinutes({ attempt: 2 })).told).toContain('no no_captions any more');
  });
});
