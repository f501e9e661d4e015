/** A platform that the operator has switched off, as functions are told by their environment. */
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../../../lib/storage/projects.ts';
import { createCreateProject } from '../../../../lib/usecases/access/create-project.ts';
import { callRoute } from '../../../lab/api/requests.ts';
import { memoryTable } from '../../../lab/doubles/memory-table.ts';
import { thinBox } from '../../../lab/doubles/thin-box.ts';

const { stores } = vi.hoisted(() => ({ stores: {} as { table: object } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => stores.table }));

const table = memoryTable();
Object.assign(stores, { table });
const meeting_url = 'https://teams.microsoft.com/meet/1234567890123?p=AbCdEf';
const elsewhere = 'https://meet.google.com/abc-defg-hij';

it('takes no bots: neither new ones, nor such as were to go elsewhere', async () => {
  vi.stubEnv('PLATFORMS_OFF', 'teams');
  // Vitest has one of its own.
  vi.stubEnv('BASE_URL', undefined);
  const newProject = createCreateProject({
    projects: projectRepository(table),
    apiKeys: apiKeyRepository(table),
    secretBox: thinBox,
    clock: systemClock,
  });
  const { api_key } = await newProject('one');
  const headers = { authorization: `Token ${api_key}` };
  const bot = { bot_name: 'Notes', join_at: new Date(Date.now() + 3_600_000).toISOString() };
  const refused = [
    400,
    { errors: { meeting_url: [expect.stringMatching(/^is of teams, which the operator has switched off/)] } },
  ];
  const created = await callRoute('createBot', { headers, body: { ...bot, meeting_url } });
  expect([created.status, created.body]).toMatchObject(refused);
  const { body } = await callRoute('createBot', { headers, body: { ...bot, meeting_url: elsewhere } });
  const { id } = body as { readonly id: string };
  const moved = await callRoute('updateBot', { headers, id, body: { meeting_url } });
  expect([moved.status, moved.body]).toMatchObject(refused);
});
