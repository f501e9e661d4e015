import { describe, expect, it } from 'vitest';
import { newId } from '../../lib/domain/ids.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { refOf } from '../../lib/storage/keys.ts';
import { createOtherBots } from '../../lib/usecases/other-bots.ts';
import { aBot } from '../support/builders.ts';
import { memoryTable } from '../support/memory-table.ts';

describe('the other bots in a meeting', () => {
  it('are those of the project that are in the same meeting now and know as whom', async () => {
    const bots = botRepository(memoryTable());
    const id = (n: number): string => newId('bot', new Date(1_772_442_000_000 + n), new Uint8Array(10));
    const inside = { state: 'joined_recording', meeting_url: 'https://zoom.us/j/123456789' } as const;
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
});
