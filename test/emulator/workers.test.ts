import { expect, it } from 'vitest';
import { roleVariables } from '../../lib/emulator/workers.ts';
import { clientAddresses } from '../../lib/process/environment.ts';

it('a task at home on an emulator takes films and websites of this machine, as the functions of its stack do', () => {
  expect(clientAddresses.parse(roleVariables('http://localhost:4566'))).toEqual({ allow_loopback: true });
});
