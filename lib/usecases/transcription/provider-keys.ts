import { nameIn } from '../../domain/access/plain-names.ts';
import type { SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import { providers } from '../../domain/transcription/providers.ts';
import type { Trouble } from '../../domain/transcription/speech.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { CredentialRepository } from '../../storage/secrets/credentials.ts';
import type { OperatorKeys } from './operator-keys.ts';

export interface ProviderKeysPorts {
  readonly credentials: Pick<CredentialRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  /** The operator's own, for projects that have none; without it there are none. */
  readonly operatorKeyOf?: OperatorKeys;
}

/** The key with which a project asks a provider: empty where none is needed, a trouble where it has none. */
export type ProviderKeys = (projectId: string, provider: SpeechProviderName) => Promise<string | Trouble>;

/**
 * The answer for speech whose provider the project has no key for: nobody else is asked in its place. The command knows
 * providers by both of their names.
 */
export const withoutKey = (provider: SpeechProviderName): Trouble => ({
  status: 'refused',
  error_code: 'credentials_not_found',
  error_message: `this project has no key for ${providers[provider].maker}: enter one in the settings of its dashboard, or by the operator's command credentials set ${nameIn('plain', provider) ?? provider}`,
});

/** Finds and opens the key that counts now, a project's own before the operator's, which may be another one than when the speech was heard. */
export const createProviderKeys =
  ({ credentials, secretBox, operatorKeyOf }: ProviderKeysPorts): ProviderKeys =>
  async (projectId, provider) => {
    if (providers[provider].needs !== 'key') return '';
    const credential = await credentials.get(projectId, provider);
    if (credential) return secretBox.open(projectId, credential.sealed);
    return (await operatorKeyOf?.(provider)) ?? withoutKey(provider);
  };
