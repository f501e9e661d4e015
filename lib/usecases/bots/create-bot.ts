import { randomBytes } from 'node:crypto';
import { type Bot, createBot } from '../../domain/bot/bot.ts';
import type { VoiceAgentSettings } from '../../domain/bot/settings.ts';
import { faultOfEvent, joinTimeOf } from '../../domain/calendar/followed-event.ts';
import { ValidationError } from '../../domain/errors.ts';
import { idOf, newId } from '../../domain/ids.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { botImageName } from '../../storage/bots/media-names.ts';
import { following, isStillThere } from '../../storage/calendars/calendar-followers.ts';
import { type JoinableEvent, type JoinableEventReader, unchanged } from '../../storage/calendars/joinable-events.ts';
import type { CalendarEventRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';
import { createFaults, type Faults, faultOfPlatform } from './bot-input.ts';
import { type CreateBotInput, checkNewBot, type NewBotChecks } from './new-bot-input.ts';

export interface CreateBotPorts extends NewBotChecks {
  readonly bots: Pick<BotRepository, 'create' | 'checkKey'>;
  readonly events: JoinableEventReader;
  /** Opened only for bots that bring a picture. */
  readonly openMedia: () => Promise<Pick<MediaStore, 'put'>>;
}

const EventId = idOf('calendar_event');

/** An empty address turns its output off: of a new bot there is nothing to turn off. */
const shownOf = (agent: VoiceAgentSettings) =>
  Object.fromEntries(Object.entries(agent).filter(([, value]) => value !== '')) as typeof agent;

/**
 * Creates a bot that joins now, or at `join_at`, or when an event of a calendar begins, which it follows from then on. Its
 * execution follows from the table's stream.
 * @throws ValidationError for whatever cannot be used: links, times, events, addresses, pictures, providers that are not set up
 * @throws DuplicateKeyError while another bot, or an app session, holds the deduplication key
 */
export const createCreateBot = (ports: CreateBotPorts) => {
  const { events } = ports;

  /** Finds an event. One that was found before, and could not be followed, may have lost its calendar meanwhile. */
  const findEvent = async (ref: CalendarEventRef, isAgain: boolean): Promise<JoinableEvent | undefined> => {
    if (!EventId.safeParse(ref.calendar_event_id).success) return undefined;
    const event = await events.get(ref);
    return event && isAgain && !(await events.hasCalendar(event)) ? undefined : event;
  };

  /** Where and when an event takes place; notes a fault where nobody can follow it. */
  const placeOf = async (faults: Faults, event: JoinableEvent | undefined, now: Date) => {
    const fault = event && faultOfEvent(event, now);
    faults.note('calendar_event_id', event ? fault && `the event ${fault}` : 'no such calendar event');
    const { meeting_url: url, meeting_platform: platform } = event ?? {};
    const isOff = platform ? await faultOfPlatform(platform, ports.platforms_off) : undefined;
    faults.note('calendar_event_id', isOff && `the meeting of the event ${isOff}`);
    return { link: url && platform ? { url, platform } : undefined, join_at: event && joinTimeOf(event, now) };
  };

  const check = async (input: CreateBotInput, event: JoinableEvent | undefined, now: Date) => {
    const faults = createFaults();
    const { link: given, image } = await checkNewBot(ports, faults, input, now);
    const { link, join_at } =
      input.calendar_event_id === undefined
        ? { link: given, join_at: input.join_at }
        : await placeOf(faults, event, now);
    faults.throwAny();
    if (!link) throw new ValidationError({ meeting_url: ['is required'] });
    return { link, join_at, image };
  };

  return (project_id: string, input: CreateBotInput): Promise<Bot> => {
    const id = newId('bot', ports.clock.now(), randomBytes(10));
    const imageName = botImageName({ project_id, bot_id: id }, id);
    // Once, however often it is tried to make the bot.
    let isImageKept = false;

    const create = async (event: JoinableEvent | undefined): Promise<Bot> => {
      const now = ports.clock.now();
      const { link, join_at, image } = await check(input, event, now);
      const { join_at: _, calendar_event_id, bot_image, voice_agent_settings: agent, ...details } = input;
      const bot = createBot(
        {
          ...details,
          ...(image && { bot_image: imageName }),
          ...(agent && { voice_agent_settings: shownOf(agent) }),
          ...(event && { follows: { calendar_event_id: event.id, calendar_id: event.calendar_id, pinned: [] } }),
          id,
          project_id,
          meeting_url: link.url,
          platform: link.platform,
          join_at: new Date(join_at ?? now).toISOString(),
        },
        join_at === undefined ? 'join_now' : 'schedule',
        now,
      );
      if (image && !isImageKept) {
        // Programs ask again and again: of a bot that is refused nobody would ever remove the picture.
        await ports.bots.checkKey(bot);
        // Before the bot, which must never name a picture that is not there.
        await (await ports.openMedia()).put(imageName, image, 'image/png');
        isImageKept = true;
      }
      await ports.bots.create(bot, event && [...following(bot, now), unchanged(event), isStillThere(event)]);
      return bot;
    };

    const { calendar_event_id } = input;
    if (calendar_event_id === undefined) return create(undefined);
    let isAgain = false;
    return retryStale(async () => {
      const event = await findEvent({ project_id, calendar_event_id }, isAgain);
      isAgain = true;
      return create(event);
    });
  };
};
