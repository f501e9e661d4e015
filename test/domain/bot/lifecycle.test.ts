import { describe, expect, it } from 'vitest';
import {
  type BotState,
  type BotTrigger,
  botEventSubTypes,
  botEventTypes,
  botStates,
  botTriggers,
  isAllowed,
  isCircling,
  isFinal,
  isSubTypeOf,
  joinedStates,
  reachableStates,
  type StateRow,
  successors,
  transition,
  transitions,
  triggerTable,
} from '../../../lib/domain/bot/lifecycle.ts';
import { InvalidTransitionError } from '../../../lib/domain/errors.ts';
import { joined, decisions as table, words } from '../../lab/decisions.ts';

const rowOf = (trigger: BotTrigger) => table.find((row) => row.trigger === trigger);
const everyPair = [...botStates, 'new' as const].flatMap((state) => botTriggers.map((trigger) => ({ state, trigger })));

/** How a refusal names what was asked. */
const verbs: Record<BotTrigger, string> = {
  schedule: 'schedule',
  join_now: 'join',
  stage_due: 'stage',
  join_due: 'join',
  unstage: 'be put off',
  put_in_waiting_room: 'be put in the waiting room',
  admitted: 'be admitted',
  admitted_without_permission: 'be admitted',
  permission_granted: 'be granted the recording',
  permission_denied: 'be denied the recording',
  pause: 'pause recording',
  resume: 'resume recording',
  breakout_joining: 'join a breakout room',
  breakout_joined: 'arrive in a breakout room',
  breakout_leaving: 'leave a breakout room',
  breakout_left: 'arrive from a breakout room',
  leave: 'leave',
  left: 'have left',
  meeting_ended: 'see its meeting end',
  could_not_join: 'fail to join',
  processed: 'finish processing',
  failed: 'fail',
  delete_data: 'delete data',
};

describe('the state table', () => {
  it('has no way round in circles but by the triggers that say so', () => {
    const steps = transitions().filter(({ trigger }) => !isCircling(trigger));
    const after = (from: BotState) => steps.filter((step) => step.from === from).map(({ to }) => to);
    const reached = (from: BotState, seen = new Set<BotState>()): Set<BotState> => {
      for (const to of after(from)) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    expect(botStates.filter((state) => reached(state).has(state))).toEqual([]);
  });

  it('has the states of the interface', () => {
    const inInterface =
      'ready, joining, joined_not_recording, joined_recording, waiting_room, leaving, post_processing, ended, fatal_error, data_deleted, scheduled, staged, joined_recording_paused, joining_breakout_room, leaving_breakout_room, joined_recording_permission_denied';
    expect([...botStates].sort()).toEqual(words(inInterface).sort());
  });

  it('has a row for each row of the decisions, and no other', () => {
    expect([...botTriggers].sort()).toEqual(table.map(({ trigger }) => trigger).sort());
  });

  it.each(everyPair)('a bot that is $state takes $trigger as the decisions say', ({ state, trigger }) => {
    const row = rowOf(trigger);
    const isLegal = row?.from.includes(state) ?? false;
    expect(isAllowed(state, trigger)).toBe(isLegal);
    if (isLegal) {
      const target = row?.to === 'held' ? 'joined_recording_paused' : row?.to;
      expect(transition(state, trigger, 'joined_recording_paused')).toEqual({ target, event: row?.event });
    } else {
      expect(() => transition(state, trigger)).toThrow(InvalidTransitionError);
      expect(() => transition(state, trigger)).toThrow(`cannot ${verbs[trigger]}: the bot is ${state}`);
    }
  });

  it('lists each legal step once, with every joined state that may be held', () => {
    const expected = table.flatMap(({ trigger, from, to }) =>
      from.flatMap((state) => (to === 'held' ? joined : [to]).map((target) => `${state} --${trigger}--> ${target}`)),
    );
    expect(
      transitions()
        .map(({ from, trigger, to }) => `${from} --${trigger}--> ${to}`)
        .sort(),
    ).toEqual(expected.sort());
  });

  it('reaches every state but ready', () => {
    expect(new Set(reachableStates())).toEqual(new Set(botStates.filter((state) => state !== 'ready')));
  });

  it('is over in ended, fatal_error and data_deleted: only data is deleted afterwards', () => {
    expect(botStates.filter(isFinal)).toEqual(['ended', 'fatal_error', 'data_deleted']);
    for (const state of botStates.filter(isFinal)) {
      expect(botTriggers.filter((trigger) => isAllowed(state, trigger))).toEqual(
        state === 'data_deleted' ? [] : ['delete_data'],
      );
    }
  });

  it('leads from every state that is not final to a final one', () => {
    const leadsToEnd = (state: BotState, seen = new Set<BotState>()): boolean =>
      isFinal(state) || (!seen.has(state) && successors(state).some((next) => leadsToEnd(next, seen.add(state))));
    expect(botStates.filter((state) => !leadsToEnd(state))).toEqual([]);
  });

  it('holds the four joined states over a move between rooms', () => {
    expect([...joinedStates].sort()).toEqual([...joined].sort());
  });
});

describe('a row of a state', () => {
  const rowWith = (row: StateRow): StateRow => row;
  it('names only states, triggers and sub types that there are: a misspelt one does not compile', () => {
    rowWith({ expected: 'joined_recording', timer: { trigger: 'failed', sub_type: 'capture_lost' } });
    // @ts-expect-error
    rowWith({ expected: 'joined_recordin' });
    // @ts-expect-error
    rowWith({ timer: { trigger: 'fail', sub_type: 'capture_lost' } });
    // @ts-expect-error
    rowWith({ timer: { trigger: 'failed', sub_type: 'user_requested' } });
    // @ts-expect-error
    rowWith({ timer: { trigger: 'failed' } });
  });
});

describe('the sub types of events', () => {
  it.each(table)('$trigger: $subTypes', ({ trigger, subTypes }) => {
    const row = triggerTable[trigger];
    expect('sub_types' in row ? row.sub_types : []).toEqual(subTypes);
    expect(botEventSubTypes.filter((subType) => isSubTypeOf(trigger, subType)).sort()).toEqual(subTypes.sort());
    expect(isSubTypeOf(trigger, null)).toBe(subTypes.length === 0);
    expect(isSubTypeOf(trigger, 'of_no_row')).toBe(false);
  });

  it('and their types are listed once each, for the API', () => {
    expect([...botEventTypes].sort()).toEqual([...new Set(table.map(({ event }) => event))].sort());
    expect(new Set(botEventSubTypes).size).toBe(botEventSubTypes.length);
  });
});
