import { isErased } from '../../domain/bot/lifecycle.ts';
import { capturedKinds } from '../../domain/captured/captured.ts';
import { subjectRefOf } from '../../domain/webhook/webhook-subject.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import type { CommandRepository } from '../../storage/bots/commands.ts';
import type { ErasureRepository } from '../../storage/bots/erasures.ts';
import { botImageFolder, capturedFolder, formerBotImageFolder } from '../../storage/bots/media-names.ts';
import type { ParticipantRepository } from '../../storage/bots/participants.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import type { BotRef } from '../../storage/keys.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';

export interface EraseBotPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'erase'>;
  /** What the bot was asked to write. */
  readonly commands: Pick<CommandRepository, 'erase'>;
  readonly participants: Pick<ParticipantRepository, 'erase'>;
  readonly media: Pick<MediaStore, 'deleteAll'>;
  readonly speech: Pick<SpeechRepository, 'forget'>;
  /** Bodies of webhooks hold what was said. */
  readonly deliveries: Pick<WebhookDeliveryRepository, 'forget' | 'forgetAll'>;
  readonly erasures: Pick<ErasureRepository, 'noteOf' | 'remove'>;
  readonly clock: Clock;
}

/** Longer than any queue keeps a webhook. */
const rememberedMs = 30 * 24 * 3600 * 1000;

/**
 * Removes the objects and items of a bot whose data was deleted, or what is left of one that is gone. Removes nothing of
 * others; safe to repeat.
 */
export const createEraseBot = (ports: EraseBotPorts) => {
  const { bots, captured, commands, participants, media, speech, deliveries, erasures, clock } = ports;

  const subjectOf = ({ project_id, bot_id }: BotRef) => subjectRefOf({ project_id, id: bot_id });
  const remembered = (): Date => new Date(clock.now().getTime() + rememberedMs);

  const eraseCaptured = async (ref: BotRef): Promise<void> => {
    // First, so that nothing that is still on its way, an answer or a webhook, adds to what is removed next.
    await speech.forget(ref);
    await deliveries.forget(subjectOf(ref), remembered());
    for (const kind of capturedKinds) await captured.erase(ref, kind);
    await commands.erase(ref);
    await participants.erase(ref);
    await media.deleteAll(capturedFolder(ref));
  };

  return async (ref: BotRef): Promise<void> => {
    // First: a worker may store something more while it is removed, and has that noted anew.
    const note = await erasures.noteOf(ref);
    const bot = await bots.get(ref);
    if (!bot) {
      await deliveries.forgetAll(subjectOf(ref), remembered());
      // Its worker may have stored something between the last time that this was done and its end, when the bot was gone already.
      await media.deleteAll(capturedFolder(ref));
      await media.deleteAll(botImageFolder(ref));
      await media.deleteAll(formerBotImageFolder(ref));
    } else if (isErased(bot.state)) await eraseCaptured(ref);
    if (note !== undefined) await erasures.remove(ref, note);
  };
};
export type EraseBot = ReturnType<typeof createEraseBot>;

export interface EraseLeftPorts {
  readonly erasures: Pick<ErasureRepository, 'list'>;
  readonly eraseBot: EraseBot;
  readonly onFault: (error: unknown, ref: BotRef) => void;
}

/** Removes all that is noted, as it was not removed yet; what cannot be removed now either, or in time, stays noted. */
export const createEraseLeft =
  ({ erasures, eraseBot, onFault }: EraseLeftPorts) =>
  async (hasTime: () => boolean = () => true): Promise<void> => {
    for (const ref of await erasures.list()) {
      if (!hasTime()) return;
      await eraseBot(ref).catch((error: unknown) => onFault(error, ref));
    }
  };
