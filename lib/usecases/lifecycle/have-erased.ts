/**
 * What bots leave is removed elsewhere: that may take long, or fail for long, and no other bot's life waits for it. It is
 * noted until it is done.
 */
import type { Bot } from '../../domain/bot/bot.ts';
import { isErased } from '../../domain/bot/lifecycle.ts';
import type { Eraser } from '../../ports/eraser.ts';
import type { ErasureRepository } from '../../storage/bots/erasures.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';

export interface HaveErasedPorts {
  readonly erasures: Pick<ErasureRepository, 'add'>;
  readonly eraser: Eraser;
  /** Told that nobody has begun yet. */
  readonly onFault: (error: unknown) => void;
}

/** Has what these bots left removed, soon as a rule, and at the latest with all that is noted. Safe to repeat. */
export const createHaveErased =
  ({ erasures, eraser, onFault }: HaveErasedPorts) =>
  async (refs: readonly BotRef[]): Promise<void> => {
    if (refs.length === 0) return;
    await Promise.all(refs.map(erasures.add));
    await eraser.start(refs).catch(onFault);
  };

/** The bots that leave something with these changes: their data were deleted, or they are gone. */
export const leavingIn = (
  changes: readonly { readonly before: Bot | undefined; readonly after: Bot | undefined }[],
): BotRef[] =>
  changes.flatMap(({ before, after }) => {
    const isErasedNow = after !== undefined && after.state !== before?.state && isErased(after.state);
    const bot = isErasedNow || !after ? (after ?? before) : undefined;
    return bot ? [refOf(bot)] : [];
  });
