/** A deployment to an emulator of AWS: where its API is served, which is not the address that AWS would give it. */
import { servedAt } from '../emulator/deployment.ts';
import type { StackOutputs } from '../infra/outputs.ts';
import type { Finding } from './finding.ts';
import type { World } from './world.ts';

/** @param endpoint `AWS_ENDPOINT_URL`, which may also name an endpoint of AWS itself */
export const whereAsked = (
  endpoint: string | undefined,
  outputs: StackOutputs,
): Pick<World, 'outputs' | 'emulator'> => {
  const url = endpoint ? URL.parse(endpoint) : null;
  if (!url || url.hostname.endsWith('.amazonaws.com')) return { outputs };
  return { emulator: url.origin, outputs: { ...outputs, ApiUrl: servedAt(url.origin, outputs.ApiUrl) } };
};

/** What is not called broken, since the emulator and not the deployment may be to blame. */
export const untold = (about: string, emulator: string, why: string): Finding => ({
  about,
  is: 'unknown',
  says: `the emulator at ${emulator} does not tell: ${why}`,
  do: 'ask a deployment to AWS, which does',
});
