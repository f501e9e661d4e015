/** Where the suites against a LocalStack-compatible endpoint run: AWS_ENDPOINT_URL, or Dynoxide for DynamoDB alone. */
import { describe, expect, it } from 'vitest';

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
