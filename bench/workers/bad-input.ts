/** Bad requests, noise and foreign ids, sent to the handlers in this thread. */
import { parentPort } from 'node:worker_threads';
import './in-process-api.ts';

const { askForForeign, sendBadRequests, sendNoise } = await import('../../test/lab/api/bad-input.ts');

const noise = 20_000;
parentPort?.postMessage({
  bad: await sendBadRequests(),
  noise: await sendNoise(noise),
  foreign: await askForForeign(),
});
