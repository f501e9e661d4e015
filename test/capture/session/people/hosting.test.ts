import { describe, expect, it } from 'vitest';
import type { ParticipantView } from '../../../../lib/capture/meeting/view.ts';
import { createHosting } from '../../../../lib/capture/session/people/hosting.ts';
import { anAssignment } from '../../../lab/builders/assignment.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';

const bot = aParticipant('Notes', { is_self: true, is_host: true });
const ada = aParticipant('Ada');
const ben = aParticipant('Ben');

interface Course {
  /** Who is there, second by second. */
  readonly there: (seconds: number) => readonly ParticipantView[];
  readonly otherBots?: () => Promise<readonly string[]>;
  readonly makes?: (id: string) => Promise<boolean>;
  readonly isInRoom?: boolean;
}

/** Whom the bot has made a host, with the second. */
const made = async ({ there, otherBots = async () => [], makes = async () => true, isInRoom = false }: Course) => {
  const told: string[] = [];
  const automatic_leave_settings = { ...anAssignment().automatic_leave_settings, bot_keywords: ['notetaker'] };
  const hosting = createHosting({ automatic_leave_settings }, { otherBots, log: () => undefined });
  for (let now_s = 0; now_s < 40; now_s += 1) {
    const makeHost = (id: string): Promise<boolean> => {
      told.push(`${now_s} ${id}`);
      return makes(id);
    };
    const breakout = { state: isInRoom ? ('inside' as const) : ('none' as const), room_name: null };
    hosting.keep({ makeHost }, aView({ breakout }, [...there(now_s)]), now_s * 1_000);
    await new Promise(setImmediate);
  }
  return told;
};

describe('a bot that is the only host of its meeting', () => {
  it('makes a host of whoever came first, once they have stayed, and of nobody else', async () => {
    const there = (s: number) => [bot, ...(s < 3 ? [] : [ada]), ...(s < 9 ? [] : [ben])];
    expect(await made({ there })).toEqual([`8 ${ada.id}`]);
  });

  it('makes another one when that one has left', async () => {
    const there = (s: number) => (s < 20 ? [bot, ada, ben] : [bot, ben]);
    expect(await made({ there })).toEqual([`5 ${ada.id}`, `20 ${ben.id}`]);
  });

  it('makes none of other bots, by what is known of them and by their names', async () => {
    const other = aParticipant('Minutes');
    const notetaker = aParticipant('Notetaker');
    const program = aParticipant('Captions', { is_program: true });
    const there = (s: number) => [bot, other, notetaker, program, ...(s < 20 ? [] : [ada])];
    expect(await made({ there, otherBots: async () => [other.id] })).toEqual([`25 ${ada.id}`]);
  });

  it('makes none while it cannot be known who is a bot', async () => {
    let asked = 0;
    const otherBots = async () => {
      asked += 1;
      if (asked < 3) throw new Error('the table is not there');
      return [];
    };
    expect(await made({ there: () => [bot, ada], otherBots })).toEqual([`15 ${ada.id}`]);
  });

  it('goes on to the next where the meeting refuses', async () => {
    const makes = async (id: string) => id !== ada.id;
    expect(await made({ there: () => [bot, ada, ben], makes })).toEqual([`5 ${ada.id}`, `10 ${ben.id}`]);
  });
});

describe('a bot makes nobody a host', () => {
  it.each<[string, Course]>([
    ['where it is none itself', { there: () => [{ ...bot, is_host: false }, ada] }],
    ['where somebody else is one', { there: () => [bot, ada, { ...ben, is_host: true }] }],
    ['in a breakout room', { there: () => [bot, ada], isInRoom: true }],
  ])('%s', async (_, course) => {
    expect(await made(course)).toEqual([]);
  });
});
