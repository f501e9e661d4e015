/**
 * What a bot uses, as the benchmark measured it: each figure names its row of bench/results.md and the words in which the row
 * says it, and `test/cost/figures.test.ts` looks them up there. What no benchmark can see (how fast a client's server answers)
 * is an assumption, and says on what grounds.
 */
export interface Measured {
  readonly value: number;
  readonly unit: string;
  readonly row: string;
  /** As the row has it. */
  readonly says: string;
}

export interface Assumed {
  readonly value: number;
  readonly unit: string;
  readonly because: string;
}

const measured = (value: number, unit: string, row: string, says: string): Measured => ({ value, unit, row, says });
const assumed = (value: number, unit: string, because: string): Assumed => ({ value, unit, because });

export const captureKinds = ['1080p', '720p', 'sound', 'app session', 'app session, sound'] as const;
export type CaptureKind = (typeof captureKinds)[number];

/** How many others are in the meeting, of those numbers that were measured. */
export const companies = [2, 6, 12] as const;
export type Company = (typeof companies)[number];

const cpu = (value: number, row: string, says: string): Measured => measured(value, 'CPU s a minute', row, says);
const ofStream = (value: number, row: string, says: string): Record<Company, Measured> => {
  const figure = cpu(value, row, says);
  return { 2: figure, 6: figure, 12: figure };
};
const with2 = '15 | capture CPU-seconds per meeting-minute, browser included, with 2 others';
const with6 = '15 | capture CPU-seconds per meeting-minute, browser included, with 6 others';
const with12 = '15 | capture CPU-seconds per meeting-minute, browser included, with 12 others';

/** What a minute of meeting takes of a core, the browser included. */
export const cpuOf: Readonly<Record<CaptureKind, Readonly<Record<Company, Measured>>>> = {
  '1080p': {
    2: cpu(18.3, with2, '1080p 18.3'),
    6: cpu(26.5, with6, '1080p 26.5'),
    12: cpu(31.4, with12, '1080p 31.4'),
  },
  '720p': { 2: cpu(13.4, with2, '720p 13.4'), 6: cpu(20.1, with6, '720p 20.1'), 12: cpu(22.4, with12, '720p 22.4') },
  sound: { 2: cpu(8.1, with2, 'audio 8.1'), 6: cpu(11.1, with6, 'audio 11.1'), 12: cpu(13.4, with12, 'audio 13.4') },
  'app session': ofStream(1.46, '23a | ', '1.46, 155 MB'),
  'app session, sound': ofStream(1.09, '23b | ', '1.09, 128 MB'),
};

const hourInS3 = '20b | ';
const hourOfMeeting = '8 | ';

export const figures = {
  /** Of an hour of 1080p: every segment of two seconds is an object, and every 10 MB of them another one. */
  s3_writes_an_hour: measured(1930, 'requests', hourInS3, 'in the meeting 1930 requests'),
  s3_requests_to_finish: measured(281, 'requests', hourInS3, '281 requests'),
  transitions: measured(9, 'transitions', '7 | ', '9 / 6'),
  /** An hour of 600 utterances, 1,200 beginnings and ends of speech, 40 joins and leaves. */
  table_writes: measured(2234, 'write units', hourOfMeeting, '| 2234; 730 ('),
  /** Of these, those that remember what was delivered: one for each message. */
  delivery_writes: measured(731, 'write units', hourOfMeeting, 'webhook_done 731'),
  webhooks: measured(1841, 'webhooks', hourOfMeeting, 'told at once 3938; 1841 ('),
  /** What is told together is sent, received and delivered in one message. */
  messages: measured(730, 'messages', hourOfMeeting, '2234; 730 ('),
  fan_outs: measured(730, 'calls', hourOfMeeting, '730 fan-outs); with'),
  webhooks_of_states: assumed(7, 'messages', 'a scheduled bot changes its state so often in a life without incident'),
  worker_looks_an_hour: assumed(
    3600,
    'read units',
    'the worker reads its bot once a second (lib/capture/session/bot.ts)',
  ),
  api_requests: assumed(
    20,
    'requests',
    'a client makes a bot, looks at it now and then, and reads transcript and recording',
  ),
  delivery_seconds: assumed(
    0.2,
    's',
    'how long a client’s server takes to answer; the function waits for all webhooks of a message side by side',
  ),
  fan_out_seconds: assumed(0.03, 's', 'a few calls of the table and the queue; row 9 says that it is hardly computing'),
  api_seconds: assumed(0.03, 's', 'two calls of the table (row 4); row 3 says that it is hardly computing'),
  lifecycle_calls: assumed(30, 'calls', 'twice the transitions, and the stream’s function beside each change of state'),
  key_requests_an_hour: assumed(
    24,
    'requests',
    'twelve an hour for a project and a function at work (docs/operations/projects.md)',
  ),
  log_megabytes_an_hour: assumed(2, 'MB', 'the most that a bot is meant to write; no row counts it'),
  /** Until the bot is asked to join its task is up for this long. */
  staging_seconds: assumed(120, 's', 'stagingLeadSeconds (lib/domain/bot/deadlines.ts)'),
  start_seconds: assumed(40, 's', 'Fargate bills from the pull of the image on; no row measures it on Fargate'),
  recorded_megabytes_1080p: measured(1394, 'MB', '20a | ', 'for 1394 MB'),
  recorded_megabytes_720p: assumed(718, 'MB', 'its bitrates for an hour (lib/capture/recording/quality.ts)'),
  recorded_megabytes_sound: assumed(29, 'MB', 'its bitrate for an hour (lib/capture/recording/quality.ts)'),
  finish_seconds: assumed(15, 's', 'row 20b, on an emulator that copies more slowly than S3'),
} as const satisfies Record<string, Measured | Assumed>;

/** What a month with bots takes besides, however many there are. */
export const monthlyFigures = {
  metrics: assumed(23, 'metrics', 'nine of all bots, three for each of three platforms, five reasons to fail'),
} as const satisfies Record<string, Assumed>;

/** What the service uses in a month in which nothing happens. */
export const idleFigures = {
  keys: assumed(1, 'keys', 'lib/infra/service/storage.ts'),
  limited_queues: assumed(2, 'queues', 'slow webhooks and speech, which only so many functions may work on'),
  limited_polls: assumed(15, 'requests a minute', 'Lambda keeps five long polls of 20 s open for such a queue'),
  free_queues: assumed(3, 'queues', 'webhooks, calendars, connections'),
  free_polls: assumed(
    6,
    'requests a minute',
    'two long polls, to which Lambda goes back: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html',
  ),
  images: assumed(0.33, 'GB', 'the capture worker’s image is held to 250 MB, that of app sessions has no browser'),
  alarm_metrics: assumed(34, 'metrics', 'what the alarms of lib/infra/operations/alarms.ts watch, where there are any'),
  scheduled_functions: assumed(2, 'functions', 'calendars and connections are looked through each minute'),
  scheduled_seconds: assumed(0.1, 's', 'a query for each of four shards, side by side'),
  scheduled_reads: assumed(
    2,
    'read units',
    'a query of an index for each of four shards, which finds nothing: half a unit',
  ),
} as const satisfies Record<string, Assumed>;
