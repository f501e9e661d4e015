/** The channel by which a platform tells of changes: there is one, it is made anew before it ends, and the old one is ended. */
import { randomBytes } from 'node:crypto';
import { syncFailures } from '../../../domain/calendar/sync-failures.ts';
import { type Channel, liveChannels, type SyncState } from '../../../domain/calendar/sync-state.ts';
import { type CalendarPlace, type CalendarPlatformClient, PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import { log } from '../../../process/log.ts';
import { hashOfSecret, newSecret } from '../../../process/secrets.ts';
import type { ChannelRepository } from '../../../storage/calendars/calendar-channels.ts';

export interface WatchCalendarPorts {
  readonly channels: Pick<ChannelRepository, 'keep' | 'prolong' | 'forget'>;
  /** Where a platform can tell this service of changes; undefined where no platform can reach it. */
  readonly hookOf: (state: SyncState, channelId: string) => string | undefined;
  readonly clock: Clock;
}

const hourMs = 3_600_000;
const renewedBeforeMs = 26 * hourMs;
/** A platform that does not want to tell is asked again after so long; one that is busy, with the next run. */
const askedAgainMs = 24 * hourMs;

const channelOf = (
  id: string,
  { platform_uuid, expires_at }: { platform_uuid: string; expires_at: Date },
  now: Date,
): Channel => {
  const lives_ms = expires_at.getTime() - now.getTime();
  // Half of its life, where that is shorter than a day.
  const renewedAfterMs = Math.max(lives_ms - renewedBeforeMs, lives_ms / 2);
  return {
    id,
    platform_uuid,
    expires_at: expires_at.toISOString(),
    renew_at: new Date(now.getTime() + renewedAfterMs).toISOString(),
  };
};

type Watching = Pick<SyncState, 'channels' | 'watch_again_at'>;

export const createWatchCalendar = ({ channels, hookOf, clock }: WatchCalendarPorts) => {
  const open = async (client: CalendarPlatformClient, place: CalendarPlace, state: SyncState) => {
    const id = randomBytes(16).toString('hex');
    const address = hookOf(state, id);
    if (address === undefined) return undefined;
    const secret = newSecret();
    const { project_id, calendar_id, platform } = state;
    const owner = { project_id, calendar_id, platform, channel_id: id, secret_hash: hashOfSecret(secret) };
    await channels.keep(owner, clock.now());
    const channel = channelOf(id, await client.watch(place, { id, secret, address }), clock.now());
    return client.provesChannels ? channel : { ...channel, is_silent: true };
  };

  const renew = async (client: CalendarPlatformClient, place: CalendarPlace, channel: Channel) => {
    const granted = await client.renew(place, channel);
    if (!granted) return undefined;
    await channels.prolong(channel.id, clock.now());
    return channelOf(channel.id, granted, clock.now());
  };

  /** Ends channels as far as that is possible; what is left ends by itself. */
  const close = async (
    client: CalendarPlatformClient,
    place: CalendarPlace,
    old: readonly Channel[],
  ): Promise<void> => {
    for (const channel of old) {
      try {
        await client.unwatch(place, channel);
        await channels.forget(channel.id);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        log.warn('calendar channel not ended', { channel: channel.id, reason: error.message });
      }
    }
  };

  const refused = (error: unknown, old: readonly Channel[]): Watching => {
    if (!(error instanceof PlatformError) || error.trouble === 'access_refused') throw error;
    log.warn('calendar not watched', { reason: error.message });
    const again = new Date(clock.now().getTime() + askedAgainMs).toISOString();
    return { channels: old, watch_again_at: syncFailures.isPassing(error.trouble) ? null : again };
  };

  return {
    /** Sees to it that the platform tells of changes, where it can and wants to. */
    async watch(client: CalendarPlatformClient, place: CalendarPlace, state: SyncState): Promise<Watching> {
      const now = clock.now().getTime();
      const live = liveChannels(state, clock.now());
      const current = live.at(-1);
      const isGood = current && Date.parse(current.renew_at) > now;
      const isRefused = state.watch_again_at !== null && Date.parse(state.watch_again_at) > now;
      if (isGood || (isRefused && !current)) return { channels: live, watch_again_at: state.watch_again_at };
      if (current?.is_silent) log.warn('nothing has come by a calendar channel', { channel: current.id });
      try {
        const renewed = current && (await renew(client, place, current));
        const channel = renewed ?? (await open(client, place, state));
        if (!channel) return { channels: live, watch_again_at: null };
        await close(
          client,
          place,
          live.filter(({ id }) => id !== channel.id),
        );
        return { channels: [channel], watch_again_at: null };
      } catch (error) {
        return refused(error, live);
      }
    },
    close,
  };
};
export type WatchCalendar = ReturnType<typeof createWatchCalendar>;
