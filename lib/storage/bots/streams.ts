import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { StreamIds } from '../../domain/app-session/stream.ts';
import type { Table, Write } from '../../ports/table.ts';
import { expiring, itemKind } from '../item-kind.ts';
import { streamKey } from '../keys.ts';

/** Which app session has a stream. */
const streamItems = itemKind('stream', () => z.object({ app_session_id: z.string() }));

/** Longer than any meeting, and a day: what a client sends late must not open what is over. */
const rememberedMs = 48 * 3_600_000;

const keyOf = (projectId: string, { rtms_stream_id }: Pick<StreamIds, 'rtms_stream_id'>) =>
  streamKey(projectId, createHash('sha256').update(rtms_stream_id).digest('base64url'));

/** The streams of projects: each belongs to one app session, whoever comes first. */
export const streamRepository = (table: Pick<Table, 'get'>) => ({
  /** The session that a stream belongs to, if it is known. */
  async holderOf(projectId: string, ids: Pick<StreamIds, 'rtms_stream_id'>): Promise<string | undefined> {
    const item = await table.get(keyOf(projectId, ids));
    return item && streamItems.recordOf(item).app_session_id;
  },
});
export type StreamRepository = ReturnType<typeof streamRepository>;

/** The write that gives a stream to a session, unless another one has it. */
export const takingStream = (projectId: string, ids: StreamIds, app_session_id: string, at: Date): Write => ({
  put: streamItems.itemOf(keyOf(projectId, ids), { app_session_id }, expiring(at, rememberedMs)),
  when: { exists: false },
});
