import { type Bot, calledOf } from '../../domain/bot/bot.ts';
import { takesSettings } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError, ValidationError } from '../../domain/errors.ts';
import { speechOrderOf, TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import { changed, type TranscriptionSettingsChange } from '../../domain/transcription/transcription-settings-change.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRef } from '../../storage/keys.ts';
import { shapeOf } from '../../storage/shape.ts';
import { checkProvider, createFaults } from './bot-input.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface UpdateTranscriptionSettingsPorts extends ChangeBotPorts {
  readonly clock: Clock;
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
  /** @throws ValidationError for settings that nobody may give */
  readonly checkSettings: (settings: unknown) => unknown;
}

const readable = shapeOf(TranscriptionSettings);

/**
 * Settings after a change, with what counts where nothing is said. What could be given once, and cannot any more, stays with a
 * bot: no change is refused for a fault that was there before.
 * @throws ValidationError for the others
 */
const afterChange = (
  before: TranscriptionSettings,
  change: TranscriptionSettingsChange,
  check: (settings: unknown) => unknown,
): TranscriptionSettings => {
  const faultsOf = (settings: unknown): Readonly<Record<string, readonly string[]>> => {
    try {
      check(settings);
      return {};
    } catch (error) {
      if (error instanceof ValidationError) return error.errors;
      throw error;
    }
  };
  const after = changed(before, change);
  const found = Object.entries(faultsOf(after));
  if (found.length === 0) return readable.parse(after);
  const [known, faults] = [faultsOf(before), createFaults()];
  for (const [field, sentences] of found)
    for (const sentence of sentences) if (!known[field]?.includes(sentence)) faults.note(field, sentence);
  faults.throwAny();
  return readable.parse(after);
};

/** The bot with other settings. What a provider was sent before captions are read is waited for at the end all the same. */
const withSettings = (bot: Bot, after: TranscriptionSettings): Bot => {
  const wasHeard = bot.state !== 'scheduled' && speechOrderOf(bot.transcription_settings) && !speechOrderOf(after);
  return { ...bot, transcription_settings: after, ...(wasHeard && { was_heard: true }) };
};

/**
 * Changes the settings of a bot's transcription, or its provider, from its creation until it leaves; its worker hears of it within a
 * second, and goes by it for what is said from then on, also where a provider is to hear what was read from captions, or the
 * other way round.
 * @throws InvalidTransitionError once the bot is leaving
 * @throws ValidationError for what is not set up, and for settings that do not go together with those that stay
 */
export const createUpdateTranscriptionSettings = (ports: UpdateTranscriptionSettingsPorts) => {
  const changeBot = createChangeBot(ports);
  return (ref: BotRef, change: TranscriptionSettingsChange): Promise<Bot> =>
    changeBot(ref, (bot) => {
      if (!takesSettings(bot.state))
        throw new InvalidTransitionError('change the transcription', bot.state, calledOf(bot));
      const after = afterChange(bot.transcription_settings, change, ports.checkSettings);
      const faults = createFaults();
      checkProvider(faults, [], after, { ...ports, now: ports.clock.now() });
      faults.throwAny();
      return { bot: withSettings(bot, after) };
    });
};
