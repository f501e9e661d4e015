import { type Bot, calledOf } from '../../domain/bot/bot.ts';
import { takesSettings } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError, ValidationError } from '../../domain/errors.ts';
import { hearsSpeech } from '../../domain/transcription/provider-names.ts';
import { providerOf, type TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRef } from '../../storage/keys.ts';
import { checkProvider, createFaults } from './bot-input.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface UpdateTranscriptionSettingsPorts extends ChangeBotPorts {
  readonly clock: Clock;
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
}

/** Who is sent the sound may change at any time; whether there is sound to send is settled when the bot sets out. */
const refuseOtherEars = ({ transcription_settings: before }: Bot, after: TranscriptionSettings): void => {
  const [was, becomes] = [providerOf(before), providerOf(after)];
  if (was === becomes || (hearsSpeech(was) && hearsSpeech(becomes))) return;
  throw new ValidationError({
    [becomes]: [`cannot take the place of ${was} once the bot has set out: captions are read, or sound is heard`],
  });
};

/**
 * Replaces the settings of a bot's transcription, from its creation until it leaves; its worker hears of it within a
 * second, and goes by it for what is said from then on. Whether captions are read or sound is heard is settled when the
 * bot sets out for its meeting.
 * @throws InvalidTransitionError once the bot is leaving
 * @throws ValidationError for captions in the place of sound or the other way round, and for what is not set up
 */
export const createUpdateTranscriptionSettings = (ports: UpdateTranscriptionSettingsPorts) => {
  const changeBot = createChangeBot(ports);
  return (ref: BotRef, transcription_settings: TranscriptionSettings): Promise<Bot> =>
    changeBot(ref, (bot) => {
      if (!takesSettings(bot.state))
        throw new InvalidTransitionError('change the transcription', bot.state, calledOf(bot));
      const faults = createFaults();
      checkProvider(faults, [], transcription_settings, { ...ports, now: ports.clock.now() });
      faults.throwAny();
      if (bot.state !== 'scheduled') refuseOtherEars(bot, transcription_settings);
      return { bot: { ...bot, transcription_settings } };
    });
};
