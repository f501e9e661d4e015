import { nameIn } from '../../domain/access/plain-names.ts';
import { BrokenSealError, UnreadableItemError } from '../../domain/errors.ts';
import type { SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import { providers } from '../../domain/transcription/providers.ts';
import type { Trouble } from '../../domain/transcription/speech.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { credentialKey, keyInLogs } from '../../storage/keys.ts';
import type { OnUnreadable } from '../../storage/readable.ts';
import type { Credential, CredentialRepository } from '../../storage/secrets/credentials.ts';
import type { OperatorKeys } from './operator-keys.ts';

export interface ProviderKeysPorts {
  readonly credentials: Pick<CredentialRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  /** The operator's own, for projects that have none; without it there are none. */
  readonly operatorKeyOf?: OperatorKeys;
  /** Told of a key that is stored and cannot be read. */
  readonly onUnreadable: OnUnreadable;
}

/** The key with which a project asks a provider: empty where none is needed, a trouble where it has none. */
export type ProviderKeys = (projectId: string, provider: SpeechProviderName) => Promise<string | Trouble>;

/** Where a project's key is entered. The command knows providers by both of their names. */
const entering = (provider: SpeechProviderName): string =>
  `in the settings of its dashboard, or by the operator's command credentials set ${nameIn('plain', provider) ?? provider}`;

/** The answer for speech whose provider the project has no key for: nobody else is asked in its place. */
export const withoutKey = (provider: SpeechProviderName): Trouble => ({
  status: 'refused',
  error_code: 'credentials_not_found',
  error_message: `this project has no key for ${providers[provider].maker}: enter one ${entering(provider)}`,
});

/** The answer where it has one that cannot be read. It may be entered again in a moment; the operator's does not take its place. */
const unreadable = (provider: SpeechProviderName): Trouble => ({
  status: 'unavailable',
  error_code: 'key_not_readable',
  error_message: `this project's key for ${providers[provider].maker} is stored, but cannot be read: enter it again ${entering(provider)}`,
});

/** What is sealed in a credential. @throws UnreadableItemError where it never opens; what keeps it from opening now is thrown as it is */
export const openCredential = async (
  secretBox: Pick<SecretBox, 'open'>,
  projectId: string,
  { provider, sealed }: Credential,
): Promise<string> => {
  try {
    return await secretBox.open(projectId, sealed);
  } catch (cause) {
    if (!(cause instanceof BrokenSealError)) throw cause;
    throw new UnreadableItemError(keyInLogs(credentialKey(projectId, provider)), cause.message, { cause });
  }
};

/** Finds and opens the key that counts now, a project's own before the operator's, which may be another one than when the speech was heard. */
export const createProviderKeys =
  ({ credentials, secretBox, operatorKeyOf, onUnreadable }: ProviderKeysPorts): ProviderKeys =>
  async (projectId, provider) => {
    if (providers[provider].needs !== 'key') return '';
    try {
      const credential = await credentials.get(projectId, provider);
      if (credential) return await openCredential(secretBox, projectId, credential);
    } catch (error) {
      if (!(error instanceof UnreadableItemError)) throw error;
      onUnreadable(error);
      return unreadable(provider);
    }
    return (await operatorKeyOf?.(provider)) ?? withoutKey(provider);
  };
