import type { Bot } from '../../domain/bot/bot.ts';
import { UnreadableItemError } from '../../domain/errors.ts';
import { hearsSpeech, type SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import { providers, type SpeechProvider } from '../../domain/transcription/providers.ts';
import { type ProviderSettings, providerOf } from '../../domain/transcription/transcription-settings.ts';
import { isOfProject } from '../../domain/webhook/webhook-triggers.ts';
import type { CredentialRepository } from '../../storage/secrets/credentials.ts';
import type { KeySecrets } from '../transcription/operator-keys.ts';

export interface BotWarningsPorts {
  readonly credentials: Pick<CredentialRepository, 'get'>;
  /** For which the operator has a key that every project may use. */
  readonly keySecrets?: KeySecrets;
}

type About = Pick<Bot, 'project_id' | 'transcription_settings' | 'webhooks'>;

const aboutWebhooks = ({ webhooks }: Pick<About, 'webhooks'>): string[] =>
  webhooks.some(({ triggers }) => triggers.some(isOfProject))
    ? ['only subscribers of the project are told of calendars and connections']
    : [];

/**
 * Sentences about settings that were taken, but that as things are do not do what they say, or will not for long. They say
 * whose service it is, and none of the names that settings have, which differ from client to client.
 */
export const createBotWarnings = ({ credentials, keySecrets = {} }: BotWarningsPorts) => {
  const aboutKey = async (projectId: string, name: SpeechProviderName): Promise<string[]> => {
    const { maker, needs } = providers[name];
    if (needs !== 'key') return [];
    try {
      // The project's own counts before the operator's, and also where it cannot be read.
      if ((await credentials.get(projectId, name)) || keySecrets[name]) return [];
    } catch (error) {
      if (!(error instanceof UnreadableItemError)) throw error;
      return [
        `this project's key for ${maker} cannot be read; until it is entered again, what is said is marked \`key_not_readable\` in the transcript`,
      ];
    }
    return [
      `this project has no key for ${maker}; until it has one, what is said is marked \`credentials_not_found\` in the transcript`,
    ];
  };
  const aboutRetirement = (name: SpeechProviderName, settings: ProviderSettings): string[] => {
    const { maker, retires }: SpeechProvider = providers[name];
    const retirement = retires?.(settings);
    if (!retirement) return [];
    const { field, value, on, successor } = retirement;
    return [`${maker} switches the ${field} "${value}" off on ${on}; "${successor}" takes its place`];
  };

  const aboutTranscription = async ({ project_id, transcription_settings }: About): Promise<string[]> => {
    const name = providerOf(transcription_settings);
    if (!hearsSpeech(name)) return [];
    return [...(await aboutKey(project_id, name)), ...aboutRetirement(name, transcription_settings[name] ?? {})];
  };

  return async (bot: About): Promise<string[]> => [...(await aboutTranscription(bot)), ...aboutWebhooks(bot)];
};
