import { describe, expect, it } from 'vitest';
import type { Bot, BotEvent } from '../../../lib/domain/bot/bot.ts';
import { measureLife } from '../../../lib/usecases/lifecycle/measure-life.ts';
import { aBot } from '../../lab/builders/records.ts';

const join_at = '2026-03-02T09:00:00.000Z';
const event = (
  type: BotEvent['type'],
  state: BotEvent['state'],
  second: number,
  sub_type: BotEvent['sub_type'] = null,
) =>
  ({
    type,
    state,
    sub_type,
    created_at: new Date(Date.parse(join_at) + second * 1000).toISOString(),
  }) satisfies BotEvent;
const withEvents = (...events: BotEvent[]): Bot => aBot({ join_at, events, state: events.at(-1)?.state ?? 'ready' });

const created = event('bot_created', 'scheduled', -3600);
const joining = event('join_requested', 'joining', 0);
const joined = event('joined_meeting', 'joined_recording', 4);
const described = { dimensions: { Platform: 'demo_room' }, facts: { bot_id: aBot().id } };

describe('a bot that', () => {
  it('joins is counted, with the time since it should', () => {
    const change = { before: withEvents(created, joining), after: withEvents(created, joining, joined) };
    expect(measureLife(change)).toEqual([{ ...described, values: { BotsJoined: 1, TimeToJoin: 4 } }]);
  });

  it('was told to join at once joined as long after it was told', () => {
    const late = event('join_requested', 'joining', 60);
    const after = withEvents(late, event('joined_meeting', 'joined_recording', 63));
    expect(measureLife({ before: withEvents(late), after })).toMatchObject([{ values: { TimeToJoin: 3 } }]);
  });

  it('pauses, or comes back from another room, has joined already', () => {
    const back = event('recording_resumed', 'joined_recording', 90);
    const before = withEvents(created, joining, joined, event('recording_paused', 'joined_recording_paused', 60));
    expect(measureLife({ before, after: { ...before, events: [...before.events, back] } })).toEqual([]);
  });

  it('fails is counted by its reason', () => {
    const failed = event('could_not_join_meeting', 'fatal_error', 30, 'meeting_full');
    expect(measureLife({ before: withEvents(joining), after: withEvents(joining, failed) })).toEqual([
      { ...described, dimensions: { Platform: 'demo_room', Reason: 'meeting_full' }, values: { BotsFailed: 1 } },
    ]);
  });

  it('fails as no task was launched is counted among those of which none starts', () => {
    const failed = event('fatal_error', 'fatal_error', 30, 'capture_not_launched');
    expect(measureLife({ before: withEvents(joining), after: withEvents(joining, failed) })).toMatchObject([
      { dimensions: { Reason: 'capture_not_launched' }, values: { BotsFailed: 1, BotsNotLaunched: 1 } },
    ]);
  });

  it('ends is counted, also where several steps come together', () => {
    const ended = event('post_processing_completed', 'ended', 600);
    expect(measureLife({ before: undefined, after: withEvents(joining, joined, ended) })).toMatchObject([
      { values: { BotsJoined: 1 } },
      { values: { BotsEnded: 1 } },
    ]);
  });

  it('changes otherwise, or is deleted, is not', () => {
    const bot = withEvents(joining, joined);
    expect(measureLife({ before: bot, after: { ...bot, metadata: {} } })).toEqual([]);
    expect(measureLife({ before: bot, after: undefined })).toEqual([]);
  });
});
