/**
 * Makes the deployed handlers of the API run on stores in memory, and without asking anybody outside, in this thread and
 * all that it imports from now on.
 */
import { registerHooks } from 'node:module';
import { roomHost } from '../../test/lab/hosts/room-host.ts';

const standIn = (file: string): string => new URL(`../../test/lab/doubles/${file}`, import.meta.url).href;
const stoodIn = new Map([
  ['#adapters/table.ts', standIn('in-process/adapters.ts')],
  ['#adapters/media-store.ts', standIn('in-process/adapters.ts')],
  ['#adapters/master-key.ts', standIn('in-process/adapters.ts')],
  ['../../lib/conferencing/zoom.ts', standIn('in-process/conf.ts')],
  ['../../lib/net/mp4-address.ts', standIn('in-process/video.ts')],
]);

registerHooks({
  resolve: (specifier, context, next) => {
    const url = stoodIn.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
process.env.REQUESTS_PER_SECOND = '1000000';
process.env.DEMO_ROOM_HOSTS = roomHost;
