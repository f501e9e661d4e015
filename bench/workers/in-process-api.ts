/**
 * Makes the deployed handlers of the API run on stores in memory, and without asking anybody outside, in this thread and
 * all that it imports from now on.
 */
import { registerHooks } from 'node:module';
import { roomHost } from '../../test/lab/hosts/room-host.ts';

const double = (file: string): string => import.meta.resolve(`../../test/lab/doubles/in-process/${file}`);
/** Adapters by how functions name them, since those of one machine use one another; the rest by where it lies, whoever imports it. */
const standIns = new Map([
  ['#adapters/table.ts', double('adapters.ts')],
  ['#adapters/media-store.ts', double('adapters.ts')],
  ['#adapters/master-key.ts', double('adapters.ts')],
  [import.meta.resolve('../../lib/conferencing/zoom.ts'), double('conf.ts')],
  [import.meta.resolve('../../lib/net/mp4-address.ts'), double('video.ts')],
]);
const unused = new Set(standIns.keys());

registerHooks({
  resolve: (specifier, context, next) => {
    const key = standIns.has(specifier) ? specifier : next(specifier, context).url;
    const url = standIns.get(key);
    if (url === undefined) return next(specifier, context);
    unused.delete(key);
    return { url, shortCircuit: true };
  },
});
process.env.REQUESTS_PER_SECOND = '1000000';
process.env.DEMO_ROOM_HOSTS = roomHost;

/** What something stands in for, and nobody has imported until now. */
export const neverAskedFor = (): string[] => [...unused];
