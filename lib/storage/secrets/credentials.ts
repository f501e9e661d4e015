import * as z from 'zod';
import { type SpeechProviderName, speechProviderNames } from '../../domain/transcription/provider-names.ts';
import type { Table } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { credentialKey, credentialPrefix } from '../keys.ts';
import { type OnUnreadable, readable } from '../readable.ts';

/** A project's key for a provider of transcription, sealed by the SecretBox. */
export interface Credential {
  readonly provider: SpeechProviderName;
  readonly sealed: string;
  readonly entered_at: string;
}

/** A key in a list: whose it is, also where that is all that can be read of it. */
export type ListedCredential = Credential | Pick<Credential, 'provider'>;

const credentialItems = itemKind<Credential>('credential', () =>
  z.object({
    provider: z.enum(speechProviderNames),
    sealed: z.string(),
    entered_at: z.string(),
  } satisfies Fields<Credential>),
);

/** One key at most for each provider. One that is entered takes the place of the one before. */
export const credentialRepository = (table: Pick<Table, 'get' | 'query' | 'write'>) => ({
  async put(projectId: string, credential: Credential): Promise<void> {
    await table.write({ put: credentialItems.itemOf(credentialKey(projectId, credential.provider), credential) });
  },
  /** As last written: a key that was removed is used no more. */
  async get(projectId: string, provider: SpeechProviderName): Promise<Credential | undefined> {
    const item = await table.get(credentialKey(projectId, provider));
    return item && credentialItems.recordOf(item);
  },
  /** Of one that cannot be read `onUnreadable` is told; left out are only those of providers that this program does not know. */
  async list(projectId: string, onUnreadable: OnUnreadable): Promise<ListedCredential[]> {
    const { pk } = credentialKey(projectId, '');
    const items = await table.query({ partition: pk, prefix: credentialPrefix });
    const read = readable(credentialItems.recordOf, onUnreadable);
    return items.flatMap((item): ListedCredential[] => {
      const provider = speechProviderNames.find((name) => item.sk === credentialPrefix + name);
      const credential = read(item) ?? (provider && { provider });
      return credential ? [credential] : [];
    });
  },
  async remove(projectId: string, provider: SpeechProviderName): Promise<void> {
    await table.write({ delete: credentialKey(projectId, provider) });
  },
});
export type CredentialRepository = ReturnType<typeof credentialRepository>;
