import { type BotCommand, type CommandOutcome, greeting_number } from '../domain/orders.ts';
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

  /** Answers false when it was claimed before. Nobody asks for the greeting: it comes to be by being claimed. */
  async claim(ref: BotRef, command: BotCommand): Promise<boolean> {
    try {
      await table.write(
        command.number === greeting_number
          ? {
              put: { ...commandKey(ref, command.number), kind: 'command', state: 'claimed', ...command },
              when: { exists: false },
            }
          : {
              update: commandKey(ref, command.number),
              set: { state: 'claimed' },
              when: { equals: { state: 'asked' } },
            },
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) return false;
      throw error;
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
