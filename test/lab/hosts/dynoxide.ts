/** Dynoxide: a DynamoDB in one binary, from npm. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const dynoxidePath = fileURLToPath(import.meta.resolve('../../../node_modules/@dynoxide/linux-x64/dynoxide'));
export const hasDynoxide = process.platform === 'linux' && process.arch === 'x64' && existsSync(dynoxidePath);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

const mostTries = 500;

/** Starts Dynoxide, in memory, and answers its address once it listens. */
export const startDynoxide = async (): Promise<{ url: string; stop(): void }> => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(dynoxidePath, ['serve', '--port', new URL(url).port], { stdio: 'ignore' });
  for (let tries = 1; ; tries += 1) {
    try {
      await fetch(url);
      return { url, stop: () => child.kill() };
    } catch (error) {
      if (tries === mostTries) throw error;
      await pause(10);
    }
  }
};
