import * as z from 'zod';
import { type BotCommand, type CommandOutcome, greetingNumber } from '../../domain/bot/orders.ts';
import { BotChatMessage } from '../../domain/bot/settings.ts';
import type { Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type BotRef, commandKey, commandPrefix } from '../keys.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';

/** A command, and how far it has come. */
export interface StoredCommand extends BotCommand {
  readonly state: 'asked' | 'claimed' | CommandOutcome['state'];
  readonly claimed_by?: number;
  /** Why it failed. */
  readonly reason?: string;
}

/** A command that has not ended. Without a state it is a greeting that nobody has claimed. */
export type OpenCommand = BotCommand & { readonly state?: StoredCommand['state'] };

const commandItems = itemKind<StoredCommand>('command', () =>
  z.object({
    number: z.number(),
    chat: shapeOf(BotChatMessage),
    state: z.enum(['asked', 'claimed', 'done', 'failed']),
    claimed_by: z.number().exactOptional(),
    reason: z.string().exactOptional(),
  } satisfies Fields<StoredCommand>),
);

/** The write that gives a bot a command; it belongs together with that of the bot, which counts it. */
export const askingFor = (ref: BotRef, command: BotCommand): Write => ({
  put: commandItems.itemOf(commandKey(ref, command.number), { ...command, state: 'asked' }),
  when: { exists: false },
});

/** The write by which a command has failed, as long as it is what it was; it belongs together with that of the bot, which shows it. */
export const givingUp = (ref: BotRef, { state, ...command }: OpenCommand, reason: string): Write => {
  const key = commandKey(ref, command.number);
  const failed = { state: 'failed', reason } as const;
  return state === undefined
    ? { put: commandItems.itemOf(key, { ...command, ...failed }), when: { exists: false } }
    : { update: key, set: failed, when: { equals: { state } } };
};

/** What bots were asked to do once. Whoever claims a command carries it out, so that it happens at most once. */
export const commandRepository = (table: Table) => ({
  /** Those after the command `after` that nobody has claimed, in the order in which they were given. */
  async unclaimed(ref: BotRef, after: number): Promise<BotCommand[]> {
    const { pk: partition, sk } = commandKey(ref, after);
    const items = await table.query({ partition, prefix: commandPrefix, after: sk });
    return items
      .map(commandItems.recordOf)
      .filter(({ state }) => state === 'asked')
      .map(({ number, chat }) => ({ number, chat }));
  },

  /** All of a bot, in the order in which they were given, the greeting first where somebody has claimed it. */
  async all(ref: BotRef): Promise<StoredCommand[]> {
    const items = await table.query({ partition: commandKey(ref, 0).pk, prefix: commandPrefix });
    return items.map(commandItems.recordOf);
  },

  /**
   * Makes a command the claimant's own, which may ask again when it got no answer. Answers false when it is another's, or
   * was carried out. Nobody asks for the greeting: it comes to be by being claimed.
   */
  async claim(ref: BotRef, command: BotCommand, claimant: number): Promise<boolean> {
    const key = commandKey(ref, command.number);
    const claimed = { state: 'claimed', claimed_by: claimant } as const;
    const { isDone, refusal } = await attempt(
      table.write(
        command.number === greetingNumber
          ? { put: commandItems.itemOf(key, { ...command, ...claimed }), when: { exists: false } }
          : { update: key, set: claimed, when: { equals: { state: 'asked' } } },
      ),
    );
    // A write whose answer is lost is made again on its way, and then fails for having been done.
    const known = refusal?.item && commandItems.recordOf(refusal.item);
    return isDone || (known?.state === 'claimed' && known.claimed_by === claimant);
  },

  /** Remembers that a claimed command was carried out; nothing when it was erased, or given up, meanwhile. */
  async finish(ref: BotRef, { number }: BotCommand): Promise<void> {
    const when = { equals: { state: 'claimed' } };
    await attempt(table.write({ update: commandKey(ref, number), set: { state: 'done' }, when }));
  },

  /** Removes all commands of a bot, with what they say. */
  async erase(ref: BotRef): Promise<void> {
    await removeAll(table, commandKey(ref, 0).pk, commandPrefix);
  },
});
export type CommandRepository = ReturnType<typeof commandRepository>;
