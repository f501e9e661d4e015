/**
 * Set up for each file of tests that call functions in their own process: what functions reach outside is in memory. Files
 * share the functions and not the stores, which are put back when a file is through.
 */
import { afterAll, vi } from 'vitest';
import { ownStores, useStores } from './in-process/adapters.ts';

vi.mock('#adapters/table.ts', () => import('./in-process/adapters.ts'));
vi.mock('#adapters/media-store.ts', () => import('./in-process/adapters.ts'));
vi.mock('#adapters/queue.ts', () => import('./in-process/adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('./in-process/adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('./in-process/conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('./in-process/video.ts'));

// Vitest has one of its own.
delete process.env.BASE_URL;

afterAll(() => useStores(ownStores));
