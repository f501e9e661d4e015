import { expect, it } from 'vitest';
import { ProgramError, programOutput } from '../../lib/process/program-output.ts';

const node = (program: string) => programOutput([process.execPath, '--eval', program]);

it('is what a program prints', async () => {
  expect(await node('console.log("said")')).toBe('said\n');
});

it('is the error of a program that fails, with its words apart from its command', async () => {
  const error: unknown = await node('console.error("it does not fit"); process.exit(1)').catch((reason) => reason);
  expect(error).toBeInstanceOf(ProgramError);
  expect((error as ProgramError).said).toBe('it does not fit');
  expect(String(error)).toContain(process.execPath);
});

it('is an error that says by what a program was ended that had no words left', async () => {
  await expect(node('process.kill(process.pid, "SIGKILL")')).rejects.toThrow(/ was ended by SIGKILL\n$/);
});
