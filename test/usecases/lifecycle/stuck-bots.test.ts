import { describe, expect, it } from 'vitest';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { botKey, projectKey } from '../../../lib/storage/keys.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { createStuckBots } from '../../../lib/usecases/lifecycle/stuck-bots.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const at = '2026-03-02T09:00:00.000Z';

describe('a stuck bot', () => {
  it('is one that should have left its state long ago, in whichever project', async () => {
    const clock = aClock(at);
    const table = memoryTable(clock);
    const [projects, bots] = [projectRepository(table), listedBots(table)];
    for (const id of ['prj_1', 'prj_2']) {
      await projects.create({ id, name: id, webhook_secret_sealed: 'sealed', created_at: at });
    }
    const leaving = aBotEvent({ state: 'leaving', created_at: at });
    const bot = aBot({ project_id: 'prj_2', state: 'leaving', events: [leaving] });
    await bots.create(bot);
    const ended = { state: 'ended', events: [aBotEvent({ state: 'ended', created_at: at })] } as const;
    await bots.create(aBot({ id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRT', project_id: 'prj_1', ...ended }));
    const stuckBots = createStuckBots({ projects, bots, clock, transcription_timeout_seconds: 120 });
    expect(await stuckBots()).toEqual([]);
    // A bot may take 90 s to leave; ten minutes after that somebody should have seen to it.
    clock.advance(90 + 600);
    expect(await stuckBots()).toEqual([]);
    clock.advance(1);
    expect(await stuckBots()).toEqual([
      { project_id: 'prj_2', bot_id: bot.id, state: 'leaving', due_at: '2026-03-02T09:01:30.000Z' },
    ]);
  });

  it('is also one that cannot be read, which hides no other, as no project does that cannot be read', async () => {
    const clock = aClock(at);
    const table = memoryTable(clock);
    const [projects, bots] = [projectRepository(table), listedBots(table)];
    await projects.create({ id: 'prj_1', name: 'one', webhook_secret_sealed: 'sealed', created_at: at });
    for (const bot_id of ['bot_newer', 'bot_stuck']) {
      const leaving = aBotEvent({ state: 'leaving', created_at: at });
      await bots.create(aBot({ id: bot_id, project_id: 'prj_1', state: 'leaving', events: [leaving] }));
    }
    const ofNewerProgram = { set: { kind_version: 99 }, when: { exists: true } } as const;
    await table.write({ update: projectKey('prj_1'), ...ofNewerProgram });
    await table.write({ update: botKey({ project_id: 'prj_1', bot_id: 'bot_newer' }), ...ofNewerProgram });
    clock.advance(90 + 601);
    const stuckBots = createStuckBots({ projects, bots, clock, transcription_timeout_seconds: 120 });
    expect((await stuckBots()).map(({ bot_id, state }) => [bot_id, state])).toEqual([
      ['bot_newer', 'unreadable'],
      ['bot_stuck', 'leaving'],
    ]);
  });

  it('is none that could not be asked for: that is thrown', async () => {
    const clock = aClock(at);
    const table = memoryTable(clock);
    const [projects, bots] = [projectRepository(table), listedBots(table)];
    await projects.create({ id: 'prj_1', name: 'one', webhook_secret_sealed: 'sealed', created_at: at });
    const leaving = aBotEvent({ state: 'leaving', created_at: at });
    await bots.create(aBot({ project_id: 'prj_1', state: 'leaving', events: [leaving] }));
    const silent = { ...bots, at: () => Promise.reject(new Error('throttled')) };
    const stuckBots = createStuckBots({ projects, bots: silent, clock, transcription_timeout_seconds: 120 });
    await expect(stuckBots()).rejects.toThrow('throttled');
  });
});
