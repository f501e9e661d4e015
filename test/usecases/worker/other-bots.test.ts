import { describe, expect, it } from 'vitest';
import { newId } from '../../../lib/domain/ids.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createOtherBots } from '../../../lib/usecases/worker/other-bots.ts';
import { aBot } from '../../lab/builders/records.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const id = (n: number): string => newId('bot', new Date(1_772_442_000_000 + n), new Uint8Array(10));
const inside = { state: 'joined_recording', meeting_url: 'https://zoom.us/j/123456789' } as const;

describe('the other bots in a meeting', () => {
  it('are those of the project that are in the same meeting now and know as whom', async () => {
    const bots = botRepository(memoryTable());
    const own = aBot({ ...inside, id: id(0), participant_id: 'own' });
    const others = [
      aBot({ ...inside, id: id(1), participant_id: 'recording' }),
      aBot({ ...inside, id: id(2), participant_id: 'moving', state: 'joining_breakout_room' }),
      aBot({ ...inside, id: id(3) }),
      aBot({ ...inside, id: id(4), participant_id: 'gone', state: 'ended' }),
      aBot({ ...inside, id: id(5), participant_id: 'left', state: 'leaving' }),
      aBot({ ...inside, id: id(6), participant_id: 'elsewhere', meeting_url: 'https://zoom.us/j/987654321' }),
      aBot({ ...inside, id: id(7), participant_id: 'foreign', project_id: 'prj_01KJNWKZ00ZZZZZZZZZZZZZZZZ' }),
    ];
    for (const bot of [own, ...others]) await bots.create(bot);
    expect(await createOtherBots({ bots })(refOf(own), own.meeting_url)).toEqual(['moving', 'recording']);
  });

  it('are found in two reads of nobody else, however many are to come by the same link', async () => {
    const { table, calls } = countingTable(memoryTable());
    const bots = botRepository(table);
    const today = [0, 1].map((n) => aBot({ ...inside, id: id(n), state: 'joining' }));
    const ahead = Array.from({ length: 120 }, (_, n) => aBot({ ...inside, id: id(2 + n), state: 'scheduled' }));
    for (const bot of [...today, ...ahead]) await bots.create(bot);
    const [own, other] = await Promise.all(
      today.map(async (bot) => {
        const joined = { ...bot, state: 'joined_recording', participant_id: `as ${bot.id}`, version: 2 } as const;
        await bots.save(joined, bot);
        return joined;
      }),
    );
    if (!own || !other) throw new Error('two bots are there today');
    calls();
    const looked: number[] = [];
    const at: typeof bots.at = (projectId, positions) => {
      looked.push(positions.length);
      return bots.at(projectId, positions);
    };
    const otherBots = createOtherBots({ bots: { ...bots, at } });
    expect(await otherBots(refOf(own), own.meeting_url)).toEqual([other.participant_id]);
    expect([calls(), looked]).toEqual([['query', 'getMany'], [2]]);
    await bots.save({ ...other, state: 'ended', version: 3 }, other);
    expect(await otherBots(refOf(own), own.meeting_url)).toEqual([]);
    expect(looked).toEqual([2, 1]);
  });
});
