/** What the answers and writes of the service must be. */
import assert from 'node:assert/strict';
import { indexKeysOf } from '../../../lib/storage/bots/bot-indexes.ts';
import { botOfItem } from '../../../lib/storage/bots/bot-item.ts';
import { isOver, type ModelBot } from './bot-model.ts';
import type { Project } from './commands.ts';
import type { Answer } from './requests.ts';
import type { Service } from './service.ts';

/** A bot with all that the API tells of it. */
export interface KnownBot {
  readonly id: string;
  readonly project: Project;
  readonly key: string | null;
  life: ModelBot;
  meeting_url: string;
  bot_name: string;
  join_at: string;
  metadata: object;
  /** What it records. */
  format: string;
  /** In which language its captions are to be; absent until somebody asks for one. */
  captions: object;
  /** How many batches its worker reported. */
  captured: number;
  recording: boolean;
  /** Whether resources for a voice agent are reserved. */
  readonly hasAgent: boolean;
  /** Whether it plays a video. */
  isPlaying: boolean;
  isDeleted: boolean;
}

/** When bots leave of whose leaving nobody has said anything. */
const usualLeaving = {
  waiting_room_timeout_seconds: 900,
  silence_timeout_seconds: 600,
  silence_activate_after_seconds: 1200,
  only_participant_in_meeting_timeout_seconds: 60,
  wait_for_host_to_start_meeting_timeout_seconds: 600,
  authorized_user_not_in_meeting_timeout_seconds: 600,
  bot_keywords: [],
  max_uptime_seconds: null,
};

/** The body of a bot, but for the moments of its events. */
export const bodyOf = ({ id, life, meeting_url, bot_name, join_at, key, metadata, format, captions }: KnownBot) => ({
  id,
  meeting_url,
  state: life.state,
  events: life.events,
  transcription_state: life.transcription_state,
  recording_state: life.recording_state,
  join_at,
  deduplication_key: key,
  metadata,
  bot_name,
  recording_settings: { format, view: 'speaker_view', resolution: '1080p' },
  transcription_settings: { meeting_closed_captions: captions },
  automatic_leave_settings: usualLeaving,
});

/** A bot as it is answered. */
export type Body = Record<string, unknown> & { id: string; join_at: string; events: { created_at: string }[] };

/** The body of a bot without the moments of its events, which must not go back. */
export const shown = (body: unknown): unknown => {
  const { events, ...rest } = body as Body;
  const moments = events.map(({ created_at }) => created_at);
  assert.deepEqual(moments, [...moments].sort(), 'events go back in time');
  return { ...rest, events: events.map(({ created_at, ...event }) => event) };
};

const titles: Readonly<Record<number, string>> = { 400: 'Bad Request', 404: 'Not Found' };

export const expectRefusal = (answer: Answer, status: number, code: string, detail?: string): void => {
  const { detail: sentence, errors: _, ...rest } = answer.body as Record<string, unknown>;
  const expected = { type: 'about:blank', title: titles[status], status, code };
  assert.deepEqual({ answered: answer.status, ...rest }, { answered: status, ...expected });
  if (detail) assert.equal(sentence, detail);
};

export const expectBot = (answer: Answer, status: number, bot: KnownBot): void => {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(shown(answer.body), bodyOf(bot));
};

export const expectNoWrite = (service: Service): void =>
  assert.deepEqual(service.written(), [], 'a refusal or a read wrote something');

/** One write of state and event, and with it at most the release of the key. */
export const expectOneStep = (service: Service): void => {
  const [step, ...freed] = service.written();
  const [before, now] = [step?.old && botOfItem(step.old), step?.new && botOfItem(step.new)];
  assert.ok(before && now && freed.length <= 1 && freed.every((change) => change.new === undefined));
  assert.deepEqual(now.events.slice(0, -1), before.events);
  assert.equal(now.version, before.version + 1);
};

/** At rest: the table holds these bots, a key for each that lives and has one, and nothing else of the kind. */
export const expectStored = (service: Service, known: readonly KnownBot[]): void => {
  const items = service.table.items();
  const alive = new Map(known.filter(({ isDeleted }) => !isDeleted).map((bot) => [bot.id, bot]));
  const stored = items.filter(({ kind }) => kind === 'bot');
  assert.equal(stored.length, alive.size);
  for (const item of stored) {
    const bot = botOfItem(item);
    const model = bot && alive.get(bot.id);
    assert.ok(bot && model);
    const { life } = model;
    assert.equal(bot.state, life.state);
    assert.deepEqual(
      bot.events.map(({ type, sub_type }) => ({ type, sub_type })),
      life.events,
    );
    const indexed = Object.keys(item).filter((name) => /_[ps]k$/.test(name));
    assert.deepEqual(Object.fromEntries(indexed.map((name) => [name, item[name]])), indexKeysOf(bot));
  }
  const held = items.filter(({ kind }) => kind === 'deduplication').map(({ bot_id }) => String(bot_id));
  const holders = [...alive.values()].filter(({ key, life }) => key !== null && !isOver(life.state));
  assert.deepEqual(held.sort(), holders.map(({ id }) => id).sort());
};
