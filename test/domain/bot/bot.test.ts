import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyTrigger,
  appointmentOf,
  type Bot,
  createBot,
  hasJoined,
  type NewBot,
  reschedule,
  sequenceOf,
  stepOf,
} from '../../../lib/domain/bot/bot.ts';
import {
  type BotEventSubType,
  type BotTrigger,
  botEventSubTypes,
  botStates,
  botTriggers,
  isAllowed,
  isCircling,
  isFinal,
  isSubTypeOf,
  mostEvents,
} from '../../../lib/domain/bot/lifecycle.ts';
import { RecordingSettings } from '../../../lib/domain/bot/settings.ts';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import '../../lab/properties.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const later = new Date('2026-03-02T09:05:00.000Z');

const detailsOf = ({ id, project_id, meeting_url, platform, bot_name, join_at, ...rest }: Bot): NewBot => ({
  id,
  project_id,
  meeting_url,
  platform,
  bot_name,
  join_at,
  deduplication_key: rest.deduplication_key,
  metadata: rest.metadata,
  webhooks: rest.webhooks,
  recording_settings: rest.recording_settings,
  transcription_settings: rest.transcription_settings,
  automatic_leave_settings: rest.automatic_leave_settings,
});
const details = detailsOf(aBot());
const silent = { ...details, recording_settings: RecordingSettings.parse({ format: 'none' }) };

type Step = BotTrigger | [BotTrigger, BotEventSubType];
/** A bot that joins now and lives through some triggers. */
const living = (steps: readonly Step[], from: NewBot = details): Bot =>
  steps.reduce(
    (bot, step) => {
      const [trigger, subType] = Array.isArray(step) ? step : [step, null];
      return applyTrigger(bot, trigger, subType, later);
    },
    createBot(from, 'join_now', at),
  );
const [leave, denied]: Step[] = [
  ['leave', 'user_requested'],
  ['permission_denied', 'host_denied_permission'],
] as const;

describe('a new bot', () => {
  it('that joins now has been asked to join', () => {
    expect(createBot(details, 'join_now', at)).toEqual({
      ...details,
      state: 'joining',
      schedule_version: 1,
      events: [{ type: 'join_requested', sub_type: null, created_at: at.toISOString(), state: 'joining' }],
      transcription_state: 'not_started',
      recording_state: 'not_started',
      version: 1,
    });
  });
  it('that joins later is scheduled', () => {
    const bot = createBot(details, 'schedule', at);
    expect(bot.state).toBe('scheduled');
    expect(bot.events.map(({ type }) => type)).toEqual(['bot_created']);
  });
});

describe('a trigger', () => {
  it('moves the bot, and leaves one event with its time and the state it led to', () => {
    const bot = aBot({ state: 'joined_recording', events: [aBotEvent()], version: 7 });
    expect(applyTrigger(bot, 'leave', 'user_requested', later)).toEqual({
      ...bot,
      state: 'leaving',
      events: [
        ...bot.events,
        { type: 'leave_requested', sub_type: 'user_requested', created_at: later.toISOString(), state: 'leaving' },
      ],
      version: 8,
    });
  });

  it('that the state does not take changes nothing', () => {
    const bot = aBot({ state: 'ended' });
    expect(() => applyTrigger(bot, 'leave', 'user_requested', later)).toThrow('cannot leave: the bot is ended');
    expect(bot).toEqual(aBot({ state: 'ended' }));
  });

  it.each<[BotTrigger, BotEventSubType | null]>([
    ['leave', null],
    ['leave', 'capture_lost'],
    ['left', 'user_requested'],
  ])('%s with the sub type %s of another row is a fault of ours', (trigger, subType) => {
    const bot = aBot({ state: trigger === 'left' ? 'leaving' : 'joining' });
    expect(() => applyTrigger(bot, trigger, subType, later)).toThrow(RangeError);
  });
});

