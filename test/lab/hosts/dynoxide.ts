/** Dynoxide: a DynamoDB in one binary, from npm. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const dynoxidePath = fileURLToPath(import.meta.resolve('../../../node_modules/@dynoxide/linux-x64/dynoxide'));
export const hasDynoxide = process.platform === 'linux' && process.arch === 'x64' && existsSync(dynoxidePath);

/** Starts Dynoxide at a port, and says whether it listens there. */
const startAt = async (port: number): Promise<{ listens: boolean; stop(): void }> => {
  const child = spawn(dynoxidePath, ['serve', '--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const listens = await new Promise<boolean>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => line.includes('listening on') && resolve(true));
    child.once('error', reject).once('exit', () => resolve(false));
  });
  return { listens, stop: () => child.kill() };
};

const mostTries = 10;

/** Starts Dynoxide, in memory, and answers its address once it listens. */
export const startDynoxide = async (): Promise<{ url: string; stop(): void }> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // It cannot tell which port it found free, and somebody else may take the one that was.
    const port = await freePort();
    const { listens, stop } = await startAt(port);
    if (listens) return { url: `http://127.0.0.1:${port}`, stop };
  }
  throw new Error(`Dynoxide (${dynoxidePath}) did not start at any of ${mostTries} ports`);
};
