/** How a connection is stored, and where it is listed. */
import * as z from 'zod';
import type { Connection } from '../../domain/connection/connection.ts';
import { type ConnectionFailureCode, connectionFailures } from '../../domain/connection/connection-failures.ts';
import { type GrantFailure, grantStates } from '../../domain/grant/grant.ts';
import type { Item } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { jsonObject } from '../json-object.ts';
import { type ConnectionRef, connectionKey } from '../keys.ts';
import { type List, listedIn } from '../listings.ts';

const connectionItems = itemKind<Connection>(
  'connection',
  () =>
    z.object({
      id: z.string(),
      project_id: z.string(),
      oauth_app_id: z.string(),
      user_id: z.string(),
      account_id: z.string(),
      state: z.enum(grantStates),
      metadata: jsonObject(),
      is_local_recording_token_supported: z.boolean(),
      is_onbehalf_token_supported: z.boolean(),
      connection_failure_data: z
        .object({
          error: z.enum(connectionFailures.codes),
          message: z.string(),
          timestamp: z.string(),
        } satisfies Fields<GrantFailure<ConnectionFailureCode>>)
        .nullable(),
      credentials_version: z.number(),
      connected_at: z.string(),
      last_attempted_sync_at: z.string(),
      last_successful_sync_at: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      version: z.number(),
    } satisfies Fields<Connection>),
  { attributesOf: (connection) => ({ ...connection, metadata: JSON.stringify(connection.metadata) }) },
);

/** Which connections of a project are listed. */
export interface ConnectionFilter {
  readonly user_id?: string | undefined;
  readonly state?: Connection['state'] | undefined;
}

/** The narrowest list of a project's connections that holds all that a filter asks for, in the order in which they were made. */
export const connectionList = (projectId: string, { user_id, state }: ConnectionFilter): List => {
  const partition = `${projectId}#connections`;
  if (user_id !== undefined) return { index: 'gsi2', partition: `${partition}#${user_id}` };
  return state === undefined ? { index: 'gsi1', partition } : { index: 'gsi3', partition: `${partition}#${state}` };
};

export const refOfConnection = ({ project_id, id }: Pick<Connection, 'project_id' | 'id'>): ConnectionRef => ({
  project_id,
  connection_id: id,
});

export const itemOfConnection = (connection: Connection): Item => {
  const { id, project_id, user_id, state } = connection;
  const places = [{}, { user_id }, { state }].map((filter) => ({
    ...connectionList(project_id, filter),
    position: id,
  }));
  return connectionItems.itemOf(connectionKey(refOfConnection(connection)), connection, listedIn(...places));
};

export const connectionIn = connectionItems.recordOf;

/** The connection in an item of the table or of its stream; undefined for items of another kind. */
export const connectionOfItem = (item: Item): Connection | undefined =>
  connectionItems.isKindOf(item) ? connectionItems.recordOf(item) : undefined;
