import * as z from 'zod';
import type { Table, Write } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { oauthAppKey, oauthAppOwnerKey, oauthAppPrefix } from '../keys.ts';
import { type OnUnreadable, readable, recordsOf } from '../readable.ts';

/** A client's app at the conferencing platform. Its secret is sealed by the SecretBox. */
export interface OAuthApp {
  readonly id: string;
  readonly project_id: string;
  readonly client_id: string;
  readonly secret_sealed: string;
  readonly created_at: string;
}

const oauthAppItems = itemKind<OAuthApp>('oauth_app', () =>
  z.object({
    id: z.string(),
    project_id: z.string(),
    client_id: z.string(),
    secret_sealed: z.string(),
    created_at: z.string(),
  } satisfies Fields<OAuthApp>),
);

/** Whose app the platform tells of, and what it proves itself with, sealed. */
export interface OAuthAppHook {
  readonly project_id: string;
  readonly oauth_app_id: string;
  readonly webhook_secret_sealed: string;
}

const hookItems = itemKind<OAuthAppHook>('oauth_app_hook', () =>
  z.object({
    project_id: z.string(),
    oauth_app_id: z.string(),
    webhook_secret_sealed: z.string(),
  } satisfies Fields<OAuthAppHook>),
);

const hookWrite = (hook: OAuthAppHook): Write => ({
  put: hookItems.itemOf(oauthAppOwnerKey(hook.oauth_app_id), hook),
});

/** What the platform tells of apps comes in without a project. */
export const oauthAppHookRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async put(hook: OAuthAppHook): Promise<void> {
    await table.write(hookWrite(hook));
  },
  /** By `readable`'s rule. */
  async get(id: string, onUnreadable?: OnUnreadable): Promise<OAuthAppHook | undefined> {
    const item = await table.get(oauthAppOwnerKey(id));
    return item && readable(hookItems.recordOf, onUnreadable)(item);
  },
});
export type OAuthAppHookRepository = ReturnType<typeof oauthAppHookRepository>;

/** The apps of projects: a few each. */
export const oauthAppRepository = (table: Pick<Table, 'get' | 'query' | 'write'>) => ({
  /** With the hook, if one is given: both or neither. */
  async put(app: OAuthApp, hook?: OAuthAppHook): Promise<void> {
    const put = oauthAppItems.itemOf(oauthAppKey(app.project_id, app.id), app);
    await table.write({ put }, ...(hook ? [hookWrite(hook)] : []));
  },
  async get(projectId: string, id: string): Promise<OAuthApp | undefined> {
    const item = await table.get(oauthAppKey(projectId, id));
    return item && oauthAppItems.recordOf(item);
  },
  /** In the order in which they were entered; those that cannot be read by `readable`'s rule. */
  async list(projectId: string, onUnreadable?: OnUnreadable): Promise<OAuthApp[]> {
    const { pk } = oauthAppKey(projectId, '');
    const items = await table.query({ partition: pk, prefix: oauthAppPrefix });
    return recordsOf(items, oauthAppItems.recordOf, onUnreadable);
  },
  async remove(projectId: string, id: string): Promise<void> {
    await table.write({ delete: oauthAppKey(projectId, id) }, { delete: oauthAppOwnerKey(id) });
  },
});
export type OAuthAppRepository = ReturnType<typeof oauthAppRepository>;
