import { type BotCommand, type CommandOutcome, greetingNumber } from '../domain/bot/orders.ts';
import { ConditionFailedError, type Item, type Table, type Write } from '../ports/table.ts';
import { type BotRef, commandKey, commandPrefix } from './keys.ts';
import { removeAll } from './remove-all.ts';

const commandOf = ({ number, chat }: Item): BotCommand => ({ number, chat }) as BotCommand;

/** The write that gives a bot a command; it belongs together with that of the bot, which counts it. */
export const askingFor = (ref: BotRef, command: BotCommand): Write => ({
  put: { ...commandKey(ref, command.number), kind: 'command', state: 'asked', ...command },
  when: { exists: false },
});

/** What bots were asked to do once. Whoever claims a command carries it out, so that it happens at most once. */
export const commandRepository = (table: Table) => ({
  /** Those after the command `after` that nobody has claimed, in the order in which they were given. */
  async unclaimed(ref: BotRef, after: number): Promise<BotCommand[]> {
    const { pk: partition, sk } = commandKey(ref, after);
    const items = await table.query({ partition, prefix: commandPrefix, after: sk });
    return items.filter(({ state }) => state === 'asked').map(commandOf);
  },

  /**
   * Makes a command the claimant's own, which may ask again when it got no answer. Answers false when it is another's, or
   * was carried out. Nobody asks for the greeting: it comes to be by being claimed.
   */
  async claim(ref: BotRef, command: BotCommand, claimant: number): Promise<boolean> {
    const key = commandKey(ref, command.number);
    const claimed = { state: 'claimed', claimed_by: claimant };
    try {
      await table.write(
        command.number === greetingNumber
          ? { put: { ...key, kind: 'command', ...command, ...claimed }, when: { exists: false } }
          : { update: key, set: claimed, when: { equals: { state: 'asked' } } },
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      // A write whose answer is lost is made again on its way, and then fails for having been done.
      return error.item?.state === 'claimed' && error.item.claimed_by === claimant;
    }
  },

  /** Remembers how a claimed command ended; nothing when it was erased meanwhile. */
  async settle(ref: BotRef, { number }: BotCommand, outcome: CommandOutcome): Promise<void> {
    try {
      await table.write({
        update: commandKey(ref, number),
        set: outcome as unknown as Record<string, unknown>,
        when: { equals: { state: 'claimed' } },
      });
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  },

  /** Removes all commands of a bot, with what they say. */
  async erase(ref: BotRef): Promise<void> {
    await removeAll(table, commandKey(ref, 0).pk, commandPrefix);
  },
});
export type CommandRepository = ReturnType<typeof commandRepository>;
