import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../lib/admin/command.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { calendarRepository } from '../../lib/storage/calendars/calendars.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { aCalendar, sealedCredentials } from '../lab/builders/calendars.ts';
import { theMeans } from '../lab/builders/transcription.ts';
import { memoryQueue } from '../lab/doubles/memory-queue.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

// Nobody else is at work on the table, so that there is nothing to wait for but the clock.
vi.mock('../../lib/process/pause.ts', () => ({
  pause: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
}));

const setUp = async () => {
  const table = memoryTable();
  const queue = memoryQueue();
  const told: string[] = [];
  const admin = (...args: string[]) =>
    runAdmin(
      args,
      async () => ({
        table,
        secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
        lanes: { prompt: queue, slow: queue },
        transcriberOf: openTranscribers(theMeans()),
        allow_loopback: false,
        warnTask: async () => false,
      }),
      async () => '',
      (line) => void told.push(line),
    );
  const { project_id } = JSON.parse(await admin('projects', 'create', 'Team A', '--json'));
  return { table, admin, told, project_id: String(project_id) };
};

describe('projects delete', () => {
  it.each([[[]], [['--confirm', 'prj_other']]])('does nothing unless its id is said twice: %j', async (confirm) => {
    const { table, admin, project_id } = await setUp();
    await expect(admin('projects', 'delete', project_id, ...confirm)).rejects.toThrow(UsageError);
    expect(await projectRepository(table).get(project_id)).toBeDefined();
  });

  it('leaves nothing but what was done in the project, itself included', async () => {
    const { table, admin, told, project_id } = await setUp();
    await admin('dashboard', 'admit', 'Ann', 'ann@example.com', '--role', 'owner');
    const calendar = aCalendar({ project_id });
    await calendarRepository(table).create(calendar, sealedCredentials(calendar));
    vi.setSystemTime(Date.now() + 1000);
    expect(await admin('projects', 'delete', project_id, '--confirm', project_id)).toBe(`${project_id} is deleted`);
    const nothing = 'nothing of it is left; what was just being made may come within half a minute: waiting';
    expect(told).toEqual([nothing]);
    const left = table.items().filter(({ pk }) => pk !== `project#${project_id}#audit`);
    expect(left).toEqual([]);
    const [newest] = (await auditRepository(table).list(project_id, 1)).entries;
    expect(newest).toMatchObject({ about: project_id, act: 'admin projects delete' });
    await expect(admin('projects', 'delete', project_id, '--confirm', project_id)).rejects.toThrow();
  });
});
