import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { CalendarPlatform } from '../../domain/calendar/calendar-platforms.ts';
import { readableAfterMs } from '../../domain/calendar/sync-state.ts';
import { jsonIn } from '../../domain/json.ts';
import { escaped } from '../../net/serving/markup.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Queue } from '../../ports/queue.ts';
import { hashOfSecret } from '../../process/secrets.ts';
import type { ChannelRepository } from '../../storage/calendars/calendar-channels.ts';
import { dueNameOf } from '../../storage/calendars/due-calendars.ts';
import type { CalendarMessage } from './calendar-queue.ts';

export interface HearPlatformPorts {
  readonly channels: Pick<ChannelRepository, 'get'>;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** A request as it came. */
export interface PlatformRequest {
  readonly query: URLSearchParams;
  /** The header of a name, which is in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

export interface PlatformAnswer {
  readonly status: number;
  /** Plain text. */
  readonly text: string;
}

/** What a request says: for which channel, with which secrets, and whether the platform may stop telling. */
interface Saying {
  readonly channel: string;
  readonly secrets: readonly string[];
  readonly is_doubted: boolean;
}

const longestToken = 1_024;
/** Ours have 32 characters. What is no name of a channel is looked up nowhere: a table has limits to its keys. */
const longestChannel = 64;
const most = 256 * 1024;

const Notifications = z.object({
  value: z.array(z.object({ clientState: z.string().nullish(), lifecycleEvent: z.string().nullish() })).max(1_000),
});

const json = (text: string): unknown => (text.length > most ? undefined : jsonIn(text));

// https://developers.google.com/workspace/calendar/api/guides/push: all is in the headers. The first message says only that
// the channel is there: that it can be heard is news to us.
const ofGoogle = ({ header }: PlatformRequest): Saying | undefined => {
  const [channel, secret] = [header('x-goog-channel-id'), header('x-goog-channel-token')];
  return channel && secret ? { channel, secrets: [secret], is_doubted: false } : undefined;
};

// https://learn.microsoft.com/graph/change-notifications-lifecycle-events: a subscription that is to be reauthorized, or
// was removed, is renewed or made anew by the next run.
const ofMicrosoft = ({ query, body }: PlatformRequest): Saying | undefined => {
  const channel = query.get('channel');
  const { data } = Notifications.safeParse(json(body));
  if (!channel || !data || data.value.length === 0) return undefined;
  const events = data.value.map(({ lifecycleEvent }) => lifecycleEvent);
  return {
    channel,
    secrets: data.value.map(({ clientState }) => clientState ?? ''),
    is_doubted: events.includes('reauthorizationRequired') || events.includes('subscriptionRemoved'),
  };
};

const platforms: Readonly<
  Record<CalendarPlatform, { readonly read: typeof ofGoogle; readonly status: number; readonly isAsked: boolean }>
> = {
  calendar_provider_a: { read: ofGoogle, status: 200, isAsked: false },
  // Whether we are there is asked before anything is told: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
  calendar_provider_b: { read: ofMicrosoft, status: 202, isAsked: true },
};

const isSame = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfSecret(secret)), Buffer.from(hash));

/**
 * Hears that something in a calendar has changed, and has it looked at a moment later, when the change can be read. What was
 * made up by others starts nothing, and is answered as everything else is.
 */
export const createHearPlatform =
  ({ channels, queue, clock }: HearPlatformPorts) =>
  async (platform: CalendarPlatform, request: PlatformRequest): Promise<PlatformAnswer> => {
    const { read, status, isAsked } = platforms[platform];
    const token = isAsked ? request.query.get('validationToken') : null;
    if (token !== null)
      return token.length > longestToken ? { status: 400, text: '' } : { status: 200, text: escaped(token) };
    const said = read(request);
    const owner = said && said.channel.length <= longestChannel ? await channels.get(said.channel) : undefined;
    if (owner?.platform === platform && said?.secrets.every((secret) => isSame(secret, owner.secret_hash))) {
      const body: CalendarMessage = {
        id: dueNameOf(owner),
        told_at: clock.now().toISOString(),
        heard_by: owner.channel_id,
        ...(said.is_doubted && { is_doubted: true }),
      };
      await queue.send([{ body, delay_seconds: readableAfterMs / 1000, group: owner.project_id }]);
    }
    return { status, text: '' };
  };
