/** By what a project's accounts sign in by single sign-on, and the tickets of bots that are about to. */
import * as z from 'zod';
import { type SignedInPlatform, signedInPlatforms } from '../../domain/meeting/login.ts';
import type { ServiceProvider } from '../../domain/meeting/single-sign-on.ts';
import type { Table, Write } from '../../ports/table.ts';
import { hashOfSecret } from '../../process/secrets.ts';
import { attempt } from '../attempt.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { ssoProfileKey, ssoTicketKey } from '../keys.ts';

export interface SsoKey {
  /** The private key as PEM, sealed by the SecretBox. */
  readonly sealed: string;
  /** As PEM: what the platform verifies by. */
  readonly certificate: string;
  readonly made_at: string;
}

/** What the operator has agreed with the platform of meetings. */
export interface SsoProfile extends ServiceProvider {
  readonly platform: SignedInPlatform;
  /** Under which address the platform knows this service, without a slash at its end. */
  readonly base_url: string;
  readonly key: SsoKey;
  /** Takes the place of the other one when the operator says so: the platform is to know its certificate first. */
  readonly next_key?: SsoKey;
  /** Counts its writes. */
  readonly version: number;
}

const aKey = z.object({ sealed: z.string(), certificate: z.string(), made_at: z.string() } satisfies Fields<SsoKey>);
const profileItems = itemKind<SsoProfile>('sso_profile', () =>
  z.object({
    platform: z.enum(signedInPlatforms),
    domain: z.string(),
    issuer: z.string(),
    acs: z.string(),
    base_url: z.string(),
    key: aKey,
    next_key: aKey.exactOptional(),
    version: z.number(),
  } satisfies Fields<SsoProfile>),
);

/** One for each platform at most. */
export const ssoProfileRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async find(projectId: string, platform: SignedInPlatform): Promise<SsoProfile | undefined> {
    const item = await table.get(ssoProfileKey(projectId, platform));
    return item && profileItems.recordOf(item);
  },
  /** Answers false where somebody else has written it since `before` was read: no key is lost that the platform knows. */
  async put(projectId: string, profile: Omit<SsoProfile, 'version'>, before: SsoProfile | undefined): Promise<boolean> {
    const version = (before?.version ?? 0) + 1;
    const item = profileItems.itemOf(ssoProfileKey(projectId, profile.platform), { ...profile, version });
    const when = before ? { equals: { version: before.version } } : { exists: false };
    return (await attempt(table.write({ put: item, when }))).isDone;
  },
  /** Safe to repeat. */
  async remove(projectId: string, platform: SignedInPlatform): Promise<void> {
    await table.write({ delete: ssoProfileKey(projectId, platform) });
  },
});
export type SsoProfileRepository = ReturnType<typeof ssoProfileRepository>;

/** That the worker of an attempt of a bot may sign in with an account; without a bot, that whoever operates the service may. */
export interface SsoTicket {
  readonly platform: SignedInPlatform;
  readonly account: string;
  readonly bot_id?: string;
  readonly attempt?: number;
}

const ticketItems = itemKind<SsoTicket>('sso_ticket', () =>
  z.object({
    platform: z.enum(signedInPlatforms),
    account: z.string(),
    bot_id: z.string().exactOptional(),
    attempt: z.number().exactOptional(),
  } satisfies Fields<SsoTicket>),
);

const keyOf = (projectId: string, secret: string) => ssoTicketKey(projectId, hashOfSecret(secret));

/** Each is found by a secret of which only the hash is stored, in its own project only, and good for one answer. */
export const ssoTickets = (table: Pick<Table, 'get' | 'write'>) => ({
  async create(projectId: string, secret: string, ticket: SsoTicket, until: Date): Promise<void> {
    const item = ticketItems.itemOf(keyOf(projectId, secret), ticket, expiring(until));
    await table.write({ put: item, when: { exists: false } });
  },
  /** Undefined for one that is too old, was used, or never was. */
  async find(projectId: string, secret: string): Promise<SsoTicket | undefined> {
    const item = await table.get(keyOf(projectId, secret));
    return item && ticketItems.recordOf(item);
  },
  /** Uses it up, and notes that down: both or neither. Answers false where that has been done. */
  async use(projectId: string, secret: string, note: Write): Promise<boolean> {
    return (await attempt(table.write({ delete: keyOf(projectId, secret), when: { exists: true } }, note))).isDone;
  },
});
