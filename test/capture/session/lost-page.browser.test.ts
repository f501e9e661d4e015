import { describe, expect, it } from 'vitest';
import { unseen } from '../../lab/hosts/paper-room.ts';
import {
  loseTheGpuProcess,
  loseThePage,
  ofBusyMachines,
  waysToLose,
  waysToMissMedia,
} from '../../lab/worlds/lost-page.ts';

const ways = { ...waysToLose, ...waysToMissMedia, 'goes on without its GPU process': loseTheGpuProcess };
type Way = keyof typeof ways;

/**
 * Meetings that are each lost in every one of these ways, one after the other: a bot comes back three times, and a machine
 * that is much too busy may lose it once more. Recordings have no pictures, which take most of the work, where the losses are the same to them.
 */
const lives: readonly (readonly [names: readonly Way[], course: Parameters<typeof loseThePage>[1]])[] = [
  [['crashes', 'runs in an endless loop'], { room: unseen, format: 'mp3' }],
  [['stands still with its process', 'has its process killed'], { room: unseen, format: 'mp3' }],
  [
    ['loses the audio service of its browser', 'loses the network service of its browser'],
    { room: unseen, format: 'mp3' },
  ],
  [
    ['has an audio service that stands still', 'is killed with its browser'],
    // What others say must not come from the audio service.
    { room: `exact&${unseen}`, format: 'mp3' },
  ],
  [
    [
      'goes on without its GPU process',
      'has a media worker in an endless loop',
      'has a network service that stands still',
    ],
    { room: unseen },
  ],
];

// They wait more than they work.
describe.concurrent('a bot whose page', () => {
  it.each(lives.map(([names, course]) => ({ said: names.join(', and then '), names, course })))(
    '$said joins again and goes on with the same recording, and tells nothing twice',
    async ({ names, course }) => {
      const all = names.map((name) => ways[name]);
      const { end, triggers, seen, joins, losses, lost, browsers, before, logged, parts, ...times } = await loseThePage(
        all,
        course,
      );
      if (process.env.SHOW) console.log(times);
      expect({ end, triggers }).toEqual({ end: 'reported', triggers: ['admitted', 'left'] });
      const own = all.filter((way) => !('isNoLoss' in way));
      for (const { reason } of own) expect(losses.filter((line) => line.includes(reason))).not.toEqual([]);
      // A machine that is much too busy may lose it once more, for reasons of its own.
      const known = [...own.flatMap(({ reason }) => reason || []), ...ofBusyMachines];
      const unknown = losses.filter((line) => !known.some((reason) => line.includes(reason)));
      expect(unknown.length, unknown.join('\n')).toBeLessThanOrEqual(own.filter(({ reason }) => !reason).length);
      expect(lost).toBeGreaterThanOrEqual(own.length);
      // It is opened anew once for each loss, and never without one.
      expect(browsers).toBe(1 + lost);
      expect(Math.min(joins, parts ?? 0)).toBeGreaterThan(own.length);
      if (names[0] === 'goes on without its GPU process') {
        const [first, next] = before;
        // On a machine that is much too busy the recorder may fall silent by itself, and is replaced.
        const isSilent = logged.some((line) => line.startsWith('the recorder broke'));
        if (!isSilent) expect([next?.joins, next?.take]).toEqual([first?.joins, first?.take]);
        expect(logged).toContain('a process of the browser has ended: GPU process');
      }
      const ids = seen.participant_events.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const told = (line: string) =>
        seen.participant_events.filter(
          ({ participant_name, event_type }) => `${participant_name} ${event_type}` === line,
        );
      expect(told('Ada join')).toHaveLength(1);
      expect(told('Ada leave')).toHaveLength(0);
      expect(told('Ada speech_start')).toHaveLength(told('Ada speech_stop').length);
      expect(seen.participant_events.filter(({ participant_name }) => participant_name.startsWith('Notes'))).toEqual(
        [],
      );
    },
  );
});