describe('another appointment', () => {
  const join_at = '2026-03-02T11:00:00.000Z';
  it('leaves a scheduled bot scheduled, with nothing more to tell', () => {
    const bot = aBot({ state: 'scheduled', events: [aBotEvent({ state: 'scheduled' })], version: 3 });
    expect(reschedule(bot, join_at, later)).toEqual({ ...bot, join_at, schedule_version: 4, version: 4 });
  });
  it('takes a staged bot back to being scheduled', () => {
    const bot = aBot({ state: 'staged', events: [aBotEvent({ state: 'staged' })], version: 3 });
    expect(reschedule(bot, join_at, later)).toEqual({
      ...applyTrigger(bot, 'unstage', null, later),
      join_at,
      schedule_version: 4,
    });
  });
  it('is not given to a bot that has set out', () => {
    expect(() => reschedule(aBot({ state: 'joining' }), join_at, later)).toThrow(
      'cannot be put off: the bot is joining',
    );
  });
  it('is the one that counts, also of several', () => {
    const events = (['scheduled', 'staged', 'scheduled', 'staged'] as const).map((state) => aBotEvent({ state }));
    expect(appointmentOf({ events })).toEqual({ sequence: 3, created_at: events[2]?.created_at });
    expect(appointmentOf({ events: [aBotEvent({ state: 'joining' })] })).toBeUndefined();
  });
});

describe('the state of recording and transcript', () => {
  it.each<[string, Step[], Bot['recording_state'], Bot['transcription_state']]>([
    ['before the meeting', [], 'not_started', 'not_started'],
    ['in the waiting room', ['put_in_waiting_room'], 'not_started', 'not_started'],
    ['waiting for permission', ['admitted_without_permission'], 'not_started', 'not_started'],
    ['refused from the start', ['admitted_without_permission', denied], 'paused', 'not_started'],
    [
      'refused, then permitted',
      ['admitted_without_permission', denied, 'permission_granted'],
      'in_progress',
      'in_progress',
    ],
    [
      'refused until the end',
      ['admitted_without_permission', denied, leave, 'left', 'processed'],
      'not_started',
      'not_started',
    ],
    [
      'refused, and failed',
      ['admitted_without_permission', denied, ['failed', 'capture_lost']],
      'not_started',
      'not_started',
    ],
    ['permitted', ['admitted_without_permission', 'permission_granted'], 'in_progress', 'in_progress'],
    ['in the meeting', ['admitted'], 'in_progress', 'in_progress'],
    ['paused', ['admitted', 'pause'], 'paused', 'in_progress'],
    ['resumed', ['admitted', 'pause', 'resume'], 'in_progress', 'in_progress'],
    ['refused later', ['admitted', denied], 'paused', 'in_progress'],
    ['moving to a breakout room', ['admitted', 'breakout_joining'], 'in_progress', 'in_progress'],
    ['paused, moving', ['admitted', 'pause', 'breakout_joining'], 'paused', 'in_progress'],
    ['paused, arrived', ['admitted', 'pause', 'breakout_joining', 'breakout_joined'], 'paused', 'in_progress'],
    ['leaving', ['admitted', leave], 'in_progress', 'in_progress'],
    ['processing', ['admitted', leave, 'left'], 'in_progress', 'in_progress'],
    ['ended', ['admitted', leave, 'left', 'processed'], 'complete', 'complete'],
    ['ended while paused', ['admitted', 'pause', leave, 'left', 'processed'], 'complete', 'complete'],
    ['failed in the meeting', ['admitted', ['failed', 'capture_lost']], 'complete', 'complete'],
    ['failed to join', [['could_not_join', 'meeting_not_found']], 'not_started', 'not_started'],
    ['ended without a meeting', [leave, 'left', 'processed'], 'not_started', 'not_started'],
    ['deleted', ['admitted', leave, 'left', 'processed', 'delete_data'], 'complete', 'complete'],
  ])('%s: %j', (_, steps, recording, transcription) => {
    const bot = living(steps);
    expect([bot.recording_state, bot.transcription_state]).toEqual([recording, transcription]);
    expect(living(steps, silent).recording_state).toBe(recording === 'complete' ? 'not_started' : recording);
    expect(living(steps, silent).transcription_state).toBe(transcription);
  });
});

