/** A bot in memory, as a session hears of it and reports to it. */
import type { BotLine } from '../../../lib/capture/session/ports.ts';
import { type BotState, type BotTrigger, transition } from '../../../lib/domain/bot/lifecycle.ts';
import { type LastingKind, lostMediaKinds, otherCaptionsKinds } from '../../../lib/domain/bot/missing-media.ts';
import type { BotCommand, BotOrders } from '../../../lib/domain/bot/orders.ts';
import type { Captured } from '../../../lib/domain/captured/captured.ts';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import { defaultTranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';

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
  /** What it said to be missing of its meeting. */
  readonly warned: string[];
}

const overOf = (kinds: readonly LastingKind[]): string => {
  const told = kinds.join(', ');
  if (told === otherCaptionsKinds.join(', ')) return 'no other captions';
  return told === lostMediaKinds.join(', ') ? 'nothing' : `no ${told} any more`;
};

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
    voice_agent_settings: undefined,
    transcription_settings: defaultTranscriptionSettings,
    output_video: undefined,
    appointment: undefined,
    commands_asked: 0,
  };
  const commands: BotCommand[] = [];
  const claimed = new Set<number>();
  const bot: FakeBot = {
    told: [],
    warned: [],
    triggers: [],
    batches: [],
    presences: [],
    present: async (id) => void bot.presences.push(id),
    otherBots: async () => [],
    missing: async (kind, since, why) =>
      void bot.warned.push(`${kind} since ${since.toISOString()}${why === undefined ? '' : `: ${why}`}`),
    nothingMissing: async (kinds, at) => void bot.warned.push(`${overOf(kinds)} since ${at.toISOString()}`),
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
    async videoOver(id, notPlayed) {
      if (notPlayed) bot.warned.push(`video_not_played at ${notPlayed.at.toISOString()}: ${notPlayed.why}`);
      bot.told.push(`video ${id} over`);
      if (orders.output_video?.id === id) orders = { ...orders, output_video: undefined };
    },
  };
  return bot;
};
