import * as z from 'zod';
import { type SignedInPlatform, signedInPlatforms } from '../../domain/meeting/login.ts';
import type { Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { accountKey, accountPrefix } from '../keys.ts';

/** An account of the operator at a platform of meetings, with which one bot at a time joins. */
export interface Account {
  readonly platform: SignedInPlatform;
  /** By which people know it, such as its mail address. */
  readonly name: string;
  /** Its login, sealed by the SecretBox; absent where it signs in anew for each meeting, by single sign-on. */
  readonly sealed?: string;
  /** When it was entered last. */
  readonly signed_in_at: string;
  /** The bot that had it last; absent until there was one. */
  readonly used_by?: string;
  /** Counts its writes: who takes it names the one that it read. */
  readonly version: number;
}
/** A login takes the place of none, but not the other way round. */
export type NewLogin = Omit<Account, 'used_by' | 'version'>;

const accountItems = itemKind<Account>('account', () =>
  z.object({
    platform: z.enum(signedInPlatforms),
    name: z.string(),
    sealed: z.string().exactOptional(),
    signed_in_at: z.string(),
    used_by: z.string().exactOptional(),
    version: z.number(),
  } satisfies Fields<Account>),
);

/** The accounts of projects: a few each. */
export const accountRepository = (table: Pick<Table, 'query' | 'update' | 'write'>) => ({
  /** Keeps a login, in place of the account's last one. Whoever has the account keeps it. */
  async put(projectId: string, login: NewLogin): Promise<Account> {
    const item = await table.update({
      update: accountKey(projectId, login.platform, login.name),
      set: { ...login, ...accountItems.tag },
      increment: { version: 1 },
    });
    return accountItems.recordOf(item);
  },
  /** In the order of platforms and names. */
  async list(projectId: string, platform?: SignedInPlatform): Promise<Account[]> {
    const { pk } = accountKey(projectId, '', '');
    const prefix = platform === undefined ? accountPrefix : `${accountPrefix}${platform}#`;
    return (await table.query({ partition: pk, prefix })).map(accountItems.recordOf);
  },
  /** Answers false where somebody else has taken it since it was read, or it was signed in again or removed. */
  async take(projectId: string, { platform, name, version }: Account, botId: string): Promise<boolean> {
    const update = accountKey(projectId, platform, name);
    const taken = { set: { used_by: botId }, increment: { version: 1 }, when: { equals: { version } } };
    return (await attempt(table.write({ update, ...taken }))).isDone;
  },
  /** Safe to repeat. */
  async remove(projectId: string, platform: SignedInPlatform, name: string): Promise<void> {
    await table.write({ delete: accountKey(projectId, platform, name) });
  },
});
export type AccountRepository = ReturnType<typeof accountRepository>;
