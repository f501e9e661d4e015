/** Everything that can happen to a bot in every situation that it can be in, over HTTP. Throws at a violation. */
import { parentPort } from 'node:worker_threads';
import './in-process-api.ts';

const { explore } = await import('../../test/lab/api/exploration.ts');
parentPort?.postMessage(await explore());
