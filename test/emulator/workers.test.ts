import { afterEach, expect, it, vi } from 'vitest';
import { roleVariables } from '../../lib/emulator/workers.ts';
import { clientAddresses } from '../../lib/process/environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('a task at home on an emulator takes films and websites of this machine, as the functions of its stack do', () => {
  expect(clientAddresses.parse(roleVariables('http://localhost:4566', {}))).toEqual({ allow_loopback: true });
});

it('a task at home on an emulator waits to be relieved for as long as its definition lets it, less what it needs to leave', async () => {
  const definition = { containerDefinitions: [{ stopTimeout: 600 }] };
  for (const [name, value] of Object.entries(roleVariables('http://localhost:4566', definition)))
    vi.stubEnv(name, value);
  const { endWarning } = await import('../../lib/adapters/aws/capture-order.ts');
  expect(endWarning).toEqual({ signal: 'SIGTERM', within_ms: 575_000 });
});

it('a task on Fargate, which gives it two minutes, waits for 95 seconds', async () => {
  const { endWarning } = await import('../../lib/adapters/aws/capture-order.ts');
  expect(endWarning).toEqual({ signal: 'SIGTERM', within_ms: 95_000 });
});
