import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { emulatorAt, ministackVersion, NoEmulatorError } from '../../lib/emulator/endpoint.ts';
import { nobody } from '../lab/hosts/nobody.ts';

/** Something that answers these paths with what an emulator says of its health, and of the services that it has. */
const aServer = async (healthy: readonly string[] = [], services: readonly string[] = ['s3']) => {
  const server = createServer((request, response) =>
    healthy.includes(request.url ?? '')
      ? response.end(JSON.stringify({ services: Object.fromEntries(services.map((name) => [name, 'available'])) }))
      : response.writeHead(404).end('not here'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

const refusal = async (endpoint: string | undefined): Promise<string> => {
  const error = await emulatorAt(endpoint).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NoEmulatorError);
  return (error as NoEmulatorError).message;
};

describe('an emulator', () => {
  it('is known by how it tells of its health; MiniStack answers for LocalStack too', async () => {
    await using ministack = await aServer(['/_ministack/health', '/_localstack/health']);
    await using localstack = await aServer(['/_localstack/health']);
    expect(await emulatorAt(ministack.endpoint)).toMatchObject({ endpoint: ministack.endpoint, emulator: 'ministack' });
    expect(await emulatorAt(localstack.endpoint)).toMatchObject({
      endpoint: localstack.endpoint,
      emulator: 'localstack',
    });
  });

  it('says whether it has what the stack is made of: the free edition of LocalStack has no ECS and no HTTP APIs', async () => {
    const health = ['/_localstack/health'];
    await using free = await aServer(health, ['s3', 'apigateway']);
    await using paid = await aServer(health, ['s3', 'apigateway', 'apigatewayv2', 'ecs']);
    expect(await emulatorAt(free.endpoint)).toMatchObject({ hasAll: false });
    expect(await emulatorAt(paid.endpoint)).toMatchObject({ hasAll: true });
  });

  it('that is not there is told how to be had', async () => {
    for (const endpoint of [undefined, nobody]) {
      expect(await refusal(endpoint)).toContain(`pip install ministack==${ministackVersion}`);
    }
  });

  it('that is not there is told how to be had for the command that wants it', async () => {
    await expect(emulatorAt(undefined, 'npm run test:aws')).rejects.toThrow(
      /\n {2}AWS_ENDPOINT_URL=http:\/\/localhost:4566 npm run test:aws$/,
    );
  });

  it('is neither AWS, nor something else, nor no address', async () => {
    await using other = await aServer();
    expect(await refusal('https://ecs.us-east-1.amazonaws.com')).toMatch(/names AWS itself/);
    expect(await refusal(other.endpoint)).toMatch(/neither MiniStack nor LocalStack/);
    expect(await refusal('localhost:4566')).toMatch(/no address/);
  });

  it('is the version that CI starts', () => {
    expect(readFileSync('.ci/run', 'utf8')).toContain(`ministack_version=${ministackVersion}\n`);
  });
});
