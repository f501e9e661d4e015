/** Where every home lists bots that are not finished: those to come by their link, those inside by the canonical one. */
import { describe, expect, it } from 'vitest';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { presentIn, rangeOf } from '../../lib/storage/bots/bot-indexes.ts';
import { listedBots } from '../../lib/storage/bots/bot-lists.ts';
import { aBot } from '../lab/builders/records.ts';
import type { TableUnderTest } from './table.ts';

const canonical = 'https://zoom.us/j/123456789';
const link = 'https://acme.zoom.us/j/123456789?pwd=p';
const another = `${canonical}?pwd=another`;

/** Runs the suite. */
export const describePresence = (name: string, open: () => Promise<TableUnderTest>): void => {
  describe(`bots in a meeting, ${name}`, () => {
    it('are found there by whoever came by another link, and by their own while they live', async () => {
      const { table, close } = await open();
      try {
        const bots = listedBots(table);
        const positions = (range: ReturnType<typeof rangeOf>) => bots.positions(range, { limit: 10 });
        /** Who is found by somebody that came by another link, by the canonical one, by the bots' own, and who lives by each link. */
        const found = expect.poll(async () => {
          const project = aBot().project_id;
          const live = { states: ['joining', 'joined_recording'] } as const;
          return Promise.all([
            ...[another, canonical, link].map((url) => positions(presentIn(project, url, canonical))),
            ...[another, link].map((meeting_url) => positions(rangeOf(project, { meeting_url, ...live }, canonical))),
          ]);
        });
        const coming = aBot({ id: 'bot_coming', meeting_url: link, platform: 'zoom' });
        const former = aBot({ ...coming, id: 'bot_former', participant_id: 'before' });
        for (const bot of [coming, former]) await bots.create(bot);
        const [here, before] = [coming.id, former.id];
        await found.toEqual([[], [], [before], [], [here, before]]);
        const inside: Bot = { ...coming, participant_id: 'now', present_in: canonical, version: 2 };
        await bots.save(inside, coming);
        // What lies there is of the meeting, not of a link: whoever asks for one looks at the bots.
        await found.toEqual([[here], [here], [here, before], [here], [here, before]]);
        await bots.save({ ...inside, state: 'ended', version: 3 }, inside);
        await bots.save({ ...former, state: 'ended', version: 2 }, former);
        await found.toEqual([[], [], [], [], []]);
      } finally {
        await close();
      }
    });
  });
};
