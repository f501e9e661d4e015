import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openFrontDoor } from '../../../lib/local-home/front-door/front-door.ts';
import { atFreePorts, type Ports } from './proxy.ts';
import { strictProxy } from './strict.ts';

const occupied = async (port: number): Promise<AsyncDisposable> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

describe('what has to know its ports before it is started', () => {
  it.each<[string, keyof Ports, (ports: Ports) => Promise<unknown>]>([
    ['a proxy', 'https', async (ports) => (await strictProxy.start(ports))[Symbol.asyncDispose]()],
    [
      'the service',
      'service',
      async ({ service }) => (await openFrontDoor({ port: service }, () => undefined)).close(),
    ],
  ])('is started at others where somebody else took that of %s meanwhile', async (_, which, start) => {
    const tried: Ports[] = [];
    await atFreePorts(async (ports) => {
      tried.push(ports);
      await using _other = tried.length === 1 ? await occupied(ports[which]) : undefined;
      await start(ports);
    });
    expect(tried.length).toBe(2);
  });

  it('fails at once where that is not why it did not start', async () => {
    let tries = 0;
    const start = async (): Promise<void> => {
      tries += 1;
      throw new Error('the configuration is wrong');
    };
    await expect(atFreePorts(start)).rejects.toThrow('the configuration is wrong');
    expect(tries).toBe(1);
  });
});
