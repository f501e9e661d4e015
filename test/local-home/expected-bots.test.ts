import { describe, expect, it, vi } from 'vitest';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { botsAtWork, createExpectsBot, recordersIn } from '../../lib/local-home/expected-bots.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { botKey, projectKey } from '../../lib/storage/keys.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { aBot } from '../lab/builders/records.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

const hosts = ['127.0.0.1:8080', 'localhost:8080'];
const projectIds = ['prj_one', 'prj_two'];

/** A table in which the second of two projects has these bots. */
const withBots = async (...bots: Partial<Bot>[]) => {
  const table = memoryTable();
  const projects = projectRepository(table);
  for (const id of projectIds) {
    await projects.create({ id, name: id, webhook_secret_sealed: '', created_at: '2026-03-02T09:00:00.000Z' });
  }
  for (const details of bots) await botRepository(table).create(aBot({ project_id: 'prj_two', ...details }));
  return table;
};
/** Asks about the room `/room/tea`. */
const isExpected = async (details: Partial<Bot>): Promise<boolean> =>
  createExpectsBot(await withBots(details), hosts)('/room/tea');

describe('a room expects a bot', () => {
  it.each(['scheduled', 'staged', 'joining', 'joined_recording'] as const)('that is %s', async (state) => {
    expect(await isExpected({ meeting_url: 'http://localhost:8080/room/tea', state })).toBe(true);
  });

  it.each<[string, Partial<Bot>]>([
    ['that is finished', { meeting_url: 'http://localhost:8080/room/tea', state: 'ended' }],
    ['of another room', { meeting_url: 'http://localhost:8080/room/tea-2' }],
    ['of another host', { meeting_url: 'https://meet.example.com/room/tea' }],
  ])('but not one %s', async (_, bot) => {
    expect(await isExpected(bot)).toBe(false);
  });
});

it('bots are at work that are in their meetings, or on their way, of all projects', async () => {
  const states = ['scheduled', 'joining', 'joined_recording', 'post_processing', 'ended'] as const;
  const table = await withBots(...states.map((state) => ({ id: `bot_${state}`, bot_name: state, state })));
  await botRepository(table).create(aBot({ id: 'bot_one', project_id: 'prj_one', state: 'waiting_room' }));
  expect((await botsAtWork(table)).map(({ id }) => id).toSorted()).toEqual([
    'bot_joined_recording',
    'bot_joining',
    'bot_one',
  ]);
});

it('a project, or a bot, that cannot be read keeps no other from being known, nor the service from starting', async () => {
  const meeting_url = 'http://localhost:8080/room/tea';
  const ids = ['A', 'B'].map((letter) => `bot_01KJNWKZ00ABCDEFGHJKMNPQR${letter}`);
  const table = await withBots(...ids.map((id) => ({ id, meeting_url, state: 'joined_recording' as const })));
  const ofNewerProgram = { set: { kind_version: 99 }, when: { exists: true } } as const;
  await table.write({ update: projectKey('prj_one'), ...ofNewerProgram });
  await table.write({ update: botKey({ project_id: 'prj_two', bot_id: ids[0] ?? '' }), ...ofNewerProgram });
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect((await recordersIn(table, hosts, '/room/tea')).map(({ id }) => id)).toEqual([ids[1]]);
  expect(String(written.mock.calls[0]?.[0])).toContain(ids[0]);
  written.mockRestore();
});

it('the bots that record in a room are known when the service is started again', async () => {
  const meeting_url = 'http://localhost:8080/room/tea';
  const id = (letter: string) => `bot_01KJNWKZ00ABCDEFGHJKMNPQR${letter}`;
  const table = await withBots(
    { id: id('A'), meeting_url, state: 'joined_recording', bot_name: 'Minutes' },
    { id: id('B'), meeting_url, state: 'joined_recording_paused' },
    { id: id('C'), meeting_url: 'http://127.0.0.1:8080/room/tea', state: 'joined_recording', bot_name: 'Scribe' },
    { id: id('D'), meeting_url: 'http://127.0.0.1:8080/room/coffee', state: 'joined_recording' },
  );
  expect(await recordersIn(table, hosts, '/room/tea')).toEqual([
    { id: id('C'), name: 'Scribe' },
    { id: id('A'), name: 'Minutes' },
  ]);
});
