/** A bot, a store and a room for capture sessions, all in memory. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SegmentStore } from '../../lib/capture/recording/segment-store.ts';
import type { BotLine, CaptureAssignment } from '../../lib/capture/session/ports.ts';
import { type BotState, type BotTrigger, transition } from '../../lib/domain/bot/lifecycle.ts';
import type { BotCommand, BotOrders } from '../../lib/domain/bot/orders.ts';
import { AutomaticLeaveSettings } from '../../lib/domain/bot/settings.ts';
import type { Captured } from '../../lib/domain/captured/captured.ts';
import { InvalidTransitionError } from '../../lib/domain/errors.ts';
import { defaultTranscriptionSettings } from '../../lib/domain/transcription/transcription-settings.ts';
import { composed } from '../lab/builders/composed.ts';

export interface FakeBot extends BotLine {
  readonly triggers: string[];
  readonly seen: { [K in keyof Captured]: Captured[K][number][] };
  readonly batches: string[];
  /** As which participants it said to be in the meeting. */
  readonly presences: string[];
  /** Moves the bot from outside, as the API would. */
  move(trigger: BotTrigger): void;
  /** Changes what it is asked to do, as the API would. */
  order(changes: Partial<Omit<BotOrders, 'state' | 'commands_asked'>>): void;
  /** Asks it to write something into the chat, as the API would. */
  ask(chat: BotCommand['chat']): void;
  /** What became of its commands and videos, in the order in which it told so. */
  readonly told: string[];
}

/** A bot that obeys the state table. `onCaptured` hears every batch after it was taken. */
export const aFakeBot = (
  initial: BotState = 'joining',
  onCaptured: (bot: FakeBot) => void = () => undefined,
): FakeBot => {
  let state = initial;
  const apply = (trigger: BotTrigger): void => {
    state = transition(state, trigger).target;
  };
  let orders: Omit<BotOrders, 'state'> = {
    appointment: undefined,
    voice_agent_settings: undefined,
    transcription_settings: defaultTranscriptionSettings,
    output_video: undefined,
    commands_asked: 0,
  };
  const commands: BotCommand[] = [];
  const claimed = new Set<number>();
  const bot: FakeBot = {
    told: [],
    triggers: [],
    batches: [],
    presences: [],
    present: async (id) => void bot.presences.push(id),
    otherBots: async () => [],
    seen: { utterances: [], participant_events: [], chat_messages: [] },
    move: apply,
    order(changes) {
      orders = { ...orders, ...changes };
    },
    ask(chat) {
      orders = { ...orders, commands_asked: orders.commands_asked + 1 };
      commands.push({ number: orders.commands_asked, chat });
    },
    async trigger(trigger, subType) {
      try {
        apply(trigger);
        bot.triggers.push(subType ? `${trigger} (${subType})` : trigger);
      } catch (error) {
        if (!(error instanceof InvalidTransitionError)) throw error;
        bot.triggers.push(`${trigger} refused`);
      }
      return state;
    },
    async captured(batchId, { utterances, participant_events, chat_messages }) {
      bot.batches.push(batchId);
      bot.seen.utterances.push(...utterances);
      bot.seen.participant_events.push(...participant_events);
      bot.seen.chat_messages.push(...chat_messages);
      onCaptured(bot);
    },
    bot: async () => ({ ...orders, state }),
    commands: async (after) => commands.filter(({ number }) => number > after && !claimed.has(number)),
    async claim({ number }) {
      if (claimed.has(number)) return false;
      claimed.add(number);
      return true;
    },
    async settle({ number }, outcome) {
      bot.told.push(`command ${number} ${outcome.state}`);
    },
    async videoStarted(id) {
      bot.told.push(`video ${id} started`);
    },
    async videoOver(id) {
      bot.told.push(`video ${id} over`);
      if (orders.output_video?.id === id) orders = { ...orders, output_video: undefined };
    },
  };
  return bot;
};

export interface MemoryStore extends SegmentStore {
  readonly objects: Map<string, Uint8Array>;
}

export const aMemoryStore = (
  onPut: (name: string) => void = () => undefined,
  least_copy_bytes?: number,
): MemoryStore => {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    least_copy_bytes,
    async put(name, bytes) {
      objects.set(name, bytes);
      onPut(name);
    },
    get: async (name, most_bytes) => objects.get(name)?.subarray(0, most_bytes),
    list: async (prefix) => [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    async deleteAll(prefix) {
      for (const name of objects.keys()) if (name.startsWith(prefix)) objects.delete(name);
    },
    async putFile(name, path) {
      objects.set(name, await readFile(path));
    },
    async compose(name, stretches) {
      objects.set(name, await composed(stretches, (one) => objects.get(one)));
    },
  };
};

export const anAssignment = (changes: Partial<CaptureAssignment> = {}): CaptureAssignment => ({
  project_id: 'prj_00000000000000000000000000',
  bot_id: 'bot_00000000000000000000000000',
  meeting_url: 'http://127.0.0.1/room/none',
  platform: 'demo_room',
  bot_name: 'Notes for Ada',
  join_at: new Date(0),
  recording_settings: { format: 'mp4', view: 'speaker_view', resolution: '720p' },
  automatic_leave_settings: AutomaticLeaveSettings.parse({}),
  attempt: 1,
  ...changes,
});

/** Tells a worker nothing: it ends by itself, or with the test. */
export const neverStopped = new AbortController().signal;

/** What can happen in the fixture room: see its page. */
export type RoomAct = 'ended' | 'removed' | 'alone' | 'silent' | 'ghost_gone';

export type Room = Awaited<ReturnType<typeof aRoom>>;

/** Serves the fixture room; `url` takes what the room shall be like as its query, `happen` is what happens in it. */
export const aRoom = async () => {
  const html = await readFile(new URL('./fixtures/room.html', import.meta.url));
  const pressed_ms: number[] = [];
  const left_ms: number[] = [];
  const listening = new Set<ServerResponse>();
  const waiting: RoomAct[] = [];
  const tell = (act: RoomAct) => (response: ServerResponse) => response.write(`data: ${act}\n\n`);
  const server = createServer((request, response) => {
    if (request.url === '/acts') {
      listening.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.once('close', () => listening.delete(response));
      for (const act of waiting.splice(0)) tell(act)(response);
      return;
    }
    if (request.url === '/pressed') pressed_ms.push(Date.now());
    if (request.url?.startsWith('/left?')) left_ms.push(Number(request.url.slice('/left?'.length)));
    response.setHeader('content-type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** When somebody pressed join, and leave. */
    pressed_ms,
    left_ms,
    /** Now, in the page that somebody has opened, or as soon as somebody opens one. */
    happen(act: RoomAct) {
      if (listening.size === 0) waiting.push(act);
      listening.forEach(tell(act));
    },
    url: (query = '') => `http://127.0.0.1:${port}/room/tea?${query}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
