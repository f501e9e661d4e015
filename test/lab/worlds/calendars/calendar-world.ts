/** A calendar of either maker, looked at as in the deployment: swept when it is due, the queue worked off, the stream followed. */
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import type { Calendar } from '../../../../lib/domain/calendar/calendar.ts';
import type { CalendarEvent } from '../../../../lib/domain/calendar/calendar-event.ts';
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import type { SyncState } from '../../../../lib/domain/calendar/sync-state.ts';
import { toldKinds } from '../../../../lib/domain/webhook/told-kinds.ts';
import { accessTokens } from '../../../../lib/oauth/access-tokens.ts';
import type { SecretBox } from '../../../../lib/ports/secret-box.ts';
import type { Table } from '../../../../lib/ports/table.ts';
import { botOfItem } from '../../../../lib/storage/bots/bot-item.ts';
import { botRepository } from '../../../../lib/storage/bots/bots.ts';
import { channelRepository } from '../../../../lib/storage/calendars/calendar-channels.ts';
import { calendarEventRepository } from '../../../../lib/storage/calendars/calendar-events.ts';
import { calendarOfItem, refOfCalendar } from '../../../../lib/storage/calendars/calendar-item.ts';
import { calendarSyncRepository } from '../../../../lib/storage/calendars/calendar-sync.ts';
import { calendarRepository } from '../../../../lib/storage/calendars/calendars.ts';
import { dueCalendars, dueNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import { dueRepository } from '../../../../lib/storage/due.ts';
import { refOf } from '../../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../../lib/usecases/bots/create-bot.ts';
import type { CreateBotInput } from '../../../../lib/usecases/bots/new-bot-input.ts';
import type { CalendarMessage } from '../../../../lib/usecases/calendars/calendar-queue.ts';
import { createCreateCalendar } from '../../../../lib/usecases/calendars/create-calendar.ts';
import { createDeleteCalendar } from '../../../../lib/usecases/calendars/delete-calendar.ts';
import { createFollowCalendar } from '../../../../lib/usecases/calendars/follow-calendar.ts';
import { createHearPlatform } from '../../../../lib/usecases/calendars/hear-platform.ts';
import { createCalendarWork } from '../../../../lib/usecases/calendars/sync/calendar-work.ts';
import { createUpdateCalendar, type UpdateCalendarInput } from '../../../../lib/usecases/calendars/update-calendar.ts';
import { createSweepDue } from '../../../../lib/usecases/timers/sweep-due.ts';
import { newsOf } from '../../../../lib/usecases/webhooks/webhook-news.ts';
import { aBotInput } from '../../builders/records.ts';
import { memoryMediaStore } from '../../doubles/memory-media-store.ts';
import { memoryQueue } from '../../doubles/memory-queue.ts';
import { type MemoryTable, memoryTable } from '../../doubles/memory-table.ts';
import { thinBox } from '../../doubles/thin-box.ts';
import { aHook, aPlatform, operatedPlaces, type PlatformOptions, type PlatformWorld } from './calendar-platforms.ts';

interface CalendarServiceOptions {
  /** Where the platform's messages come in; it cannot tell of changes without. */
  readonly listen?: typeof aHook;
  /** Opens what was sealed. */
  readonly open?: SecretBox['open'];
  /** Whether a fault is one after which another process goes on, and the queue hands out again what was worked on. */
  readonly survives?: (fault: unknown) => boolean;
  /** Stands between all that works and the table. */
  readonly through?: (table: MemoryTable) => Table;
  /** Stands between all that works and each of its ports. */
  readonly each?: <T extends object>(port: T) => T;
}

export interface CalendarWorldOptions extends PlatformOptions, Omit<CalendarServiceOptions, 'listen'> {
  /** Whether the platform can tell of changes. */
  readonly hears?: boolean;
}

/** As much of a platform as the service meets. */
export type MetPlatform = AsyncDisposable &
  Pick<PlatformWorld, 'platform' | 'clock' | 'app' | 'clientAsking' | 'consent'> & {
    readonly pushes: Pick<PlatformWorld['pushes'], 'settled'>;
  };

const project_id = 'prj_1';
/** As on AWS: what a process had in hand that is no more is handed out again so much later. */
const visibilitySeconds = 360;

/** A calendar of somebody's at a platform. */
export const aCalendarAt = async <Met extends MetPlatform>(at: Met, options: CalendarServiceOptions = {}) => {
  const { clock, platform } = at;
  const secretBox: SecretBox = { ...thinBox, ...(options.open && { open: options.open }) };
  const stored = memoryTable(clock);
  const each = options.each ?? (<T extends object>(port: T): T => port);
  const { changes: _changes, items: _items, ...primitives } = stored;
  const table: Table = options.through?.(stored) ?? each(primitives);
  const queue = memoryQueue(clock);
  const sending = each({ send: queue.send });
  const hear = createHearPlatform({ channels: channelRepository(stored), queue, clock });
  const hook = await options.listen?.((request) => hear(platform, request));
  const calendars = calendarRepository(stored);
  const events = calendarEventRepository(stored);
  const bots = botRepository(stored);

  const restart = () =>
    createCalendarWork({
      table,
      queue: sending,
      clock,
      secretBox: each(secretBox),
      tokens: accessTokens(clock),
      clientOf: (_, asking) => at.clientAsking(asking),
      hookOf: (_, channel) => hook && `${hook.url}?channel=${channel}`,
      chance: () => 0.5,
    });
  let work = restart();
  const followCalendar = createFollowCalendar(sending);
  const sweep = createSweepDue({ due: dueRepository(table, dueCalendars), queue: sending, clock });

  const createCalendar = createCreateCalendar({ calendars, secretBox, clock });
  const refresh_token = at.consent();
  const { calendar } = await createCalendar(project_id, {
    ...at.app,
    refresh_token,
    platform,
    platform_uuid: null,
    metadata: { user: 'ada' },
    deduplication_key: null,
  });
  const ref = refOfCalendar(calendar);
  const updateCalendar = createUpdateCalendar({ calendars, syncs: calendarSyncRepository(stored), secretBox, clock });
  const deleteCalendar = createDeleteCalendar({ calendars, clock });
  const createBot = createCreateBot({
    ...{ bots, events, clock, ...operatedPlaces, hasCustomTranscription: false },
    checkAddress: () => undefined,
    openMedia: async () => memoryMediaStore(),
  });

  let followed = 0;
  const outcomes: string[] = [];

  const surviving = async (act: () => Promise<unknown>, andThen?: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!options.survives?.(error)) throw error;
      work = restart();
      await andThen?.();
    }
  };

  const followChanges = async (): Promise<void> => {
    while (followed < stored.changes.length) {
      const change = stored.changes[followed];
      const [before, after] = [change?.old && calendarOfItem(change.old), change?.new && calendarOfItem(change.new)];
      // What could not be followed comes again.
      await surviving(async () => {
        if (before || after) await followCalendar({ before, after });
        followed += 1;
      });
    }
  };

  const attend = (message: CalendarMessage): Promise<void> =>
    surviving(
      async () => outcomes.push(await work(message)),
      () => queue.send([{ body: message, delay_seconds: visibilitySeconds }]),
    );

  /** Works off all that is due now. */
  const settle = async (): Promise<void> => {
    for (;;) {
      await at.pushes.settled();
      await followChanges();
      const due = queue.takeDue() as CalendarMessage[];
      if (due.length === 0 && followed === stored.changes.length) return;
      for (const message of due) await attend(message);
    }
  };

  /** What is known of the calendar's events, by their start. */
  const eventList = async (): Promise<CalendarEvent[]> =>
    (await events.at(project_id, await events.positions(ref, {}))).map(({ value }) => value);

  return {
    ...at,
    /** As it was created. */
    record: calendar,
    ref,
    table: stored,
    queue,
    refresh_token,
    calendars,
    bots,
    outcomes,
    settle,
    sweep,
    /** Forgets what is in memory, as another process does not know it. */
    restart: () => {
      work = restart();
    },
    work: (message: Partial<CalendarMessage> = {}) => work({ id: dueNameOf(ref), ...message }),
    /** Lets minutes pass, or whatever else, each with its sweep. */
    async pass(times: number, seconds = 60): Promise<void> {
      for (let i = 0; i < times; i += 1) {
        clock.advance(seconds);
        await surviving(sweep);
        await settle();
      }
    },
    async known(): Promise<Calendar | undefined> {
      return (await calendars.get(ref))?.calendar;
    },
    sync: (): Promise<SyncState | undefined> => calendarSyncRepository(stored).get(ref),
    eventList,
    /** What is known of the calendar's events, by their names. */
    async events(): Promise<Record<string, CalendarEvent>> {
      return Object.fromEntries((await eventList()).map((event) => [event.name ?? event.id, event]));
    },
    /** A bot for the event of a name, the one that begins at a moment where there are several. */
    async botFor(
      name: string,
      start_time?: string,
      more: (event: CalendarEvent) => Partial<CreateBotInput> = () => ({}),
    ): Promise<Bot> {
      const isMeant = (event: CalendarEvent) =>
        event.name === name && (start_time === undefined || event.start_time === start_time);
      const event = (await eventList()).find(isMeant);
      if (!event) throw new Error(`there is no event ${name}`);
      const { meeting_url: _, join_at: __, ...input } = aBotInput();
      return createBot(project_id, { ...input, ...more(event), calendar_event_id: event.id });
    },
    /** Its client gives other credentials, or whatever else it can change. */
    update: (input: UpdateCalendarInput) => updateCalendar(ref, input),
    /** Its client deletes the calendar. */
    delete: () => deleteCalendar(ref),
    bot: (bot: Bot): Promise<Bot | undefined> => bots.get(refOf(bot)),
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await hook?.[Symbol.asyncDispose]();
    },
    /** All that webhooks would tell of the calendar, the oldest first. */
    told: () =>
      stored.changes
        .filter(
          (change) => toldKinds.some((kind) => kind === change.new?.kind) && !(change.new && botOfItem(change.new)),
        )
        .flatMap((change) => newsOf(change)?.events ?? []),
  };
};

export const aCalendarWorld = async (platform: CalendarPlatform, options: CalendarWorldOptions = {}) =>
  aCalendarAt(await aPlatform(platform, options), { ...options, ...(options.hears && { listen: aHook }) });
export type CalendarWorld = Awaited<ReturnType<typeof aCalendarWorld>>;
