import * as z from 'zod';
import { type Finding, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

const about = 'API';
const patienceMs = 15_000;
const Problem = z.object({ code: z.string() });

/** Whether the API answers, and knows who may not ask. */
export const checkApi: Check = async ({ outputs: { ApiUrl }, fetch }): Promise<Finding[]> => {
  const log = 'look at the log of its functions (CloudWatch, log group of HttpFunctions), lines with level error';
  const ask = () => fetch(`${ApiUrl}/api/v1/bots`, { signal: AbortSignal.timeout(patienceMs) });
  let answer: Response;
  try {
    // A function that nobody has called for long is slowest at its first call: what comes too late is asked for once more.
    answer = await ask().catch(ask);
  } catch (error) {
    const reason = error instanceof Error ? String(error.cause ?? error.message) : String(error);
    return [wrong(about, `${ApiUrl} does not answer: ${reason}`, 'is the stack still there, and are you online?')];
  }
  const problem = Problem.safeParse(await answer.json().catch(() => undefined));
  if (answer.status === 401 && problem.data?.code === 'not_authenticated') {
    return [well(about, `${ApiUrl} answers, and refuses who has no key`)];
  }
  if (answer.status === 429)
    return [
      wrong(
        about,
        'the API refuses everybody: too many requests',
        'raise apiRequestsPerSecond, or find out who asks so much (access log)',
      ),
    ];
  if (answer.status >= 500) return [wrong(about, `the API answers ${answer.status}`, log)];
  return [wrong(about, `the API answers ${answer.status} where it should ask for a key`, log)];
};
