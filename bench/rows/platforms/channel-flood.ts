/** What becomes of a bot whose page is sent a gigabyte a minute over a channel that its platform listens to (row 16c). */
import { setTimeout as delay } from 'node:timers/promises';
import { memoryMb } from '../../../lib/demo/process-tree.ts';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { googleMeet } from '../../../test/facsimiles/meetings/google-meet/google-meet.ts';
import { startMeetingHost } from '../../../test/facsimiles/meetings/host.ts';
import { teams } from '../../../test/facsimiles/meetings/teams/teams.ts';
import type { Visit } from '../../../test/facsimiles/meetings/visit.ts';
import type { PlatformFacsimile } from '../../../test/facsimiles/meetings/world.ts';
import { startWorker } from '../../../test/lab/worlds/worker-process.ts';
import { usageOf } from '../../capture/usage.ts';
import type { Flood, Flooded } from '../../fixtures/channel-flood.ts';
import type { Row } from '../../row.ts';

const floodedMs = 60_000;
const settleMs = 10_000;
const bytesPerSecond = 1_000_000_000 / 60;
const mostMb = 1_200;
const life = 'admitted, meeting_ended (ended_by_host)';

interface Flooding {
  readonly platform: Platform;
  readonly make: () => PlatformFacsimile;
  /** The channel that the adapter reads. */
  readonly label: string;
}

const floodings: Readonly<Record<string, Flooding>> = {
  'Google Meet': { platform: 'google_meet', make: googleMeet, label: 'collections' },
  Teams: { platform: 'teams', make: teams, label: 'main-channel' },
};

/** @throws where the bot is lost by it, or takes more memory than it may */
const flood = async (name: string, { platform, make, label }: Flooding): Promise<string> => {
  using facsimile = make();
  let visit: Visit | undefined;
  let came = 0;
  const flooding: PlatformFacsimile = {
    ...facsimile,
    script: new URL('../../fixtures/channel-flood.ts', import.meta.url),
    visited(opened) {
      visit = opened;
      const handler = facsimile.visited(opened);
      const told = (value: unknown): void => {
        came = (value as Flooded).came;
      };
      return { ...handler, told };
    },
  };
  await using host = await startMeetingHost([flooding]);
  const meeting = facsimile.meeting();
  meeting.enter('Ada', { isHost: true, camera: true });
  await using worker = await startWorker(meeting.url, { platform, args: host.args });
  await worker.recorded(2);
  await delay(settleMs);
  const before_mb = await memoryMb(worker.pid);
  visit?.tell({ type: 'tell', value: { label, bytes_per_second: bytesPerSecond } satisfies Flood });
  const { peak_mb } = await usageOf([worker.pid], floodedMs);
  const joins = facsimile.desk.guests.length;
  await facsimile.desk.end(meeting);
  const ended = await worker.ended;
  const rate = came / (floodedMs / 1_000) / 1e6;
  const figure = `${name}: ${rate.toFixed(1)} MB a second came, peak ${peak_mb.toFixed(0)} (before ${before_mb.toFixed(0)})`;
  if (joins !== 1 || ended !== life || peak_mb > mostMb)
    throw new Error(`${figure}; joined ${joins} times, and told: ${ended}`);
  return figure;
};

export const channelFloodRows: readonly Row[] = [
  {
    number: '16c',
    title:
      'memory of a whole worker, browser included, whose page is sent a gigabyte in a minute over a channel of its platform, MB',
    target: `≤ ${mostMb}; it goes on, and ends as its meeting does`,
    async measure() {
      const told: string[] = [];
      for (const [name, flooding] of Object.entries(floodings)) told.push(await flood(name, flooding));
      return told.join('; ');
    },
  },
];
