import { describe, expect, it } from 'vitest';
import { capturedEvents, sourceOf, stateChangesSince, triggerOfCaptured } from '../../../lib/domain/webhook/webhook.ts';
import { aBot, aBotEvent, aChatMessage, anUtterance, aParticipantEvent } from '../../lab/builders/records.ts';

describe('what is told about a bot', () => {
  const bot = aBot({
    events: [
      aBotEvent(),
      aBotEvent({ type: 'joined_meeting', state: 'joined_recording', created_at: '2026-03-02T09:00:09.000Z' }),
      aBotEvent({ type: 'leave_requested', sub_type: 'user_requested', state: 'leaving' }),
    ],
  });

  it('is one state change per event, with its place in the order', () => {
    expect(stateChangesSince(0, bot)).toHaveLength(3);
    expect(stateChangesSince(1, bot)).toEqual([
      {
        identity: 'event#2',
        trigger: 'bot.state_change',
        data: {
          new_state: 'joined_recording',
          old_state: 'joining',
          event_type: 'joined_meeting',
          event_sub_type: null,
          created_at: '2026-03-02T09:00:09.000Z',
          sequence: 2,
        },
      },
      {
        identity: 'event#3',
        trigger: 'bot.state_change',
        data: {
          new_state: 'leaving',
          old_state: 'joined_recording',
          event_type: 'leave_requested',
          event_sub_type: 'user_requested',
          created_at: '2026-03-02T09:00:00.000Z',
          sequence: 3,
        },
      },
    ]);
  });
  it('has no old state at first', () => {
    expect(stateChangesSince(0, bot)[0]?.data).toMatchObject({ old_state: null, sequence: 1 });
  });
  it('is nothing when nothing happened', () => {
    expect(stateChangesSince(3, bot)).toEqual([]);
  });
});

describe('what is told about captured things', () => {
  it('is each entry as it is', () => {
    const entries = [anUtterance(), anUtterance({ speaker_name: 'Jonas' })];
    expect(capturedEvents('utterances', 'b1', entries)).toEqual([
      { identity: 'captured#utterances#b1#0', trigger: 'transcript.update', data: entries[0] },
      { identity: 'captured#utterances#b1#1', trigger: 'transcript.update', data: entries[1] },
    ]);
  });
  it.each([
    ['utterances', anUtterance(), 'transcript.update'],
    ['chat_messages', aChatMessage(), 'chat_messages.update'],
    ['participant_events', aParticipantEvent({ event_type: 'join' }), 'participant_events.join_leave'],
    ['participant_events', aParticipantEvent({ event_type: 'leave' }), 'participant_events.join_leave'],
    ['participant_events', aParticipantEvent({ event_type: 'speech_start' }), 'participant_events.speech_start_stop'],
    ['participant_events', aParticipantEvent({ event_type: 'speech_stop' }), 'participant_events.speech_start_stop'],
  ] as const)('of %s has its trigger', (kind, entry, trigger) => {
    expect(triggerOfCaptured(kind, entry)).toBe(trigger);
  });
});

describe('where what was told came from', () => {
  it.each([
    ['event#2', { sequence: 2 }],
    ['captured#utterances#b1#0', { kind: 'utterances', batch_id: 'b1' }],
    ['captured#chat_messages#b2#1#2026-03-02T09:00:00.000Z', { kind: 'chat_messages', batch_id: 'b2' }],
    ['captured#pictures#b1#0', undefined],
    ['test#1', undefined],
  ])('is said by %s', (identity, source) => {
    expect(sourceOf(identity)).toEqual(source);
  });
});
