/** Where the suites against a LocalStack-compatible endpoint run: AWS_ENDPOINT_URL, or Dynoxide for DynamoDB alone. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';

export const endpoint = process.env.AWS_ENDPOINT_URL;

/** Whoever owns real data keeps it: tests make and fill resources only where nothing is real. */
if (endpoint?.includes('amazonaws.com')) throw new Error('AWS_ENDPOINT_URL names AWS itself: tests run on an emulator');

export const emulator = (url: string) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** Says in the test report, and on the console, why a suite did not run. */
export const describeSkipped = (what: string, reason: string): void => {
  console.info(`skipped: ${what} (${reason})`);
  describe.skip(`${what}: ${reason}`, () => {
    it('is skipped', () => expect.unreachable());
  });
};

const dynoxidePath = fileURLToPath(import.meta.resolve('../../node_modules/@dynoxide/linux-x64/dynoxide'));
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

/** Starts Dynoxide, in memory, and answers its address once it listens. */
export const startDynoxide = async (): Promise<{ url: string; stop(): void }> => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(dynoxidePath, ['serve', '--port', new URL(url).port], { stdio: 'ignore' });
  await vi.waitFor(() => fetch(url), { interval: 10, timeout: 5000 });
  return { url, stop: () => child.kill() };
};
