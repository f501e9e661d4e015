/** What one bot costs, line by line: the benchmark's figures times the list prices. Pure arithmetic. */
import type { CaptureLoad } from '../domain/bot/capture-load.ts';
import { type TaskSize, usualSizes } from '../infra/fleet/sizes.ts';
import { Settings } from '../infra/settings.ts';
import { type CaptureKind, type Company, cpuOf, figures } from './figures.ts';
import { prices } from './prices.ts';

export interface BotQuestion {
  readonly kind: CaptureKind;
  /** How many others are in the meeting. */
  readonly others: Company;
  readonly architecture: 'arm64' | 'x86';
  readonly capacity: 'on demand' | 'Spot';
  /** How long the meeting lasts. */
  readonly minutes: number;
  /** Made ahead with a `join_at`: its task is then up before the meeting. */
  readonly is_scheduled: boolean;
  /** What the client is told: everything that is said and done, or the bot's states alone. */
  readonly webhooks: 'all' | 'states';
  /** How large its task is, where it is not as it is deployed by default. */
  readonly size?: TaskSize;
  /** How much of a recording is one object of S3, in seconds, likewise. */
  readonly segment_seconds?: number;
}

export interface Line {
  readonly name: string;
  /** What it counts towards: the meeting is captured, or everything around that. */
  readonly part: 'capture' | 'control';
  readonly usd: number;
  /** How it comes about. */
  readonly of: string;
}

const loadOf: Readonly<Record<CaptureKind, CaptureLoad>> = {
  '1080p': '1080p',
  '720p': '720p',
  sound: 'sound',
  'app session': 'app_session',
  'app session, sound': 'app_session',
};

export const sizeOf = ({ kind, size }: Pick<BotQuestion, 'kind' | 'size'>): TaskSize =>
  size ?? usualSizes[loadOf[kind]];

/** Where a task of the kind may run: one of an app session is given no machine that is taken back. */
export const capacitiesOf = (kind: CaptureKind): readonly BotQuestion['capacity'][] =>
  loadOf[kind] === 'app_session' ? ['on demand'] : ['on demand', 'Spot'];

/** How much of its task a bot uses, on average: from 0 to 1. */
export const shareOfCpu = (question: BotQuestion): number =>
  cpuOf[question.kind][question.others].value / 60 / (sizeOf(question).cpu / 1024);

/** What an hour of a task costs. */
export const taskHourUsd = (
  { cpu, memoryMiB }: TaskSize,
  { architecture, capacity }: Pick<BotQuestion, 'architecture' | 'capacity'>,
): number => {
  const isArm = architecture === 'arm64';
  const vcpu = isArm ? prices.fargate_arm_vcpu : prices.fargate_x86_vcpu;
  const memory = isArm ? prices.fargate_arm_memory : prices.fargate_x86_memory;
  const share = capacity === 'Spot' ? prices.fargate_spot_share.usd : 1;
  return ((cpu / 1024) * vcpu.usd + (memoryMiB / 1024) * memory.usd) * share;
};

/** Hours for which a bot's task is paid: Fargate bills from the pull of its image to its end. */
const taskHours = ({ minutes, is_scheduled }: BotQuestion): number => {
  const ahead = is_scheduled ? figures.staging_seconds.value : 0;
  return (figures.start_seconds.value + ahead + minutes * 60 + figures.finish_seconds.value) / 3600;
};

const megabytesOf: Readonly<Record<CaptureKind, number>> = {
  '1080p': figures.recorded_megabytes_1080p.value,
  '720p': figures.recorded_megabytes_720p.value,
  sound: figures.recorded_megabytes_sound.value,
  'app session': figures.recorded_megabytes_720p.value,
  'app session, sound': figures.recorded_megabytes_sound.value,
};

/** How long the segments are that figures were measured with. */
const measuredSegmentSeconds = 2;
const secondsInHour = 3600;

export const segmentSecondsOf = ({ segment_seconds }: Pick<BotQuestion, 'segment_seconds'>): number =>
  segment_seconds ?? Settings.parse({}).segmentSeconds;

/** Segments by their length; the large objects that are made of them, and what it takes to finish, by how much is recorded. */
export const s3Requests = (question: Pick<BotQuestion, 'kind' | 'minutes' | 'segment_seconds'>): number => {
  const { s3_writes_an_hour, s3_requests_to_finish, recorded_megabytes_1080p } = figures;
  const large = s3_writes_an_hour.value - secondsInHour / measuredSegmentSeconds + s3_requests_to_finish.value;
  const recorded = megabytesOf[question.kind] / recorded_megabytes_1080p.value;
  return (question.minutes / 60) * (secondsInHour / segmentSecondsOf(question) + large * recorded);
};

