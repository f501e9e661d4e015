import { randomBytes } from 'node:crypto';
import { type Bot, reschedule } from '../../domain/bot/bot.ts';
import type { BotImage, RecordingSettingsChange } from '../../domain/bot/settings.ts';
import { followedFields, pinning } from '../../domain/calendar/followed-event.ts';
import { InvalidTransitionError, type ValidationError } from '../../domain/errors.ts';
import { sortableId } from '../../domain/ids.ts';
import type { MeetingPlaces } from '../../domain/meeting/meeting-url.ts';
import type { RightPart } from '../../domain/right-part.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import { botImageName } from '../../storage/bots/media-names.ts';
import { following } from '../../storage/calendars/calendar-followers.ts';
import type { BotRef } from '../../storage/keys.ts';
import { checkChange, createFaults } from './bot-input.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface UpdateBotPorts extends ChangeBotPorts, MeetingPlaces {
  readonly clock: Clock;
  /** Opened only for updates that bring a picture. */
  readonly openMedia: () => Promise<Pick<MediaStore, 'put'>>;
}

/** Every field is optional; those that are not given stay as they are. `metadata` replaces what was there. */
export interface UpdateBotInput {
  readonly join_at?: string;
  readonly meeting_url?: string;
  readonly bot_name?: string;
  readonly bot_image?: BotImage;
  readonly recording_settings?: RecordingSettingsChange;
  readonly metadata?: Record<string, unknown>;
}

// Left out, it stays as it is.
const to_join_now = 'give the present moment';

/** What is wrong with that part of a change that is right in form, whatever is wrong with the rest. */
export const createChangeFaults =
  (ports: Pick<UpdateBotPorts, 'clock' | keyof MeetingPlaces>) =>
  async (part: RightPart<UpdateBotInput>): Promise<ValidationError | undefined> => {
    const faults = createFaults();
    await checkChange(ports, faults, part, { now: ports.clock.now(), to_join_now });
    return faults.all();
  };

/**
 * Updates a bot: its metadata at any time, everything else while it is scheduled. A changed `join_at` moves the moment
 * at which it is staged, by way of the table's stream.
 * @throws ValidationError for a link, a moment or a picture that cannot be used
 * @throws InvalidTransitionError for anything but metadata once the bot is not scheduled any more
 */
export const createUpdateBot = (ports: UpdateBotPorts) => {
  const changeBot = createChangeBot(ports);

  return (ref: BotRef, input: UpdateBotInput): Promise<Bot> => {
    const now = ports.clock.now();
    const { metadata, ...scheduledOnly } = input;
    const { bot_name, recording_settings, join_at } = scheduledOnly;
    // What the client sets itself does not follow the bot's event any more.
    const pinned = followedFields.filter((field) => input[field] !== undefined);
    const onlyMetadata = Object.values(scheduledOnly).every((value) => value === undefined);
    const imageName = botImageName(ref, sortableId(now, randomBytes(10)));
    return changeBot(ref, async (bot) => {
      if (!onlyMetadata && bot.state !== 'scheduled')
        throw new InvalidTransitionError('update anything but metadata', bot.state);
      const faults = createFaults();
      const { link, image } = await checkChange(ports, faults, input, { now, to_join_now });
      faults.throwAny();
      // Before the bot, which must never name a picture that is not there.
      if (image) await (await ports.openMedia()).put(imageName, image, 'image/png');
      const changed: Bot = {
        ...(join_at === undefined ? bot : reschedule(bot, join_at, now)),
        ...(metadata && { metadata }),
        ...(link && { meeting_url: link.url, platform: link.platform }),
        ...(bot.follows && { follows: pinning(bot.follows, pinned) }),
        ...(bot_name !== undefined && { bot_name }),
        ...(image && { bot_image: imageName }),
        ...(recording_settings && { recording_settings: { ...bot.recording_settings, ...recording_settings } }),
      };
      return { bot: changed, with: join_at === undefined ? [] : following(changed, now) };
    });
  };
};