describe('a move between rooms', () => {
  const waysToJoined: [Bot['state'], Step[]][] = [
    ['joined_not_recording', ['admitted_without_permission']],
    ['joined_recording', ['admitted']],
    ['joined_recording_paused', ['admitted', 'pause']],
    ['joined_recording_permission_denied', ['admitted', denied]],
  ];
  it.each(waysToJoined)('comes back to %s', (state, steps) => {
    expect(living(steps).state).toBe(state);
    expect(living([...steps, 'breakout_joining', 'breakout_joined']).state).toBe(state);
    expect(living([...steps, 'breakout_leaving', 'breakout_left']).state).toBe(state);
  });
  it('comes back to the latest state, not to one held before', () => {
    const moved: Step[] = ['admitted', 'breakout_joining', 'breakout_joined', 'pause', 'breakout_leaving'];
    expect(living([...moved, 'breakout_left']).state).toBe('joined_recording_paused');
  });
});

describe('any life', () => {
  const life = fc.array(fc.tuple(fc.constantFrom(...botTriggers), fc.constantFrom(null, ...botEventSubTypes)), {
    maxLength: 40,
  });

  it('keeps its events, counts them, and ends for good', () => {
    fc.assert(
      fc.property(life, (steps) => {
        let bot = createBot(details, 'schedule', at);
        for (const [trigger, subType] of steps) {
          if (!isAllowed(bot.state, trigger)) {
            expect(() => applyTrigger(bot, trigger, subType, later)).toThrow(InvalidTransitionError);
          } else if (isSubTypeOf(trigger, subType)) {
            const next = applyTrigger(bot, trigger, subType, later);
            expect(next.events.slice(0, -1)).toEqual(bot.events);
            expect(next.events.at(-1)?.state).toBe(next.state);
            expect([sequenceOf(next), next.version]).toEqual([sequenceOf(bot) + 1, bot.version + 1]);
            expect(isFinal(bot.state) && next.state !== 'data_deleted').toBe(false);
            expect(hasJoined(bot) && !hasJoined(next)).toBe(false);
            bot = next;
          }
        }
      }),
    );
  });
});

describe('a bot to which very much has happened', () => {
  const events = Array.from({ length: mostEvents }, () => aBotEvent());
  const everyStep = botTriggers.flatMap((trigger) =>
    botStates
      .filter((state) => isAllowed(state, trigger))
      .map((state) => ({ trigger, state, subType: botEventSubTypes.find((one) => isSubTypeOf(trigger, one)) ?? null })),
  );

  it.each(everyStep)('$state: $trigger', ({ trigger, state, subType }) => {
    const advance = (bot: Bot) => () => applyTrigger(bot, trigger, subType, later);
    expect(advance(aBot({ state, events: events.slice(1) }))).not.toThrow();
    if (isCircling(trigger)) expect(advance(aBot({ state, events }))).toThrow(InvalidTransitionError);
    else expect(advance(aBot({ state, events }))).not.toThrow();
  });

  it('comes back from a breakout room, and goes into none any more', () => {
    const inside = aBotEvent({ type: 'joined_breakout_room', state: 'joined_recording' });
    const left = applyTrigger(
      aBot({ state: 'joined_recording', events: [...events, inside] }),
      'breakout_leaving',
      null,
      later,
    );
    const back = applyTrigger(left, 'breakout_left', null, later);
    expect(back.state).toBe('joined_recording');
    for (const trigger of ['breakout_joining', 'breakout_leaving'] as const) {
      expect(() => applyTrigger(back, trigger, null, later)).toThrow(InvalidTransitionError);
    }
  });

  it('is told why it is not paused again', () => {
    expect(() => applyTrigger(aBot({ state: 'joined_recording', events }), 'pause', null, later)).toThrow(
      'cannot pause recording: the bot is joined_recording, and after 500 events it only goes on to its end',
    );
  });

  it.each(botTriggers.filter(isCircling))('takes no step without having been looked at: %s', (trigger) => {
    expect(stepOf(trigger, null, later)).toBeUndefined();
  });
});
