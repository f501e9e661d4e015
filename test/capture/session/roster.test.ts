import { describe, expect, it } from 'vitest';
import type { ParticipantView, SpeechView } from '../../../lib/capture/platforms/platform.ts';
import { createRoster } from '../../../lib/capture/session/roster.ts';

const bot_id = 'bot_00000000000000000000000000';
const ada: ParticipantView = { id: 'a', name: 'Ada', is_host: true, is_self: false, joined_at_ms: 900 };
const ben: ParticipantView = { id: 'b', name: 'Ben', is_host: false, is_self: false, joined_at_ms: null };
const self: ParticipantView = { id: 's', name: 'Notes', is_host: false, is_self: true, joined_at_ms: 1_000 };
const says = (participant_id: string, type: SpeechView['type'], at_ms: number): SpeechView => ({
  participant_id,
  type,
  at_ms,
});
const told = (events: ReturnType<ReturnType<typeof createRoster>['look']>) =>
  events.map(({ participant_name, event_type, timestamp_ms }) => [participant_name, event_type, timestamp_ms]);

describe('the roster', () => {
  it('tells those who were there before the bot, when they came if the platform knows, and never the bot', () => {
    const roster = createRoster(bot_id);
    expect(roster.look([ada, ben, self], [], 5_000)).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        participant_name: 'Ada',
        participant_uuid: 'a',
        participant_user_uuid: null,
        participant_is_host: true,
        event_type: 'join',
        event_data: {},
        timestamp_ms: 900,
      },
      expect.objectContaining({ participant_name: 'Ben', event_type: 'join', timestamp_ms: 5_000 }),
    ]);
    expect(roster.look([ada, ben, self], [], 5_250)).toEqual([]);
  });

  it('gives the same event the same id in another worker, and other events other ids', () => {
    const [first, second] = [createRoster(bot_id), createRoster(bot_id)];
    expect(first.look([ada], [], 5_000)).toEqual(second.look([ada], [], 9_000));
    const ids = [...first.look([], [], 6_000), ...first.look([], [], 7_000), ...first.look([ada], [], 8_000)].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('tells a leave at the moment from which somebody was missing, but not of a page that redraws', () => {
    const roster = createRoster(bot_id);
    roster.look([ada, ben], [], 1_000);
    expect(roster.look([ada], [], 2_000)).toEqual([]);
    expect(roster.look([ada, ben], [], 2_250)).toEqual([]);
    expect(roster.look([ada], [], 3_000)).toEqual([]);
    expect(told(roster.look([ada], [], 4_000))).toEqual([['Ben', 'leave', 3_000]]);
    expect(told(roster.look([ada, ben], [], 5_000))).toEqual([['Ben', 'join', 5_000]]);
  });

  it('tells speech in pairs, of newcomers too, and closes it before a leave', () => {
    const roster = createRoster(bot_id);
    expect(
      told(roster.look([ada], [says('a', 'speech_start', 1_100), says('a', 'speech_start', 1_200)], 1_300)),
    ).toEqual([
      ['Ada', 'join', 900],
      ['Ada', 'speech_start', 1_100],
    ]);
    roster.look([], [], 2_000);
    expect(told(roster.look([], [], 3_000))).toEqual([
      ['Ada', 'speech_stop', 2_000],
      ['Ada', 'leave', 2_000],
    ]);
    expect(roster.look([], [says('a', 'speech_stop', 3_100), says('x', 'speech_start', 3_200)], 3_300)).toEqual([]);
  });

  it('closes what is still being said at the end, without making anybody leave', () => {
    const roster = createRoster(bot_id);
    roster.look([ada, ben], [says('b', 'speech_start', 1_000)], 1_000);
    expect(told(roster.close(9_000))).toEqual([['Ben', 'speech_stop', 9_000]]);
    expect(roster.close(9_500)).toEqual([]);
  });

  it('is alone when only the bot is there', () => {
    const roster = createRoster(bot_id);
    expect(roster.isAlone).toBe(true);
    roster.look([ada, self], [], 1_000);
    expect(roster.isAlone).toBe(false);
  });
});
