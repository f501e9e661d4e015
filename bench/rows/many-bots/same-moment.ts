/**
 * What becomes of many bots that are to join at the same moment, on one machine that has room for few of them (row 30):
 * each is to come to its turn, and to record.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bot, meetingBots } from '../../../lib/client/index.ts';
import { startService } from '../../../lib/demo/service.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { isFinal } from '../../../lib/domain/bot/lifecycle.ts';
import { meetingOf } from '../../capture/people.ts';
import type { Row } from '../../row.ts';

const bots = 45;
const places = 3;
const leadMs = 40_000;
const stayS = 10;
const longestMs = 30 * 60_000;
const lookEveryMs = 1_000;

const lineOf = (log: string): string => (log.startsWith('{') ? String(JSON.parse(log).message) : '');

/** How often each of these is there, the most frequent first. */
const tally = (of: readonly string[]): string =>
  [...Map.groupBy(of, (one) => one)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([one, all]) => `${all.length} ${one}`)
    .join(', ');

const timeOf = ({ events }: Bot, type: string): number =>
  Date.parse(events.find((event) => event.type === type)?.created_at ?? '');

/** How a bot ended, and why it left. */
const endOf = ({ state, events }: Bot): string => {
  const reasons = events.flatMap(({ sub_type }) => sub_type ?? []);
  return `${state} (${reasons.at(-1) ?? 'no reason'})`;
};

/** The most bots that were in their meetings at one moment. */
const mostAtOnce = (ended: readonly Bot[]): number => {
  const stays = ended.map((bot) => [timeOf(bot, 'joined_meeting'), timeOf(bot, 'left_meeting')] as const);
  return Math.max(...stays.map(([at]) => stays.filter(([from, to]) => from <= at && at < to).length));
};

const measure = async (): Promise<string> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-moment-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const environment = { ...process.env, CAPTURE_PLACES: String(places), REQUESTS_PER_SECOND: '1000000' };
  const service = cleanUp.use(await startService(folder, { environment }));
  const said: string[] = [];
  for (const stream of [service.process.stdout, service.process.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => said.push(lineOf(line)));
  }
  const { base_url, api_key, room_url } = service.ready;
  const client = meetingBots(base_url, api_key);
  const room_path = new URL(room_url).pathname;
  const room = { room_id: room_path.split('/').at(-1) ?? '', room_path, host_path: room_path };
  const people = cleanUp.use(await runScript({ base_url, room, script: meetingOf(2) }));
  people.start();

  const join_at = new Date(Date.now() + leadMs);
  const warned: string[] = [];
  const ids: string[] = [];
  for (let n = 1; n <= bots; n += 1) {
    const { id, warnings } = await client.createBot({
      body: {
        meeting_url: room_url,
        bot_name: `Bench ${n}`,
        join_at: join_at.toISOString(),
        recording_settings: { resolution: '720p' },
        automatic_leave_settings: { max_uptime_seconds: stayS },
      },
    });
    ids.push(id);
    if (warnings?.some((warning) => warning.includes('--bots'))) warned.push(id);
  }

  const ended = new Map<string, Bot>();
  for (const giveUpAt = Date.now() + longestMs; ended.size < bots && Date.now() < giveUpAt; await delay(lookEveryMs)) {
    for (const id of ids.filter((one) => !ended.has(one))) {
      const bot = await client.getBot({ path: { object_id: id } });
      if (!isFinal(bot.state)) continue;
      ended.set(id, bot);
      console.error(`  ${ended.size} of ${bots}: ${endOf(bot)}`);
    }
  }
  const all = [...ended.values()];
  const recordings = await Promise.all(
    all.map(({ id }) => client.getRecording({ path: { object_id: id } }).catch(() => undefined)),
  );
  const recorded = recordings.filter((one) => one && one.duration_ms >= (stayS - 2) * 1000).length;
  const after = all.map((bot) => (timeOf(bot, 'joined_meeting') - join_at.getTime()) / 1000).toSorted((a, b) => a - b);
  const waits = said.filter((line) => line === 'a bot waits for its turn').length;
  return [
    `${tally(all.map(endOf))}${ended.size < bots ? `, ${bots - ended.size} not ended` : ''}`,
    `${recorded} recorded`,
    `at most ${mostAtOnce(all)} at once`,
    `in after ${after[0]?.toFixed(1)} to ${after.at(-1)?.toFixed(0)} s`,
    `${warned.length} told so when created, ${waits} in the log`,
  ].join('; ');
};

export const sameMomentRows: readonly Row[] = [
  {
    number: 30,
    title: `${bots} bots that join at one moment for ${stayS} s on one machine with ${places} places: how they end`,
    target: `all ended and recorded, at most ${places} at once`,
    measure,
  },
];
