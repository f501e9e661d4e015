import { describe, expect, it } from 'vitest';
import { loseThePage, waysToLose } from '../../lab/worlds/lost-page.ts';

// They wait more than they work.
describe.concurrent('a bot whose page', () => {
  it.each(Object.entries(waysToLose))(
    '%s joins again and goes on with the same recording, and tells nothing twice',
    async (_, lose) => {
      const { end, triggers, seen, joins, parts, ...times } = await loseThePage(lose);
      if (process.env.SHOW) console.log(times);
      expect({ end, triggers, joins, parts }).toEqual({
        end: 'reported',
        triggers: ['admitted', 'left'],
        joins: 2,
        parts: 2,
      });
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
