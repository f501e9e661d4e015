import { randomBytes } from 'node:crypto';
import { type Bot, createBot, type NewBot } from '../../domain/bot/bot.ts';
import type { BotImage } from '../../domain/bot/settings.ts';
import { ValidationError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { OperatedHosts } from '../../domain/meeting/meeting-url.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots.ts';
import { botImageName } from '../../storage/media-names.ts';
import { checkJoinAt, checkProvider, createFaults, imageBytesOf, meetingLinkOf } from './bot-input.ts';

export interface CreateBotPorts {
  readonly bots: Pick<BotRepository, 'create'>;
  readonly clock: Clock;
  readonly hosts: OperatedHosts;
  /** What is wrong with an address that the client gave, as a sentence; undefined when it may be called. */
  readonly checkAddress: (url: string) => string | undefined;
  /** Opened only for bots that bring a picture. */
  readonly openMedia: () => Promise<Pick<MediaStore, 'put'>>;
  /** Whether this installation has a server of its own for speech-to-text. */
  readonly hasCustomTranscription: boolean;
}

type Details = Omit<NewBot, 'id' | 'project_id' | 'platform' | 'meeting_url' | 'join_at' | 'bot_image'>;
export type CreateBotInput = Details & {
  readonly meeting_url?: string;
  readonly join_at?: string;
  readonly calendar_event_id?: string;
  readonly bot_image?: BotImage;
};

const addressesOf = (input: CreateBotInput): [field: string, url: string | undefined][] => [
  ...input.webhooks.map(({ url }, i): [string, string] => [`webhooks.${i}.url`, url]),
  ['voice_agent_settings.url', input.voice_agent_settings?.url],
  ['voice_agent_settings.screenshare_url', input.voice_agent_settings?.screenshare_url],
  ['callback_settings.conf_tokens_url', input.callback_settings?.conf_tokens_url],
];

/**
 * Creates a bot that joins now, or at `join_at`. Its execution follows from the table's stream.
 * @throws ValidationError for whatever cannot be used: links, times, addresses, pictures, providers that are not set up
 * @throws DuplicateKeyError while another bot holds the deduplication key
 */
export const createCreateBot = (ports: CreateBotPorts) => {
  const check = (input: CreateBotInput, now: Date) => {
    const faults = createFaults();
    // Calendars are not connected yet, so no event of theirs can be known.
    if (input.calendar_event_id !== undefined) faults.note('calendar_event_id', 'no such calendar event');
    const link = input.meeting_url === undefined ? undefined : meetingLinkOf(faults, input.meeting_url, ports.hosts);
    if (input.join_at !== undefined) faults.note('join_at', checkJoinAt(input.join_at, now));
    for (const [field, url] of addressesOf(input)) faults.note(field, url && ports.checkAddress(url));
    const image = input.bot_image && imageBytesOf(faults, input.bot_image);
    checkProvider(faults, ['transcription_settings'], input.transcription_settings, { ...ports, now });
    faults.throwAny();
    if (!link) throw new ValidationError({ meeting_url: ['is required'] });
    return { link, image };
  };

  return async (project_id: string, input: CreateBotInput): Promise<Bot> => {
    const now = ports.clock.now();
    const { link, image } = check(input, now);
    const { join_at, calendar_event_id, bot_image, ...details } = input;
    const id = newId('bot', now, randomBytes(10));
    const imageName = botImageName({ project_id, bot_id: id }, id);
    const bot = createBot(
      {
        ...details,
        ...(image && { bot_image: imageName }),
        id,
        project_id,
        meeting_url: link.url,
        platform: link.platform,
        join_at: new Date(join_at ?? now).toISOString(),
      },
      join_at === undefined ? 'join_now' : 'schedule',
      now,
    );
    // Before the bot, which must never name a picture that is not there.
    if (image) await (await ports.openMedia()).put(imageName, image, 'image/png');
    await ports.bots.create(bot);
    return bot;
  };
};
