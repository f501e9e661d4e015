/**
 * Whether the service of one machine holds more the more it is asked (row 16b). V8 lets garbage lie until it has use for
 * the room, so that the process first takes more and more, up to some bound; what is held once it is collected says
 * whether anything grows. `MEMORY_REQUESTS=100000 npm run bench -- 16b` asks for longer.
 */
import { type BusyApi, startBusyApi } from '../../memory/busy-api.ts';
import { slopeOf } from '../../memory/samples.ts';
import type { Row } from '../../row.ts';

const usualRequests = 30_000;
const rounds = 6;
/** Code is compiled, and caches are filled, meanwhile. */
const warmUpRequests = 5000;
const perRequests = 10_000;

const measure = async (): Promise<string> => {
  const requests = Number(process.env.MEMORY_REQUESTS ?? usualRequests);
  await using api: BusyApi = await startBusyApi();
  const before = await api.residentMb();
  await api.ask(warmUpRequests);
  const held: [asked: number, mb: number][] = [[0, await api.heapMb()]];
  let peak = before;
  for (let round = 1; round <= rounds; round += 1) {
    await api.ask(requests / rounds);
    peak = Math.max(peak, await api.residentMb());
    const asked = (requests / rounds) * round;
    const mb = await api.heapMb();
    held.push([asked, mb]);
    console.error(`  ${asked.toFixed(0)} requests: held ${mb.toFixed(2)}, resident at most ${peak.toFixed(0)}`);
  }
  const growth = slopeOf(held) * perRequests;
  const values = held.map(([, mb]) => mb.toFixed(1)).join(', ');
  return `growth ${growth.toFixed(2)} (held ${values} in ${requests} requests); resident ${before.toFixed(0)} at first, at most ${peak.toFixed(0)}`;
};

export const apiMemoryRows: readonly Row[] = [
  {
    number: '16b',
    title: 'memory of the service of one machine under API load, MB (held after collection, growth in 10,000 requests)',
    target: 'growth ≤ 0.3, resident ≤ 300',
    measure,
  },
];
