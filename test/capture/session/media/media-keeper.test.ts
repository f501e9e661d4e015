import { describe, expect, it } from 'vitest';
import type { MediaView } from '../../../../lib/capture/meeting/view.ts';
import { createDiagnostics } from '../../../../lib/capture/session/diagnostics.ts';
import { createMediaKeeper } from '../../../../lib/capture/session/media/media-keeper.ts';
import { systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import type { BotState } from '../../../../lib/domain/bot/lifecycle.ts';
import { aParticipant, aTrack } from '../../../lab/builders/meeting-views.ts';
import { aFakeBot, type FakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';

const others = [aParticipant('Ada', { has_camera: true })];
const minute = 60;

interface World {
  readonly isSuccessor?: boolean;
  readonly format?: 'mp4' | 'mp3';
  readonly pictures?: 'track_per_person' | 'page';
  readonly missing?: FakeBot['missing'];
  readonly isInStandby?: () => boolean;
  readonly encrypted?: 'media';
}

const aKeeper = (world: World = {}) => {
  const { isSuccessor = false, format = 'mp4', pictures = 'track_per_person', missing, encrypted, isInStandby } = world;
  const bot = { ...aFakeBot('joined_recording'), ...(missing && { missing }) };
  const store = aMemoryStore();
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const diagnostics = createDiagnostics({ store, clock: systemSessionClock, log }, 1);
  const keeper = createMediaKeeper({
    ...{ bot, diagnostics, log, recording_settings: { format }, isSuccessor },
    ...(isInStandby && { isInStandby }),
  });
  const meeting = aScriptedMeeting({
    shows: () => {
      throw new Error('nobody looks');
    },
    capabilities: { pictures },
  });
  let look = keeper.enter(meeting);
  let second = 0;
  /** Attends until a second, coming in anew whenever that is asked for, and answers in which seconds that was. */
  const attend = async (
    until: number,
    media: (now_ms: number) => readonly MediaView[],
    state: BotState = 'joined_recording',
  ): Promise<number[]> => {
    const anew: number[] = [];
    for (; second < until; second += 1) {
      const now_ms = second * 1000;
      const shown = { media: [...media(now_ms)], last_sound_ms: null, ...(encrypted && { encrypted }) };
      const { lack } = await look(shown, { others, state }, now_ms);
      if (lack) {
        anew.push(second);
        look = keeper.enter(meeting);
      }
    }
    return anew;
  };
  return { attend, bot, logged, store };
};
const nothing = () => [];
const cutOff = () => [aTrack('voice', null, null, { is_cut_off: true })];
const everything = (now_ms: number) => [aTrack('camera', now_ms)];

describe('a bot to which nothing comes of its meeting', () => {
  it('comes into it anew, and again later and later when that does not help', async () => {
    const { attend, bot, logged } = aKeeper();
    expect(await attend(130 * minute, nothing)).toEqual([15, 315, 915, 2115, 4515, 6915]);
    expect(bot.warned).toEqual(['nothing_comes since 1970-01-01T00:00:00.000Z']);
    expect(logged).toEqual([
      'neither sound nor pictures come of anybody: connections are lost, or cameras are on and nothing arrives',
    ]);
  });

  it('does not come into it anew where people encrypt what it has no keys for: that would be no better', async () => {
    const { attend, bot } = aKeeper({ encrypted: 'media' });
    const stuck = (now_ms: number) => [aTrack('camera', now_ms, null)];
    expect(await attend(30 * minute, stuck)).toEqual([]);
    expect(bot.warned).toEqual(['pictures_not_seen since 1970-01-01T00:00:00.000Z']);
  });

  it('does not come into it anew where the page asks for its sound itself, again and again', async () => {
    const { attend, bot } = aKeeper({ pictures: 'page' });
    const output = aTrack('line', null, null, { id: 'output', participant_id: null, is_cut_off: true });
    expect(await attend(30 * minute, () => [output])).toEqual([]);
    expect(bot.warned).toEqual(['sound_not_heard since 1970-01-01T00:00:00.000Z']);
  });

  it('keeps what the meeting looked like, once', async () => {
    const { attend, store } = aKeeper();
    await attend(20 * minute, nothing);
    expect([...store.objects.keys()]).toEqual([
      'diagnostics/001-nothing_comes/state.json',
      'diagnostics/last.json',
      'diagnostics/001-nothing_comes/script.txt',
    ]);
  });

  it('says when it comes again, and is as quick the next time once all was well for long', async () => {
    const { attend, bot, logged } = aKeeper();
    expect(await attend(minute, nothing)).toEqual([15]);
    await attend(12 * minute, everything);
    expect(await attend(13 * minute, nothing)).toEqual([735]);
    expect(bot.warned).toEqual([
      'nothing_comes since 1970-01-01T00:00:00.000Z',
      'nothing since 1970-01-01T00:01:00.000Z',
      'nothing_comes since 1970-01-01T00:12:00.000Z',
    ]);
    expect(logged).toContain('nothing of the meeting is missing any more');
  });

  it('stays on its way into another room', async () => {
    const { attend, bot } = aKeeper();
    expect(await attend(minute, nothing, 'joining_breakout_room')).toEqual([]);
    expect(bot.warned).toEqual([]);
  });

  describe.each<World>([{ format: 'mp3' }, { pictures: 'page' }])('where no pictures are to come: %o', (world) => {
    it('stays while it may be that everybody is muted', async () => {
      const { attend, bot } = aKeeper(world);
      expect(await attend(minute, nothing)).toEqual([]);
      expect(bot.warned).toEqual([]);
    });

    it('comes into it anew when all connections are lost, and says so', async () => {
      const { attend, bot } = aKeeper(world);
      expect(await attend(minute, cutOff)).toEqual([15]);
      expect(bot.warned).toEqual(['nothing_comes since 1970-01-01T00:00:00.000Z']);
    });
  });

  it('comes into it anew also when the client cannot be told', async () => {
    const { attend, logged } = aKeeper({ missing: () => Promise.reject(new Error('no such bot')) });
    expect(await attend(minute, nothing)).toEqual([15]);
    expect(logged).toContain('the client could not be told whether something is missing');
  });
});

describe('what is missing of a meeting', () => {
  it('is told by a worker that sees it while the bot is still another’s as soon as it is its own', async () => {
    let isInStandby = true;
    const { attend, bot } = aKeeper({ isSuccessor: true, isInStandby: () => isInStandby });
    await attend(minute, nothing);
    expect(bot.warned).toEqual([]);
    isInStandby = false;
    await attend(2 * minute, nothing);
    expect(bot.warned).toEqual([
      // Whatever else the other one may have missed.
      'no sound_not_heard, pictures_not_seen any more since 1970-01-01T00:01:00.000Z',
      'nothing_comes since 1970-01-01T00:00:00.000Z',
    ]);
  });

  it('is told again where that failed', async () => {
    const told: string[] = [];
    const missing = async (kind: string, since: Date) => {
      if (told.push(`${kind} since ${since.getTime()}`) === 1) throw new Error('the table is slow');
    };
    const { attend } = aKeeper({ missing });
    await attend(2 * minute, nothing);
    expect(told).toEqual(['nothing_comes since 0', 'nothing_comes since 0']);
  });
});

describe('a bot whose earlier worker said that something was missing', () => {
  it('says that it comes again', async () => {
    const { attend, bot } = aKeeper({ isSuccessor: true });
    await attend(minute, everything);
    expect(bot.warned).toEqual(['nothing since 1970-01-01T00:00:00.000Z']);
  });
});
