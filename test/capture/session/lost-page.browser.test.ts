import { describe, expect, it } from 'vitest';
import {
  loseTheGpuProcess,
  loseThePage,
  ofBusyMachines,
  waysToLose,
  waysToMissMedia,
} from '../../lab/worlds/lost-page.ts';

/** Losses that are the same to a recording without pictures, which take most of the work. */
const ofSoundAlone = new Set([
  'crashes',
  'runs in an endless loop',
  'stands still with its process',
  'has its process killed',
  'loses the audio service of its browser',
  'loses the network service of its browser',
  'is killed with its browser',
  'has an audio service that stands still',
]);

// They wait more than they work.
describe.concurrent('a bot whose page', () => {
  it.each(Object.entries({ ...waysToLose, ...waysToMissMedia }))(
    '%s joins again and goes on with the same recording, and tells nothing twice',
    async (name, way) => {
      const { end, triggers, seen, joins, losses, lost, browsers, parts, ...times } = await loseThePage(way, {
        format: ofSoundAlone.has(name) ? 'mp3' : 'mp4',
      });
      if (process.env.SHOW) console.log(times);
      expect({ end, triggers }).toEqual({ end: 'reported', triggers: ['admitted', 'left'] });
      // A machine that is much too busy may lose it once more, for reasons of its own.
      const own = losses.filter((line) => line.includes(way.reason));
      const others = losses.filter((line) => !line.includes(way.reason));
      expect(own).not.toEqual([]);
      expect(others.filter((line) => !ofBusyMachines.some((reason) => line.includes(reason)))).toEqual([]);
      // It is opened anew once for each loss, and never without one.
      expect(browsers).toBe(1 + lost);
      expect(Math.min(joins, parts ?? 0)).toBeGreaterThanOrEqual(2);
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

  it('goes on as if nothing had happened when only the GPU process of its browser ends, and says so in the log', async () => {
    const { triggers, joins, logged, parts } = await loseThePage(loseTheGpuProcess, { goOn: 'as before' });
    expect(triggers).toEqual(['admitted', 'left']);
    // On a machine that is much too busy the recorder may fall silent by itself, and is replaced.
    const isSilent = logged.some((line) => line.startsWith('the recorder broke'));
    if (!isSilent) expect({ joins, parts }).toEqual({ joins: 1, parts: 1 });
    expect(logged).toContain('a process of the browser has ended: GPU process');
  });
});
