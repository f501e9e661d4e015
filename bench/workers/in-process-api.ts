/** Makes the deployed handlers of the API run on stores in memory, in this thread and all that it imports from now on. */
import { registerHooks } from 'node:module';
import { roomHost } from '../../test/support/room-host.ts';

const standIn = new URL('../../test/support/in-process-adapters.ts', import.meta.url).href;
const stoodIn = new Set(['#adapters/table.ts', '#adapters/media-store.ts']);

registerHooks({
  resolve: (specifier, context, next) =>
    stoodIn.has(specifier) ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
process.env.REQUESTS_PER_SECOND = '1000000';
process.env.DEMO_ROOM_HOSTS = roomHost;
