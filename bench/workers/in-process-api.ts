/**
 * Makes the deployed handlers of the API run on stores in memory, and without asking anybody outside, in this thread and
 * all that it imports from now on.
 */
import { roomHost } from '../../test/lab/hosts/room-host.ts';
import { doubles, standIn } from '../stand-ins.ts';

/** What something stands in for, and nobody has imported until now. */
export const neverAskedFor = standIn(Object.values(doubles));
process.env.REQUESTS_PER_SECOND = '1000000';
process.env.DEMO_ROOM_HOSTS = roomHost;
