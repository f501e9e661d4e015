import * as z from 'zod';
import { type SpeechProviderName, speechProviderNames } from '../../domain/transcription/provider-names.ts';
import type { Table } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { credentialKey, credentialPrefix } from '../keys.ts';
import { type OnUnreadable, recordsOf } from '../readable.ts';

/** A project's key for a provider of transcription, sealed by the SecretBox. */
export interface Credential {
  readonly provider: SpeechProviderName;
  readonly sealed: string;
  readonly entered_at: string;
}

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
  async list(projectId: string, onUnreadable?: OnUnreadable): Promise<Credential[]> {
    const { pk } = credentialKey(projectId, '');
    const items = await table.query({ partition: pk, prefix: credentialPrefix });
    return recordsOf(items, credentialItems.recordOf, onUnreadable);
  },
  async remove(projectId: string, provider: SpeechProviderName): Promise<void> {
    await table.write({ delete: credentialKey(projectId, provider) });
  },
});
export type CredentialRepository = ReturnType<typeof credentialRepository>;
