/** All rows of the benchmark, in the order of its table. */
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

export const rows: readonly Row[] = [
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
