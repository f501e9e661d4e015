/** Fails every call of a port in every life and every request of the tests. */
import { parentPort } from 'node:worker_threads';
import './in-process-api.ts';

const { faultLives } = await import('../../test/lab/worlds/faults/fault-lives.ts');
const { failLife, failRequest, together } = await import('../../test/lab/worlds/faults/fault-points.ts');
const { faultRequests } = await import('../../test/lab/worlds/faults/fault-requests.ts');

// Each fault of a request is logged, as it should be; here there are hundreds.
process.stdout.write = () => true;
const found = [];
for (const request of faultRequests) found.push(await failRequest(request));
for (const life of faultLives) found.push(await failLife(life));
parentPort?.postMessage(together(found));
