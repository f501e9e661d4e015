/** Which emulator of AWS answers at an endpoint, and what to say to somebody who has none. */
import * as z from 'zod';

/** Nothing can be deployed there; the message says what to do. */
export class NoEmulatorError extends Error {
  override readonly name = 'NoEmulatorError';
}

/** The version that everything here is tried on, which `.ci/run` starts as well. */
export const ministackVersion = '1.5.33';

const howToGetMiniStack = (
  command: string,
): string => `MiniStack is free, needs no account and no Docker, only Python 3.10 or newer:

  python3 -m venv ~/ministack && ~/ministack/bin/pip install ministack==${ministackVersion}
  PATH="$PWD/node_modules/.bin:$PATH" BIND_HOST=127.0.0.1 ~/ministack/bin/ministack

Leave it running, and in another terminal:

  AWS_ENDPOINT_URL=http://localhost:4566 ${command}`;

export interface FoundEmulator {
  readonly endpoint: string;
  readonly emulator: 'ministack' | 'localstack';
  /** Whether it has HTTP APIs and ECS, as the stack is. */
  readonly hasAll: boolean;
}

const answers = async (url: URL): Promise<unknown> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return response.ok ? response.json().catch(() => undefined) : undefined;
};

/** https://docs.localstack.cloud/aws/capabilities/networking/internal-endpoints/ */
const Health = z.object({ services: z.record(z.string(), z.string()) });

const hasAll = ({ services }: z.infer<typeof Health>): boolean => 'ecs' in services && 'apigatewayv2' in services;

/** `command`: what is asked to deploy there, and to be called again. @throws NoEmulatorError when nothing answers, or something else than an emulator that is known */
export const emulatorAt = async (
  endpoint: string | undefined,
  command = 'npm run deploy:local',
): Promise<FoundEmulator> => {
  const how = howToGetMiniStack(command);
  if (!endpoint) {
    throw new NoEmulatorError(`set AWS_ENDPOINT_URL to the address of an emulator of AWS. ${how}`);
  }
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new NoEmulatorError(`AWS_ENDPOINT_URL is ${endpoint}, which is no address: http://localhost:4566 is one`);
  }
  if (url.hostname.endsWith('amazonaws.com')) {
    throw new NoEmulatorError(`AWS_ENDPOINT_URL names AWS itself: deploy there with npx cdk deploy (docs/deploy.md)`);
  }
  const ask = async (path: string) => Health.safeParse(await answers(new URL(path, url))).data;
  try {
    if (await ask('/_ministack/health')) return { endpoint: url.origin, emulator: 'ministack', hasAll: true };
    const localstack = await ask('/_localstack/health');
    if (localstack) return { endpoint: url.origin, emulator: 'localstack', hasAll: hasAll(localstack) };
  } catch (cause) {
    throw new NoEmulatorError(`nothing answers at ${endpoint}. ${how}`, { cause });
  }
  throw new NoEmulatorError(
    `what answers at ${endpoint} is neither MiniStack nor LocalStack: set AWS_ENDPOINT_URL to one of them. ${how}`,
  );
};
