import { beforeAll, describe, expect, it, vi } from 'vitest';
import { askForForeign, sendBadRequests, sendNoise } from '../../lab/api/bad-input.ts';
import { roomHost } from '../../lab/hosts/room-host.ts';
import { runs } from '../../lab/properties.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/media-store.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process-conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process-video.ts'));

beforeAll(() => {
  vi.stubEnv('DEMO_ROOM_HOSTS', roomHost);
  // Vitest has a BASE_URL of its own.
  vi.stubEnv('BASE_URL', undefined);
});

describe('bad input', () => {
  it('is refused, whatever is bad about it, without a write and without telling anything', async () => {
    const { sent, wrong } = await sendBadRequests();
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(3000);
  });

  it('that is mere noise is never a fault of ours', async () => {
    expect((await sendNoise(runs(300))).wrong).toEqual([]);
  });

  it('is the id of another project: every route answers as for one that never was, byte for byte', async () => {
    expect((await askForForeign()).wrong).toEqual([]);
  });
});
