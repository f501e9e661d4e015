/** Which emulator of AWS answers at an endpoint, and what to say to somebody who has none. */

/** Nothing can be deployed there; the message says what to do. */
export class NoEmulatorError extends Error {
  override readonly name = 'NoEmulatorError';
}

/** The version that everything here is tried on, which `.ci/run` starts as well. */
export const ministackVersion = '1.5.33';

export const howToGetMiniStack = `MiniStack is free, needs no account and no Docker, only Python 3.10 or newer:

  python3 -m venv ~/ministack && ~/ministack/bin/pip install ministack==${ministackVersion}
  PATH="$PWD/node_modules/.bin:$PATH" BIND_HOST=127.0.0.1 ~/ministack/bin/ministack

Leave it running, and in another terminal:

  AWS_ENDPOINT_URL=http://localhost:4566 npm run deploy:local`;

export type Emulator = 'ministack' | 'localstack';

const answers = async (url: URL): Promise<unknown> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return response.ok ? response.json().catch(() => undefined) : undefined;
};

const isHealth = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'services' in answer;

/** @throws NoEmulatorError when nothing answers, or something else than an emulator that is known */
export const emulatorAt = async (endpoint: string | undefined): Promise<{ endpoint: string; emulator: Emulator }> => {
  if (!endpoint) {
    throw new NoEmulatorError(`set AWS_ENDPOINT_URL to the address of an emulator of AWS. ${howToGetMiniStack}`);
  }
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new NoEmulatorError(`AWS_ENDPOINT_URL is ${endpoint}, which is no address: http://localhost:4566 is one`);
  }
  if (url.hostname.endsWith('amazonaws.com')) {
    throw new NoEmulatorError(`AWS_ENDPOINT_URL names AWS itself: deploy there with npx cdk deploy (docs/deploy.md)`);
  }
  const ask = (path: string): Promise<unknown> => answers(new URL(path, url));
  try {
    if (isHealth(await ask('/_ministack/health'))) return { endpoint: url.origin, emulator: 'ministack' };
    if (isHealth(await ask('/_localstack/health'))) return { endpoint: url.origin, emulator: 'localstack' };
  } catch (cause) {
    throw new NoEmulatorError(`nothing answers at ${endpoint}. ${howToGetMiniStack}`, { cause });
  }
  throw new NoEmulatorError(
    `what answers at ${endpoint} is neither MiniStack nor LocalStack: set AWS_ENDPOINT_URL to one of them. ${howToGetMiniStack}`,
  );
};
