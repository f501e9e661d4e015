/**
 * `npm run bench`: measures what can be measured again, prints each figure beside its target, and writes
 * `bench/results.md`. `npm run bench -- 1 2` measures only the rows named, and leaves the other figures as they were.
 */
import '../bin/help.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { preparePrograms } from '../lib/capture/build/programs.ts';
import type { Row } from './row.ts';
import { appSessionRows } from './rows/capture/app-session.ts';
import { audioSocketRows } from './rows/capture/audio-socket.ts';
import { captureCostRows } from './rows/capture/capture-cost.ts';
import { handOverRows } from './rows/capture/hand-over.ts';
import { imageRows } from './rows/capture/image.ts';
import { lifeRows } from './rows/capture/life.ts';
import { longRecordingRows } from './rows/capture/long-recording.ts';
import { lostCaptureRows } from './rows/capture/lost-capture.ts';
import { memoryGrowthRows } from './rows/capture/memory-growth.ts';
import { orderRows } from './rows/capture/orders.ts';
import { speakerSwitchRows } from './rows/capture/speaker-switch.ts';
import { speechLatencyRows } from './rows/capture/speech-latency.ts';
import { voiceDetectionRows } from './rows/capture/voice-detection.ts';
import { anyLifeRows } from './rows/faults/any-life.ts';
import { badInputRows } from './rows/faults/bad-input.ts';
import { faultRows } from './rows/faults/faults.ts';
import { plantedFaultRows } from './rows/faults/planted-faults.ts';
import { serviceKillRows } from './rows/faults/service-kills.ts';
import { fullHourRows } from './rows/many-bots/full-hour.ts';
import { punctualRows } from './rows/many-bots/punctual.ts';
import { sameMomentRows } from './rows/many-bots/same-moment.ts';
import { channelFloodRows } from './rows/platforms/channel-flood.ts';
import { facsimileMeetingRows } from './rows/platforms/facsimile-meetings.ts';
import { lookInPageRows } from './rows/platforms/look-in-page.ts';
import { lostMeetingRows } from './rows/platforms/lost-meetings.ts';
import { pageRows } from './rows/platforms/pages.ts';
import { soundOfPageRows } from './rows/platforms/sound-of-page.ts';
import { strangersMeetingRows } from './rows/platforms/strangers-meeting.ts';
import { apiMemoryRows } from './rows/service/api-memory.ts';
import { bundleRows } from './rows/service/bundle.ts';
import { calendarRows } from './rows/service/calendars.ts';
import { connectionRows } from './rows/service/connections.ts';
import { costRows } from './rows/service/cost.ts';
import { dashboardRows } from './rows/service/dashboard.ts';
import { endpointUnitRows } from './rows/service/endpoint-units.ts';
import { hottestKeyRows } from './rows/service/hottest-key.ts';
import { listPageRows } from './rows/service/list-pages.ts';
import { meetingCostRows } from './rows/service/meeting-cost.ts';
import { requestRows } from './rows/service/request.ts';
import { sizeRows } from './rows/service/size.ts';
import { transitionRows } from './rows/service/transitions.ts';
import { webhookKillRows } from './rows/webhooks/webhook-kills.ts';
import { webhookLatencyRows } from './rows/webhooks/webhook-latency.ts';
import { webhookThroughputRows } from './rows/webhooks/webhook-throughput.ts';

const rows: readonly Row[] = [
  ...bundleRows,
  ...dashboardRows,
  ...requestRows,
  ...endpointUnitRows,
  ...listPageRows,
  ...hottestKeyRows,
  ...fullHourRows,
  ...transitionRows,
  ...meetingCostRows,
  ...costRows,
  ...webhookThroughputRows,
  ...webhookLatencyRows,
  ...orderRows,
  ...audioSocketRows,
  ...webhookKillRows,
  ...serviceKillRows,
  ...faultRows,
  ...anyLifeRows,
  ...badInputRows,
  ...calendarRows,
  ...connectionRows,
  ...plantedFaultRows,
  ...lifeRows,
  ...captureCostRows,
  ...strangersMeetingRows,
  ...facsimileMeetingRows,
  ...soundOfPageRows,
  ...appSessionRows,
  ...imageRows,
  ...speakerSwitchRows,
  ...memoryGrowthRows,
  ...apiMemoryRows,
  ...channelFloodRows,
  ...lostCaptureRows,
  ...lostMeetingRows,
  ...handOverRows,
  ...sameMomentRows,
  ...longRecordingRows,
  ...punctualRows,
  ...speechLatencyRows,
  ...sizeRows,
  ...voiceDetectionRows,
  ...pageRows,
  ...lookInPageRows,
];
const wanted = process.argv.slice(2);
const chosen = rows.filter(({ number }) => wanted.length === 0 || wanted.includes(String(number)));

const strange = wanted.filter((one) => !rows.some(({ number }) => String(number) === one));
if (strange.length > 0) {
  console.error(
    `there is no row ${strange.join(', ')}: there are ${[...new Set(rows.map(({ number }) => number))].join(', ')}`,
  );
  process.exit(2);
}

// For the rows that have sessions of their own, without a service.
process.env.CAPTURE_PROGRAMS = await preparePrograms();

const results = new URL('results.md', import.meta.url);
const head = '# Benchmark\n\nWritten by `npm run bench`. Wall times wobble; CPU, counts and bytes do not.\n';
const tableHead = ['| # | row | target | figure | measured on |', '|---|---|---|---|---|'];
const beginningOf = ({ number, title }: Row): string => `| ${number} | ${title} | `;

/** The line of each row: the new one where it was measured now, else that of the last time. */
const linesOf = async (measured: ReadonlyMap<Row, string>): Promise<string[]> => {
  const before = (await readFile(results, 'utf8').catch(() => '')).split('\n');
  return rows.flatMap((row) => measured.get(row) ?? before.find((line) => line.startsWith(beginningOf(row))) ?? []);
};

const today = new Date().toISOString().slice(0, 10);
const here = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, ${today}`;
console.log(tableHead.join('\n'));
const measured = new Map<Row, string>();
for (const row of chosen) {
  const figure = await row.measure().catch((error: unknown) => {
    process.exitCode = 1;
    return `failed: ${error instanceof Error ? error.message : error}`;
  });
  measured.set(row, `${beginningOf(row)}${row.target} | ${figure} | ${here} |`);
  console.log(measured.get(row));
}

if (process.exitCode === undefined)
  await writeFile(results, `${head}\n${[...tableHead, ...(await linesOf(measured))].join('\n')}\n`);
// What a row has left open, such as sockets of media that take their time, keeps nobody waiting.
process.exit();
