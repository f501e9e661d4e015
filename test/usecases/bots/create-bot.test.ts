import { describe, expect, it, vi } from 'vitest';
import { CreateBotBody } from '../../../lib/api/schemas/bots.ts';
import { isFinal } from '../../../lib/domain/bot/lifecycle.ts';
import { platformWarnings } from '../../../lib/domain/bot/platform-limits.ts';
import { DuplicateKeyError, StaleError, ValidationError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { createDeleteBot } from '../../../lib/usecases/bots/delete-bot.ts';
import { createGetBot } from '../../../lib/usecases/bots/get-bot.ts';
import type { CreateBotInput } from '../../../lib/usecases/bots/new-bot-input.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { aPng } from '../../lab/builders/pictures.ts';
import { aBotInput } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const setUp = (hasCustomTranscription = false) => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  const bots = botRepository(table);
  const media = memoryMediaStore();
  const createBot = createCreateBot({
    bots,
    events: calendarEventRepository(table),
    clock,
    hosts: { demo_room: ['meet.example.com'] },
    platforms_off: ['teams'],
    checkAddress: (url) => (url.includes('forbidden') ? 'must lead to a host on the public internet' : undefined),
    openMedia: async () => media,
    hasCustomTranscription,
  });
  return {
    clock,
    table,
    bots,
    media,
    create: (input: Partial<CreateBotInput> = {}, project = 'prj_1') => createBot(project, aBotInput(input)),
    advance: createAdvanceBot({ bots, clock }),
    remove: createDeleteBot({ bots }),
    get: createGetBot({ bots }),
  };
};
const faultsOf = (creating: Promise<unknown>) =>
  creating.then(
    () => expect.unreachable(),
    (error) => {
      expect(error).toBeInstanceOf(ValidationError);
      return (error as ValidationError).errors;
    },
  );

describe('creating a bot', () => {
  it('without join_at asks to join now', async () => {
    const { create, get } = setUp();
    const bot = await create();
    expect(bot).toMatchObject({ state: 'joining', join_at: '2026-03-02T09:00:00.000Z', platform: 'demo_room' });
    expect(await get(refOf(bot))).toEqual(bot);
  });

  it('that its own server shall transcribe is refused where there is none', async () => {
    const { create } = setUp();
    expect(await faultsOf(create({ transcription_settings: { custom_async: {} } }))).toEqual({
      'transcription_settings.custom_async': ['is not set up: no CUSTOM_ASYNC_TRANSCRIPTION_URL here'],
    });
    const { transcription_settings } = await setUp(true).create({
      transcription_settings: { custom_async: { language: 'de' } },
    });
    expect(transcription_settings).toEqual({ custom_async: { language: 'de' } });
  });

  it.each([
    [{ url: '', screenshare_url: 'https://agent.example.com/' }, { screenshare_url: 'https://agent.example.com/' }],
    [{ url: 'https://agent.example.com/', screenshare_url: '' }, { url: 'https://agent.example.com/' }],
    [{ url: '', screenshare_url: '' }, {}],
  ])('with an empty address of a voice agent has none there: %j', async (given, shown) => {
    const body = { meeting_url: 'https://meet.example.com/room/1', bot_name: 'Notes', voice_agent_settings: given };
    const { voice_agent_settings } = await setUp().create(CreateBotBody.parse(body));
    expect(voice_agent_settings).toEqual({ ...shown, reserve_resources: false });
  });

  it('with join_at schedules it, and tells the time in UTC', async () => {
    const bot = await setUp().create({ join_at: '2026-03-02T12:00:00+02:00' });
    expect(bot).toMatchObject({ state: 'scheduled', join_at: '2026-03-02T10:00:00.000Z' });
  });

  it.each([
    ['2026-03-02T08:59:49.999Z', 'must not be in the past: leave it out to join now'],
    ['2020-01-01T00:00:00Z', 'must not be in the past: leave it out to join now'],
    ['2027-02-25T09:00:00.001Z', 'must be at most 360 days ahead'],
    ['9999-12-31T23:59:59Z', 'must be at most 360 days ahead'],
  ])('at %s is refused: %s', async (join_at, fault) => {
    const { create, table } = setUp();
    expect(await faultsOf(create({ join_at }))).toEqual({ join_at: [fault] });
    expect(table.items()).toEqual([]);
  });

  it.each(['2026-03-02T08:59:50Z', '2026-03-02T09:00:00Z', '2026-03-02T09:00:01Z', '2027-02-25T09:00:00Z'])(
    'at %s is near enough, and not too far',
    async (join_at) => {
      expect((await setUp().create({ join_at })).state).toBe('scheduled');
    },
  );

  it('keeps the normal form of its link', async () => {
    const bot = await setUp().create({ meeting_url: ' http://meet.google.com/abc-defg-hij?authuser=1 ' });
    expect(bot).toMatchObject({ meeting_url: 'https://meet.google.com/abc-defg-hij', platform: 'google_meet' });
  });

  it('may be asked to greet single people also where bots write to everyone only: a warning says so', async () => {
    const { create } = setUp();
    const bot_chat_message = { to: 'specific_user' as const, to_user_uuid: 'p-1', message: 'Good morning' };
    const bot = await create({ meeting_url: 'https://meet.google.com/abc-defg-hij', bot_chat_message });
    expect(bot).toMatchObject({ state: 'joining', platform: 'google_meet', bot_chat_message });
    expect(platformWarnings(bot)).toContain(
      'in meetings of this platform bots can write to everyone only: its first message will not be sent',
    );
  });

  it('is refused where the operator has switched the platform off, with its name and the setting', async () => {
    const { create, table } = setUp();
    expect(await faultsOf(create({ meeting_url: 'https://teams.live.com/meet/9312345678901' }))).toEqual({
      meeting_url: [
        'is of teams, which the operator has switched off (PLATFORMS_OFF, or platformsOff where it is deployed)',
      ],
    });
    expect(table.items()).toEqual([]);
  });

  it('names every fault at once, and stores nothing', async () => {
    const { create, table } = setUp();
    const webhooks = ['https://example.com/', 'https://forbidden.example.com/'].map((url) => ({
      url,
      triggers: ['bot.state_change' as const],
    }));
    const input = { meeting_url: 'https://example.com/x', join_at: '2020-01-01T00:00:00Z', webhooks };
    expect(await faultsOf(create(input))).toEqual({
      meeting_url: [
        'must be a link to a meeting of Google Meet or Zoom, or of Jitsi Meet, Galène, LiveKit or the demo room on a host that the operator has listed',
      ],
      join_at: ['must not be in the past: leave it out to join now'],
      'webhooks.1.url': ['must lead to a host on the public internet'],
    });
    expect(table.items()).toEqual([]);
  });

  it('gives metadata back as it came, however odd', async () => {
    const metadata = {
      '': '',
      a: [1e-300, -0.5, null, true, { b: {} }],
      'ключ ☃': '\u0000\uffff😀',
      pk: 'x',
      kind: 'y',
    };
    const { create, get } = setUp();
    expect((await get(refOf(await create({ metadata })))).metadata).toEqual(metadata);
  });

  it('leaves one picture of a bot whose event changed while it was being made', async () => {
    const { create, media, table, bots, clock } = setUp();
    const project_id = 'prj_1';
    const event = await storeEvent(table, await storeCalendar(table, { project_id }), {}, clock.now());
    const stale = new StaleError('the bot');
    vi.spyOn(bots, 'create').mockRejectedValueOnce(stale).mockRejectedValueOnce(stale);
    const bot_image = { type: 'image/png', data: aPng().toString('base64') } as const;
    const bot = await create({ calendar_event_id: event.id, bot_image }, project_id);
    expect(bot.follows?.calendar_event_id).toBe(event.id);
    expect(await media.list('')).toEqual([bot.bot_image]);
  });
});

