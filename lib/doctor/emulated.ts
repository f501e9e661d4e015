/** A deployment to an emulator of AWS: where its API is served, which is not the address that AWS would give it. */
import { servedAt } from '../emulator/deployment.ts';
import type { StackOutputs } from '../infra/outputs.ts';
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
