/** A client of a lifecycle world that asks again when it got no answer. */
import assert from 'node:assert/strict';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { DuplicateKeyError, InvalidTransitionError, NotFoundError } from '../../../../lib/domain/errors.ts';
import { calendarEventRepository } from '../../../../lib/storage/calendars/calendar-events.ts';
import type { BotRef } from '../../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../../lib/usecases/bots/create-bot.ts';
import { createDeleteBot } from '../../../../lib/usecases/bots/delete-bot.ts';
import { createDeleteBotData } from '../../../../lib/usecases/bots/delete-bot-data.ts';
import { createLeaveBot } from '../../../../lib/usecases/bots/leave-bot.ts';
import type { CreateBotInput } from '../../../../lib/usecases/bots/new-bot-input.ts';
import { createSendChatMessage } from '../../../../lib/usecases/bots/send-chat-message.ts';
import { createUpdateBot, type UpdateBotInput } from '../../../../lib/usecases/bots/update-bot.ts';
import { aBotInput } from '../../builders/records.ts';
import { type Gate, type LifecycleWorld, through } from '../lifecycle/lifecycle-world.ts';

/** What a client does once the bot is in one of these states; having failed it does so again, until it is answered. */
export interface ClientStep {
  readonly once: Bot['state'] | 'created';
  readonly do: 'leave' | 'delete' | 'delete_data' | { readonly update: UpdateBotInput } | { readonly write: string };
}

/** Retries as a client does that got no answer, and takes a refusal for what it is: somebody was before it. */
export const addClient = (
  world: LifecycleWorld,
  ref: () => BotRef | undefined,
  gate: Gate,
  steps: readonly ClientStep[],
) => {
  const { ports, media } = world;
  const openMedia = async () => through(gate, 'media', { put: media.put });
  const leave = createLeaveBot(ports);
  const erase = createDeleteBot(ports);
  const deleteData = createDeleteBotData(ports);
  const update = createUpdateBot({ ...ports, hosts: {}, platforms_off: [], openMedia });
  const sendChat = createSendChatMessage(ports);
  const stored = async (): Promise<Bot | undefined> => world.storedBots()[0];
  const todo = [...steps];
  const carryOut = async (): Promise<void> => {
    const [step] = todo;
    const to = ref();
    if (!step || !to) return;
    try {
      if (step.do === 'leave') assert.equal((await leave(to)).events.at(-1)?.type, 'leave_requested');
      else if (step.do === 'delete_data') assert.equal((await deleteData(to)).state, 'data_deleted');
      else if (step.do === 'delete') await erase(to);
      else if ('write' in step.do) await sendChat(to, { to: 'everyone', message: step.do.write });
      else assert.deepEqual(await update(to, step.do.update), await stored());
    } catch (error) {
      if (!(error instanceof InvalidTransitionError || error instanceof NotFoundError)) throw error;
    }
    // Whatever was acknowledged is stored.
    const bot = await stored();
    if (step.do === 'leave') assert.ok(bot?.events.some(({ type }) => type === 'leave_requested'));
    if (step.do === 'delete') assert.equal(bot, undefined);
    if (step.do === 'delete_data') assert.equal(bot?.state, 'data_deleted');
    todo.shift();
  };
  world.companions.unshift({
    due: () => {
      const [step] = todo;
      const bot = world.storedBots()[0];
      const isDue = step && ref() && (step.once === 'created' || bot?.state === step.once);
      return isDue ? [carryOut] : [];
    },
    nextMoment: () => undefined,
  });
};

/** Creates the bot as a client does that asks again when it got no answer: its key tells whether it was heard. */
export const createdBy = async (world: LifecycleWorld, gate: Gate, input: Partial<CreateBotInput>): Promise<Bot> => {
  const create = createCreateBot({
    ...world.ports,
    events: calendarEventRepository(world.table),
    hosts: { demo_room: ['meet.example.com'] },
    platforms_off: [],
    checkAddress: () => undefined,
    openMedia: async () => through(gate, 'media', { put: world.media.put }),
    hasCustomTranscription: true,
  });
  for (let tries = 0; tries < 3; tries += 1) {
    const bot = await create('prj_1', aBotInput({ deduplication_key: 'k', ...input })).catch((error: Error) => {
      if (!(error instanceof DuplicateKeyError) && error.message !== 'connection lost') throw error;
      return error instanceof DuplicateKeyError ? world.storedBots()[0] : undefined;
    });
    if (!bot) continue;
    assert.deepEqual(world.storedBots(), [bot], 'acknowledged, but not stored');
    return bot;
  }
  throw new Error('the bot cannot be created');
};
