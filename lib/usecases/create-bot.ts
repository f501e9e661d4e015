import { randomBytes } from 'node:crypto';
import { type Bot, createBot } from '../domain/bot.ts';
import { ValidationError } from '../domain/errors.ts';
import { newId } from '../domain/ids.ts';
import { type OperatedHosts, recogniseMeetingLink } from '../domain/meeting-url.ts';
import type {
  AutomaticLeaveSettings,
  RecordingSettings,
  TranscriptionSettings,
  WebhookSubscriptionItem,
} from '../domain/settings.ts';
import type { Clock } from '../ports/clock.ts';
import type { BotRepository } from '../storage/bots.ts';

export interface CreateBotPorts {
  readonly bots: Pick<BotRepository, 'create'>;
  readonly clock: Clock;
  readonly hosts: OperatedHosts;
  /** What is wrong with an address that the client gave, as a sentence; undefined when it may be called. */
  readonly checkAddress: (url: string) => string | undefined;
}

export interface CreateBotInput {
  readonly meeting_url: string;
  readonly bot_name: string;
  readonly join_at?: string | undefined;
  readonly metadata: Record<string, unknown>;
  readonly deduplication_key: string | null;
  readonly webhooks: readonly WebhookSubscriptionItem[];
  readonly recording_settings: RecordingSettings;
  readonly transcription_settings: TranscriptionSettings;
  readonly automatic_leave_settings: AutomaticLeaveSettings;
}

const dayMs = 24 * 3600 * 1000;
const furthestMs = 360 * dayMs;
/** A client whose clock is a little behind still means "now". */
const clockSkewMs = 10_000;

const checkJoinAt = (joinAt: string | undefined, now: Date): string | undefined => {
  if (joinAt === undefined) return undefined;
  const ahead = Date.parse(joinAt) - now.getTime();
  if (ahead < -clockSkewMs) return 'must not be in the past: leave it out to join now';
  return ahead > furthestMs ? 'must be at most 360 days ahead' : undefined;
};

/**
 * Creates a bot that joins now, or at `join_at`. Its execution follows from the table's stream.
 * @throws ValidationError for a link, a time or a webhook address that cannot be used
 * @throws DuplicateKeyError while another bot holds the deduplication key
 */
export const createCreateBot =
  ({ bots, clock, hosts, checkAddress }: CreateBotPorts) =>
  async (project_id: string, input: CreateBotInput): Promise<Bot> => {
    const now = clock.now();
    const { join_at, ...rest } = input;
    const link = recogniseMeetingLink(input.meeting_url, hosts);
    const faults: [string, string | undefined][] = [
      ['meeting_url', link ? undefined : 'not a link to a supported meeting platform'],
      ['join_at', checkJoinAt(join_at, now)],
      ...input.webhooks.map(({ url }, i): [string, string | undefined] => [`webhooks.${i}.url`, checkAddress(url)]),
    ];
    const errors = faults.flatMap(([field, fault]) => (fault ? [[field, [fault]]] : []));
    if (errors.length > 0 || !link) throw new ValidationError(Object.fromEntries(errors));
    const bot = createBot(
      {
        ...rest,
        id: newId('bot', now, randomBytes(10)),
        project_id,
        meeting_url: link.url,
        platform: link.platform,
        join_at: new Date(join_at ?? now).toISOString(),
      },
      join_at === undefined ? 'join_now' : 'schedule',
      now,
    );
    await bots.create(bot);
    return bot;
  };
