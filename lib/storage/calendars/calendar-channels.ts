/** Whose calendar a channel tells of: its messages come without a project. */
import * as z from 'zod';
import { type CalendarPlatform, calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import type { Table } from '../../ports/table.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
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
const keptMs = 8 * 86_400_000;

export const channelRepository = (table: Pick<Table, 'get' | 'write' | 'update'>) => ({
  async get(channelId: string): Promise<ChannelOwner | undefined> {
    const item = await table.get(channelKey(channelId));
    return item && owners.recordOf(item);
  },

  /** Says whose a channel is, before the platform is told of it: its first message may come before its answer. */
  async keep(owner: ChannelOwner, at: Date): Promise<void> {
    await table.write({ put: owners.itemOf(channelKey(owner.channel_id), owner, expiring(at, keptMs)) });
  },

  /** The channel was made to live longer. */
  async prolong(channelId: string, at: Date): Promise<void> {
    const set = { ...owners.tag, ...expiring(at, keptMs) };
    await table.update({ update: channelKey(channelId), set, when: { exists: true } });
  },

  async forget(channelId: string): Promise<void> {
    await table.write({ delete: channelKey(channelId) });
  },
});
export type ChannelRepository = ReturnType<typeof channelRepository>;
