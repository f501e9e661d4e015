import { describe, expect, it } from 'vitest';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { createExpectsBot } from '../../lib/local-home/expected-bots.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { aBot } from '../lab/builders/records.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

const hosts = ['127.0.0.1:8080', 'localhost:8080'];
const projectIds = ['prj_one', 'prj_two'];

/** Asks about the room `/room/tea`, where the second of two projects has this bot. */
const isExpected = async (details: Partial<Bot>, room_path = '/room/tea'): Promise<boolean> => {
  const table = memoryTable();
  const projects = projectRepository(table);
  for (const id of projectIds) {
    await projects.create({ id, name: id, webhook_secret_sealed: '', created_at: '2026-03-02T09:00:00.000Z' });
  }
  await botRepository(table).create(aBot({ project_id: 'prj_two', ...details }));
  return createExpectsBot(table, hosts)(room_path);
};

describe('a room expects a bot', () => {
  it.each(['scheduled', 'staged', 'joining', 'joined_recording'] as const)('that is %s', async (state) => {
    expect(await isExpected({ meeting_url: 'http://localhost:8080/room/tea', state })).toBe(true);
  });

  it.each<[string, Partial<Bot>, string?]>([
    ['that is finished', { meeting_url: 'http://localhost:8080/room/tea', state: 'ended' }],
    ['of another room', { meeting_url: 'http://localhost:8080/room/tea-2' }],
    ['of another host', { meeting_url: 'https://meet.example.com/room/tea' }],
  ])('but not one %s', async (_, bot) => {
    expect(await isExpected(bot)).toBe(false);
  });
});