describe('a deduplication key', () => {
  const deduplication_key = 'Meeting 42 #bot';

  it('keeps a second bot out while the first is alive, whatever its state', async () => {
    const { create, advance, table } = setUp();
    const bot = await create({ deduplication_key });
    for (const trigger of ['admitted', 'pause'] as const) {
      await expect(create({ deduplication_key })).rejects.toThrow(DuplicateKeyError);
      await advance(refOf(bot), trigger);
    }
    await expect(create({ deduplication_key })).rejects.toThrow(
      'a bot with the deduplication_key "Meeting 42 #bot" is not finished yet: wait for it, or use another key',
    );
    expect(table.items().filter(({ kind }) => kind === 'bot').length).toBe(1);
  });

  it('leaves no picture of a bot that is kept out', async () => {
    const { create, media } = setUp();
    const bot_image = { type: 'image/png', data: aPng().toString('base64') } as const;
    const { bot_image: kept } = await create({ deduplication_key, bot_image });
    await expect(create({ deduplication_key, bot_image })).rejects.toThrow(DuplicateKeyError);
    expect(await media.list('')).toEqual([kept]);
  });

  it('lets one of many through that ask at once', async () => {
    const { create } = setUp();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => create({ deduplication_key })));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });

  it.each<[string, Parameters<ReturnType<typeof setUp>['advance']>[1][]]>([
    ['ended', ['meeting_ended', 'processed']],
    ['failed', ['failed']],
  ])('is free again when the bot has %s, and stays with the next one', async (_, triggers) => {
    const { create, advance } = setUp();
    const first = await create({ deduplication_key });
    for (const trigger of triggers) {
      const subTypes = { meeting_ended: 'ended_by_host', failed: 'internal_error' } as const;
      await advance(refOf(first), trigger, trigger in subTypes ? subTypes[trigger as keyof typeof subTypes] : null);
    }
    const second = await create({ deduplication_key });
    expect(isFinal(second.state)).toBe(false);
    await advance(refOf(first), 'delete_data');
    await expect(create({ deduplication_key })).rejects.toThrow(DuplicateKeyError);
  });

  it('is free again when the bot is deleted', async () => {
    const { create, remove, table } = setUp();
    await remove(refOf(await create({ deduplication_key, join_at: '2026-03-02T10:00:00Z' })));
    expect(table.items()).toEqual([]);
    await create({ deduplication_key });
  });

  it('is nothing to another project', async () => {
    const { create } = setUp();
    await create({ deduplication_key });
    await create({ deduplication_key }, 'prj_2');
  });
});
