import { expect, it, vi } from 'vitest';
import { captureLoads } from '../../../lib/domain/bot/capture-load.ts';

const madeOf = (): never => {
  throw new Error('nobody answers');
};
vi.mock('#adapters/capture-launcher.ts', () => ({ openCaptureLauncher: () => ({ warm: { madeOf } }) }));
vi.mock('#adapters/table.ts', () => ({ openTable: () => ({}) }));

const { handler } = (await import('../../../lambdas/lifecycle/keep-warm.ts')) as { handler: () => Promise<void> };

it('fails, so that an alarm tells, once it has looked at the tasks of each load', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await expect(handler()).rejects.toThrow('warm tasks could not be seen to');
  const said = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('nobody answers'));
  expect(said).toHaveLength(captureLoads.length);
});
