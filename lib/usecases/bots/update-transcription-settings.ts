import type { Bot } from '../../domain/bot/bot.ts';
import { takesSettings } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError, ValidationError } from '../../domain/errors.ts';
import { providerOf, type TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import type { BotRef } from '../../storage/keys.ts';
import { checkProvider, createFaults } from './bot-input.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface UpdateTranscriptionSettingsPorts extends ChangeBotPorts {
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
}

const refuseOtherProvider = ({ transcription_settings: before }: Bot, after: TranscriptionSettings): void => {
  const [was, becomes] = [providerOf(before), providerOf(after)];
  if (was === becomes) return;
  throw new ValidationError({
    [becomes]: [`cannot take the place of ${was} once the bot has set out: change the settings of ${was}`],
  });
};

/**
 * Replaces the settings of a bot's transcription, from its creation until it leaves; its worker hears of it within a
 * second. Who transcribes is settled when the bot sets out for its meeting.
 * @throws InvalidTransitionError once the bot is leaving
 * @throws ValidationError for another provider in the middle of the meeting, or one that is not set up
 */
export const createUpdateTranscriptionSettings = (ports: UpdateTranscriptionSettingsPorts) => {
  const changeBot = createChangeBot(ports);
  return (ref: BotRef, transcription_settings: TranscriptionSettings): Promise<Bot> =>
    changeBot(ref, (bot) => {
      if (!takesSettings(bot.state)) throw new InvalidTransitionError('change the transcription', bot.state);
      const faults = createFaults();
      checkProvider(faults, [], transcription_settings, ports.hasCustomTranscription);
      faults.throwAny();
      if (bot.state !== 'scheduled') refuseOtherProvider(bot, transcription_settings);
      return { bot: { ...bot, transcription_settings } };
    });
};
