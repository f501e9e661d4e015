import fc from 'fast-check';
import { beforeAll, it, vi } from 'vitest';
import { liveSessions, sessionCommands } from '../../lab/api/session-lives.ts';
import { runs } from '../../lab/properties.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/media-store.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));

// Vitest has a BASE_URL of its own.
beforeAll(() => void vi.stubEnv('BASE_URL', undefined));

it('whatever clients and machines do with app sessions, the API answers and stores what the decisions say', async () => {
  await fc.assert(
    fc.asyncProperty(sessionCommands(40), (some) => liveSessions(some)),
    { numRuns: runs(100) },
  );
});
