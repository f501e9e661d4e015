/** What the session tells of an installation whose operator has set something, as functions are told by their environment. */
import { expect, it, vi } from 'vitest';
import { accessRoutes } from '../../../lib/api/routes/dashboard/access.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { sessionRepository } from '../../../lib/storage/sessions.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { anEvent, callHandler, handlerIn } from '../../lab/api/requests.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { thinBox } from '../../lab/doubles/thin-box.ts';

const { stores } = vi.hoisted(() => ({ stores: {} as { table: object } }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => stores.table }));

const table = memoryTable();
Object.assign(stores, { table });

it('tells what a form offers: hosts of meetings, no platform that is off, a server for transcription', async () => {
  vi.stubEnv('JITSI_HOSTS', 'meet.example.com');
  vi.stubEnv('PLATFORMS_OFF', 'teams');
  vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_URL', 'https://speech.example.com/transcribe');
  // Vitest has one of its own.
  vi.stubEnv('BASE_URL', undefined);
  const newProject = createCreateProject({
    projects: projectRepository(table),
    apiKeys: apiKeyRepository(table),
    secretBox: thinBox,
    clock: systemClock,
  });
  const { project_id } = await newProject('one');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await sessionRepository(table).start('mayas', {
    project_id,
    cursor_secret: 's',
    name: 'Maya',
    role: 'viewer',
    until,
  });
  const { handler } = await handlerIn('dashboard/access');
  const { method, path } = accessRoutes.getSession;
  const headers = { cookie: '__Host-session=mayas', 'sec-fetch-site': 'same-origin' };
  expect(await callHandler(handler, anEvent(method, path, { headers }))).toMatchObject({
    status: 200,
    body: {
      meeting_hosts: { jitsi: ['meet.example.com'], galene: [], livekit: [], demo_room: [] },
      platforms_off: ['teams'],
      has_transcription_server: true,
    },
  });
});
