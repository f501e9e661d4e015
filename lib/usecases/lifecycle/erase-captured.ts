import type { Bot } from '../../domain/bot/bot.ts';
import { isErased } from '../../domain/bot/lifecycle.ts';
import { capturedKinds } from '../../domain/captured/captured.ts';
import { subjectRefOf } from '../../domain/webhook/webhook-subject.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import type { CommandRepository } from '../../storage/bots/commands.ts';
import { botImageFolder, capturedFolder } from '../../storage/bots/media-names.ts';
import type { ParticipantRepository } from '../../storage/bots/participants.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import { refOf } from '../../storage/keys.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';

export interface EraseCapturedPorts {
  readonly captured: Pick<CapturedRepository, 'erase'>;
  /** What the bot was asked to write. */
  readonly commands: Pick<CommandRepository, 'erase'>;
  readonly participants: Pick<ParticipantRepository, 'erase'>;
  readonly media: Pick<MediaStore, 'deleteAll'>;
  readonly speech: Pick<SpeechRepository, 'forget'>;
  /** Bodies of webhooks hold what was said. */
  readonly deliveries: Pick<WebhookDeliveryRepository, 'forget'>;
  readonly clock: Clock;
}

/** Longer than any queue keeps a webhook. */
const rememberedMs = 30 * 24 * 3600 * 1000;

/** Removes the objects and items of a bot whose data was deleted. Does nothing for others; safe to repeat. */
export const createEraseCaptured = (ports: EraseCapturedPorts) => {
  const { captured, commands, participants, media, speech, deliveries, clock } = ports;
  return async (bot: Bot): Promise<void> => {
    if (!isErased(bot.state)) return;
    // First, so that no answer that is still on its way adds to what is removed next.
    await speech.forget(refOf(bot));
    await media.deleteAll(capturedFolder(refOf(bot)));
    for (const kind of capturedKinds) await captured.erase(refOf(bot), kind);
    await commands.erase(refOf(bot));
    await participants.erase(refOf(bot));
    await deliveries.forget(subjectRefOf(bot), new Date(clock.now().getTime() + rememberedMs));
  };
};

/** Called for each change of a bot: nothing of a bot's data outlives its deletion. Safe to repeat. */
export const createFollowErasure = (ports: EraseCapturedPorts) => {
  const eraseCaptured = createEraseCaptured(ports);
  return async ({ before, after }: { before: Bot | undefined; after: Bot | undefined }): Promise<void> => {
    if (after && after.state !== before?.state) await eraseCaptured(after);
    if (before && !after) await ports.media.deleteAll(botImageFolder(refOf(before)));
  };
};
