/** Whose calendar a channel tells of: its messages come without a project. */
import * as z from 'zod';
import { type CalendarPlatform, calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import type { Table } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type CalendarRef, channelKey } from '../keys.ts';

export interface ChannelOwner extends CalendarRef {
  /** Ours, and part of the address that the platform calls. */
  readonly channel_id: string;
  readonly platform: CalendarPlatform;
  /** SHA-256 of the secret that comes with each message. */
  readonly secret_hash: string;
}

const owners = itemKind<ChannelOwner>('calendar_channel', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    channel_id: z.string(),
    platform: z.enum(calendarPlatforms),
    secret_hash: z.string(),
  } satisfies Fields<ChannelOwner>),
);

/** Longer than any channel lives. */
const keptDays = 8;

export const channelRepository = (table: Pick<Table, 'get' | 'write' | 'update'>) => ({
  async get(channelId: string): Promise<ChannelOwner | undefined> {
    const item = await table.get(channelKey(channelId));
    return item && owners.recordOf(item);
  },

  /** Says whose a channel is, before the platform is told of it: its first message may come before its answer. */
  async keep(owner: ChannelOwner, at: Date): Promise<void> {
    const expires_at = Math.floor(at.getTime() / 1000) + keptDays * 86_400;
    await table.write({ put: owners.itemOf(channelKey(owner.channel_id), owner, { expires_at }) });
  },

  /** The channel was made to live longer. */
  async prolong(channelId: string, at: Date): Promise<void> {
    const expires_at = Math.floor(at.getTime() / 1000) + keptDays * 86_400;
    await table.update({ update: channelKey(channelId), set: { ...owners.tag, expires_at }, when: { exists: true } });
  },

  async forget(channelId: string): Promise<void> {
    await table.write({ delete: channelKey(channelId) });
  },
});
export type ChannelRepository = ReturnType<typeof channelRepository>;
