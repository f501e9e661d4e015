/** What a user has granted, sealed, and who is renewing it. */
import * as z from 'zod';
import { StaleError } from '../../domain/errors.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type ConnectionRef, connectionCredentialsKey } from '../keys.ts';

export interface ConnectionCredentials extends ConnectionRef {
  /** The refresh token, and the access token that came beside it. */
  readonly tokens_sealed: string;
  /** Until when the access token is good. */
  readonly access_until: string;
  /** Counts the tokens, beginning with the ms at which the user allowed the app. Whoever renews them names the one that is renewed. */
  readonly generation: number;
  /** Until then nobody else renews them; null while nobody does. */
  readonly lease_until: string | null;
}

const credentialItems = itemKind<ConnectionCredentials>('connection_credentials', () =>
  z.object({
    project_id: z.string(),
    connection_id: z.string(),
    tokens_sealed: z.string(),
    access_until: z.string(),
    generation: z.number(),
    lease_until: z.string().nullable(),
  } satisfies Fields<ConnectionCredentials>),
);

export const itemOfConnectionCredentials = (credentials: ConnectionCredentials): Item =>
  credentialItems.itemOf(connectionCredentialsKey(credentials), credentials);

/** The write that forgets what was granted. */
export const forgettingCredentials = (ref: ConnectionRef): Write => ({ delete: connectionCredentialsKey(ref) });

export const connectionCredentialsRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async get(ref: ConnectionRef): Promise<ConnectionCredentials | undefined> {
    const item = await table.get(connectionCredentialsKey(ref));
    return item && credentialItems.recordOf(item);
  },

  /** Takes the renewal of credentials upon oneself. Answers false when somebody else was first, or they are gone. */
  async lease({ generation, lease_until, ...ref }: ConnectionCredentials, until: Date): Promise<boolean> {
    const set = { lease_until: until.toISOString() };
    const when = { equals: { generation, lease_until } };
    return (await attempt(table.write({ update: connectionCredentialsKey(ref), set, when }))).isDone;
  },

  /** Lets others renew credentials that are still of this generation, and leased until then. */
  async release({ generation, ...ref }: ConnectionCredentials, leasedUntil: Date): Promise<void> {
    const when = { equals: { generation, lease_until: leasedUntil.toISOString() } };
    await attempt(table.write({ update: connectionCredentialsKey(ref), set: { lease_until: null }, when }));
  },

  /** Puts renewed credentials in the place of those before. @throws StaleError when others are there, or none */
  async renew(credentials: ConnectionCredentials): Promise<void> {
    const when = { equals: { generation: credentials.generation - 1 } };
    const { refusal } = await attempt(table.write({ put: itemOfConnectionCredentials(credentials), when }));
    if (refusal) throw new StaleError(credentials.connection_id, { cause: refusal });
  },
});
export type ConnectionCredentialsRepository = ReturnType<typeof connectionCredentialsRepository>;
