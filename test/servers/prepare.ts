/**
 * Has what meetings of strangers need brought to this machine, and built: begun before the tests that wait for it, it takes what
 * others leave of the network and the processors. What cannot be had, the tests say.
 */
import { janus } from './janus/janus.ts';
import { liveKitPrograms } from './livekit/install.ts';
import { peerCalls } from './peer-calls/peer-calls.ts';

for (const had of await Promise.all([liveKitPrograms(), janus(), peerCalls()]))
  if ('missing' in had) console.log(`${had.missing}. It is tried once more by the tests.`);
