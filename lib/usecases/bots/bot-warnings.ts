import type { Bot } from '../../domain/bot/bot.ts';
import { speechProvider } from '../../domain/transcription/provider-names.ts';
import { providerOf } from '../../domain/transcription/transcription-settings.ts';

/** Sentences about settings that were taken, but that as things are do not do what they say. */
export const warningsAbout = ({ transcription_settings }: Pick<Bot, 'transcription_settings'>): string[] => {
  const name = providerOf(transcription_settings);
  const provider = speechProvider(name);
  // No project can enter a key yet.
  if (provider?.needs !== 'key') return [];
  return [
    `${name}: this project has no key for ${provider.maker}; until it has one, what is said is marked \`credentials_not_found\` in the transcript`,
  ];
};
