import { describe, expect, it } from 'vitest';
import { createCaptureOutlook } from '../../../../lib/adapters/local/capture/outlook.ts';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { listedBots } from '../../../../lib/storage/bots/bot-lists.ts';
import { projectKey } from '../../../../lib/storage/keys.ts';
import { projectRepository } from '../../../../lib/storage/projects.ts';
import { aBot } from '../../../lab/builders/records.ts';
import { aClock } from '../../../lab/doubles/clock.ts';
import { memoryTable } from '../../../lab/doubles/memory-table.ts';

const clock = aClock();
const inMinutes = (minutes: number): string => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
const soon = { state: 'scheduled', join_at: inMinutes(30) } as const;
const later = { state: 'scheduled', join_at: inMinutes(300) } as const;

interface Scene {
  /** All bots that there are; the outlook is that of the last one. */
  readonly bots: readonly Partial<Bot>[];
  readonly places?: number;
  /** A project whose record cannot be read by this program. */
  readonly unreadable?: string;
  /** Whose tasks are carried out, and whose wait, by their number in `bots`. */
  readonly held?: readonly number[];
  readonly waiting?: readonly number[];
  /** How many places of the machine are taken; as many as there are tasks, unless said. */
  readonly taken?: number;
}

const outlookOfLast = async ({
  bots,
  unreadable,
  places = 2,
  held = [],
  waiting = [],
  taken = held.length,
}: Scene): Promise<readonly string[]> => {
  const table = memoryTable(clock);
  const projects = projectRepository(table);
  for (const id of ['prj_one', 'prj_two']) {
    await projects.create({ id, name: id, webhook_secret_sealed: '', created_at: inMinutes(-60) });
  }
  const made = bots.map((details, i) =>
    aBot({ id: `bot_${i}`, project_id: i % 2 ? 'prj_one' : 'prj_two', ...details }),
  );
  for (const bot of made) await listedBots(table).create(bot);
  if (unreadable) {
    await table.write({ update: projectKey(unreadable), set: { kind_version: 99 }, when: { exists: true } });
  }
  const ids = (numbers: readonly number[]): string[] => numbers.map((i) => `bot_${i}`);
  const host = {
    places,
    use: () => ({ taken, waiting: ids(waiting) }),
    isHeld: (id: string) => ids(held).includes(id),
  };
  const { warningsOf } = createCaptureOutlook({ host, bots: listedBots(table), projects, clock });
  return warningsOf(made.at(-1) as Bot);
};

const inMeeting = { state: 'joined_recording' } as const;

describe('the outlook of a bot on one machine with room for two', () => {
  it.each<[string, Scene]>([
    ['there is room', { bots: [inMeeting, {}] }],
    ['its task is carried out', { bots: [inMeeting, {}, {}], held: [0, 1, 2] }],
    ['the others have ended', { bots: [{ state: 'ended' }, { state: 'fatal_error' }, {}] }],
    ['the others join at another time', { bots: [later, later, soon] }],
    ['the meetings of now are over by then', { bots: [inMeeting, inMeeting, later] }],
    ['it is in its meeting', { bots: [inMeeting, inMeeting, inMeeting] }],
    ['there is room for all', { bots: [inMeeting, inMeeting, {}], places: Number.POSITIVE_INFINITY }],
  ])('has nothing in it when %s', async (_, scene) => {
    expect(await outlookOfLast(scene)).toEqual([]);
  });

  it.each<[string, Scene, RegExp]>([
    [
      'it waits',
      { bots: [inMeeting, inMeeting, {}, {}], waiting: [2, 3], taken: 2 },
      /^the bot waits .* and one other has its turn before it:/,
    ],
    [
      'it is the next',
      { bots: [inMeeting, inMeeting, {}], waiting: [2], taken: 2 },
      /^the bot waits for its turn, .* the next:/,
    ],
    [
      'those that wait before it will take the last places',
      { bots: [inMeeting, {}, {}], waiting: [1, 2], taken: 1 },
      /^the bot waits .* and one other has its turn before it:/,
    ],
    [
      'the machine is full',
      { bots: [inMeeting, { state: 'staged' }, {}] },
      /^the bot has to wait until another has left/,
    ],
    [
      'another has a place, whose project cannot be read',
      { bots: [{}, inMeeting, inMeeting, {}], unreadable: 'prj_two' },
      /^the bot has to wait until another has left/,
    ],
    ['as many join at the same time', { bots: [soon, soon, soon] }, /^the bot may have to wait .* in the hour before:/],
    ['others may be in their meetings still', { bots: [inMeeting, inMeeting, soon] }, /^the bot may have to wait/],
  ])('says so when %s', async (_, scene, sentence) => {
    const [warning, ...more] = await outlookOfLast(scene);
    expect(more).toEqual([]);
    expect(warning).toMatch(sentence);
    expect(warning).toContain('this machine has room for 2 bots in meetings at a time');
    expect(warning).toContain('--bots');
  });
  it('says that it waits for others to arrive when there is room, and others are starting', async () => {
    expect(await outlookOfLast({ bots: [{}, {}, {}], places: 4, held: [0], waiting: [1, 2] })).toEqual([
      'the bot waits a moment, until others that are starting have arrived: not all start at once',
    ]);
  });
});
