import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { InvalidTransitionError, NotFoundError, ValidationError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createUpdateBot, type UpdateBotInput } from '../../../lib/usecases/bots/update-bot.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { aPng } from '../../lab/builders/pictures.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const scheduled = aBot({
  state: 'scheduled',
  events: [aBotEvent({ type: 'bot_created', state: 'scheduled' })],
  join_at: '2026-03-03T09:00:00.000Z',
});

const setUp = async (stored: Bot = scheduled) => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  const bots = botRepository(table);
  const media = memoryMediaStore();
  await bots.create(stored);
  const update = createUpdateBot({
    bots,
    clock,
    hosts: { demo_room: ['meet.example.com'] },
    platforms_off: ['teams'],
    openMedia: async () => media,
  });
  return { bots, media, clock, update: (input: UpdateBotInput) => update(refOf(stored), input) };
};

describe('updating a scheduled bot', () => {
  it('changes what is given and leaves the rest', async () => {
    const { update, bots } = await setUp();
    const updated = await update({
      meeting_url: 'https://meet.google.com/abc-defg-hij?utm_source=mail',
      bot_name: 'Scribe',
      recording_settings: { resolution: '720p' },
      metadata: { customer: 'other' },
    });
    expect(updated).toEqual({
      ...scheduled,
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      platform: 'google_meet',
      bot_name: 'Scribe',
      recording_settings: { ...scheduled.recording_settings, resolution: '720p' },
      metadata: { customer: 'other' },
      version: 2,
    });
    expect(await bots.get(refOf(scheduled))).toEqual(updated);
  });

  it('refuses a link of a platform that the operator has switched off', async () => {
    const { update, bots } = await setUp();
    const error = await update({ meeting_url: 'https://teams.microsoft.com/meet/1234567890123?p=AbCdEf' }).catch(
      (reason: unknown) => reason,
    );
    expect((error as ValidationError).errors).toEqual({
      meeting_url: [
        'is of teams, which the operator has switched off (PLATFORMS_OFF, or platformsOff where it is deployed)',
      ],
    });
    expect(await bots.get(refOf(scheduled))).toEqual(scheduled);
  });

  it('makes another appointment when it moves, so that its execution is timed anew', async () => {
    const { update } = await setUp();
    await update({ bot_name: 'Scribe' });
    expect(await update({ join_at: '2026-03-04T10:00:00+01:00' })).toMatchObject({
      join_at: '2026-03-04T09:00:00.000Z',
      schedule_version: 3,
      version: 3,
    });
  });

  it('keeps a picture before the bot names it', async () => {
    const { update, media } = await setUp();
    const png = aPng();
    const { bot_image = '' } = await update({ bot_image: { type: 'image/png', data: png.toString('base64') } });
    expect(await media.get(bot_image)).toEqual(new Uint8Array(png));
  });

  it('tells of everything that is wrong at once, and changes nothing', async () => {
    const { update, bots } = await setUp();
    const input = {
      meeting_url: 'https://example.com/not-a-meeting',
      join_at: '2020-01-01T00:00:00Z',
      bot_image: { type: 'image/png' as const, data: 'aGVsbG8=' },
    };
    const error = await update(input).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).errors).toEqual({
      meeting_url: [
        'must be a link to a meeting of Google Meet or Zoom, or of Jitsi Meet, Galène, LiveKit or the demo room on a host that the operator has listed',
      ],
      join_at: ['must not be in the past: give the present moment to join now'],
      'bot_image.data': ['must be the data of a PNG picture'],
    });
    expect(await bots.get(refOf(scheduled))).toEqual(scheduled);
  });

  it('loses no change to another that is made at the same moment', async () => {
    const { update, bots } = await setUp();
    await Promise.all([
      update({ bot_name: 'Scribe' }),
      update({ metadata: { n: 1 } }),
      update({ join_at: '2026-03-05T09:00:00Z' }),
    ]);
    expect(await bots.get(refOf(scheduled))).toMatchObject({
      bot_name: 'Scribe',
      metadata: { n: 1 },
      join_at: '2026-03-05T09:00:00.000Z',
      version: 4,
    });
  });

  it('loses to staging, or wins, but never both', async () => {
    const { update, bots, clock } = await setUp();
    const stage = createAdvanceBot({ bots, clock })(refOf(scheduled), 'stage_due');
    const [updated] = await Promise.allSettled([update({ bot_name: 'Scribe' }), stage]);
    const stored = await bots.get(refOf(scheduled));
    expect(stored?.state).toBe('staged');
    expect(stored?.bot_name).toBe(updated.status === 'fulfilled' ? 'Scribe' : scheduled.bot_name);
  });
});

describe('updating a bot that is not scheduled any more', () => {
  const joining = aBot();

  it('changes its metadata', async () => {
    const { update } = await setUp(joining);
    expect(await update({ metadata: {} })).toEqual({ ...joining, metadata: {}, version: 2 });
  });

  it.each<UpdateBotInput>([
    { bot_name: 'Scribe' },
    { join_at: '2026-03-05T09:00:00Z' },
    { meeting_url: 'https://meet.google.com/abc-defg-hij' },
    { recording_settings: {}, metadata: {} },
  ])('is refused for %j', async (input) => {
    const { update, bots } = await setUp(joining);
    await expect(update(input)).rejects.toThrow(new InvalidTransitionError('update anything but metadata', 'joining'));
    expect(await bots.get(refOf(joining))).toEqual(joining);
  });

  it('is refused when there is no such bot', async () => {
    const { bots, update } = await setUp();
    await bots.delete(scheduled);
    await expect(update({ metadata: {} })).rejects.toThrow(NotFoundError);
  });
});