const functionGigabytes = 0.25;
const apiFunctionGigabytes = 0.5;
const megabytesInGigabyte = 1024;
/** A message is sent, received and deleted. Many are so in batches when there is much to do: then they cost less than this. */
const requestsForMessage = 3;

const count = (value: number): string => Math.round(value).toLocaleString('en');

export const botLines = (question: BotQuestion): Line[] => {
  const { architecture, capacity, minutes, webhooks } = question;
  const hours = minutes / 60;
  const paid = taskHours(question);
  const size = sizeOf(question);
  const isAll = webhooks === 'all';
  const told = isAll ? figures.webhooks.value * hours : figures.webhooks_of_states.value;
  const messages = isAll ? figures.messages.value * hours : figures.webhooks_of_states.value;
  const fanOuts = isAll ? figures.fan_outs.value * hours : figures.webhooks_of_states.value;
  const written = (figures.table_writes.value - figures.delivery_writes.value) * hours + messages;
  const inS3 = s3Requests(question);
  const looks = figures.worker_looks_an_hour.value * paid;
  const queued = requestsForMessage * messages;
  const calls = fanOuts + messages + figures.lifecycle_calls.value + figures.api_requests.value;
  const gigabyteSeconds =
    functionGigabytes * (fanOuts + figures.lifecycle_calls.value) * figures.fan_out_seconds.value +
    functionGigabytes * messages * figures.delivery_seconds.value +
    apiFunctionGigabytes * figures.api_requests.value * figures.api_seconds.value;
  const keyRequests = figures.key_requests_an_hour.value * hours;
  const logged = (figures.log_megabytes_an_hour.value * hours) / megabytesInGigabyte;
  const line = (part: Line['part'], name: string, usd: number, of: string): Line => ({ part, name, usd, of });
  const task = `${size.cpu / 1024} vCPU and ${size.memoryMiB / 1024} GB, ${architecture}, ${capacity}`;
  return [
    line(
      'capture',
      'Fargate task',
      taskHourUsd(size, question) * paid,
      `${task}, for ${(paid * 60).toFixed(1)} minutes`,
    ),
    line('capture', 'public IPv4 address', prices.public_address.usd * paid, 'the task’s own'),
    line(
      'capture',
      'S3 requests',
      prices.s3_write.usd * inS3,
      `${count(inS3)}: a segment each ${segmentSecondsOf(question)} seconds`,
    ),
    line('control', 'table writes', prices.table_write.usd * written, `${count(written)} units`),
    line('control', 'table reads', prices.table_read.usd * looks, `${count(looks)} units`),
    line(
      'control',
      'queue requests',
      prices.queue_request.usd * queued,
      `${count(queued)} for ${count(told)} webhooks`,
    ),
    line('control', 'function calls', prices.function_call.usd * calls, count(calls)),
    line('control', 'function time', prices.function_time.usd * gigabyteSeconds, `${count(gigabyteSeconds)} GB s`),
    line(
      'control',
      'state transitions',
      prices.transition.usd * figures.transitions.value,
      String(figures.transitions.value),
    ),
    line(
      'control',
      'API requests',
      prices.api_request.usd * figures.api_requests.value,
      String(figures.api_requests.value),
    ),
    line('control', 'key requests', prices.key_request.usd * keyRequests, count(keyRequests)),
    line('control', 'logs', prices.log_intake.usd * logged, `${(logged * megabytesInGigabyte).toFixed(1)} MB`),
  ];
};

export const sum = (lines: readonly Pick<Line, 'usd'>[]): number => lines.reduce((total, { usd }) => total + usd, 0);

/** What an hour of a bot in a meeting costs, with what is paid before and after it. */
export const botHourUsd = (question: BotQuestion): number => sum(botLines(question)) / (question.minutes / 60);

/** The part of it that is not capturing. */
export const controlHourUsd = (question: BotQuestion): number =>
  sum(botLines(question).filter(({ part }) => part === 'control')) / (question.minutes / 60);

const daysInMonth = 30.4;

const recordedGigabytes = ({ kind, minutes }: Pick<BotQuestion, 'kind' | 'minutes'>): number =>
  (megabytesOf[kind] * minutes) / 60 / megabytesInGigabyte;

/** What it costs to keep a bot's recording for so many days. */
export const keepingUsd = (question: BotQuestion, days: number): number =>
  prices.s3_storage.usd * recordedGigabytes(question) * (days / daysInMonth);

/** What it costs each time that somebody outside of AWS fetches a bot's recording, or sees it to its end. */
export const fetchingUsd = (question: BotQuestion): number => prices.internet_out.usd * recordedGigabytes(question);
