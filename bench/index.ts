/**
 * `npm run bench`: measures what can be measured again, prints each figure beside its target, and writes
 * `bench/results.md`. `npm run bench -- 1 2` measures only the rows named, and leaves the other figures as they were.
 */
import '../bin/help.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { preparePrograms } from '../lib/capture/build/programs.ts';
import type { Row } from './row.ts';
import { anyLifeRows } from './rows/any-life.ts';
import { apiMemoryRows } from './rows/api-memory.ts';
import { appSessionRows } from './rows/app-session.ts';
import { audioSocketRows } from './rows/audio-socket.ts';
import { badInputRows } from './rows/bad-input.ts';
import { bundleRows } from './rows/bundle.ts';
import { calendarRows } from './rows/calendars.ts';
import { captureCostRows } from './rows/capture-cost.ts';
import { channelFloodRows } from './rows/channel-flood.ts';
import { connectionRows } from './rows/connections.ts';
import { costRows } from './rows/cost.ts';
import { dashboardRows } from './rows/dashboard.ts';
import { endpointUnitRows } from './rows/endpoint-units.ts';
import { facsimileMeetingRows } from './rows/facsimile-meetings.ts';
import { faultRows } from './rows/faults.ts';
import { fullHourRows } from './rows/full-hour.ts';
import { handOverRows } from './rows/hand-over.ts';
import { hottestKeyRows } from './rows/hottest-key.ts';
import { imageRows } from './rows/image.ts';
import { lifeRows } from './rows/life.ts';
import { listPageRows } from './rows/list-pages.ts';
import { longRecordingRows } from './rows/long-recording.ts';
import { lostCaptureRows } from './rows/lost-capture.ts';
import { lostMeetingRows } from './rows/lost-meetings.ts';
import { meetingCostRows } from './rows/meeting-cost.ts';
import { memoryGrowthRows } from './rows/memory-growth.ts';
import { orderRows } from './rows/orders.ts';
import { pageRows } from './rows/pages.ts';
import { plantedFaultRows } from './rows/planted-faults.ts';
import { punctualRows } from './rows/punctual.ts';
import { requestRows } from './rows/request.ts';
import { sameMomentRows } from './rows/same-moment.ts';
import { serviceKillRows } from './rows/service-kills.ts';
import { sizeRows } from './rows/size.ts';
import { soundOfPageRows } from './rows/sound-of-page.ts';
import { speakerSwitchRows } from './rows/speaker-switch.ts';
import { speechLatencyRows } from './rows/speech-latency.ts';
import { strangersMeetingRows } from './rows/strangers-meeting.ts';
import { transitionRows } from './rows/transitions.ts';
import { voiceDetectionRows } from './rows/voice-detection.ts';
import { webhookKillRows } from './rows/webhook-kills.ts';
import { webhookLatencyRows } from './rows/webhook-latency.ts';
import { webhookThroughputRows } from './rows/webhook-throughput.ts';

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
];
// For the rows that have sessions of their own, without a service.
process.env.CAPTURE_PROGRAMS = await preparePrograms();

const wanted = process.argv.slice(2);
const chosen = rows.filter(({ number }) => wanted.length === 0 || wanted.includes(String(number)));

const results = new URL('results.md', import.meta.url);
const tableHead = ['| # | row | target | figure |', '|---|---|---|---|'];
const beginningOf = ({ number, title }: Row): string => `| ${number} | ${title} | `;

/** The line of each row: the new one where it was measured now, else that of the last time. */
const linesOf = async (measured: ReadonlyMap<Row, string>): Promise<string[]> => {
  const before = (await readFile(results, 'utf8').catch(() => '')).split('\n');
  return rows.flatMap((row) => measured.get(row) ?? before.find((line) => line.startsWith(beginningOf(row))) ?? []);
};

console.log(tableHead.join('\n'));
const measured = new Map<Row, string>();
for (const row of chosen) {
  const figure = await row.measure().catch((error: unknown) => {
    process.exitCode = 1;
    return `failed: ${error instanceof Error ? error.message : error}`;
  });
  measured.set(row, `${beginningOf(row)}${row.target} | ${figure} |`);
  console.log(measured.get(row));
}

if (process.exitCode === undefined) {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}`;
  const head = `# Benchmark\n\nWritten by \`npm run bench\` on ${machine}. Wall times wobble; CPU, counts and bytes do not.\n`;
  await writeFile(results, `${head}\n${[...tableHead, ...(await linesOf(measured))].join('\n')}\n`);
}
// What a row has left open, such as sockets of media that take their time, keeps nobody waiting.
process.exit();
