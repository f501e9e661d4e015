/** What the decisions say of a bot, without any of the code that is tested: the oracle of the random runs. */
import type { BotState, BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { decisions, joined } from '../decisions.ts';

export interface ModelEvent {
  readonly type: string;
  readonly sub_type: string | null;
}

/** A bot as a client sees it, and what of its inside decides on its life. */
export interface ModelBot {
  readonly state: BotState;
  readonly held?: BotState;
  readonly events: readonly ModelEvent[];
  readonly recording_state: string;
  readonly transcription_state: string;
  readonly records: boolean;
}

const rowOf = new Map(decisions.map((row) => [row.trigger, row]));
const finals: readonly BotState[] = ['ended', 'fatal_error', 'data_deleted'];

export const isOver = (state: BotState): boolean => finals.includes(state);

const recordingAfter = ({ recording_state, transcription_state, records }: ModelBot, to: BotState): string => {
  if (to === 'joined_recording') return 'in_progress';
  if (to === 'joined_recording_paused' || to === 'joined_recording_permission_denied') return 'paused';
  if (to !== 'ended' && to !== 'fatal_error') return recording_state;
  return records && transcription_state !== 'not_started' ? 'complete' : 'not_started';
};

const transcriptionAfter = ({ transcription_state }: ModelBot, to: BotState): string => {
  if (to === 'joined_recording') return 'in_progress';
  return isOver(to) && transcription_state === 'in_progress' ? 'complete' : transcription_state;
};

/** A new bot. */
export const bornBy = (trigger: 'schedule' | 'join_now', records: boolean): ModelBot => {
  const row = rowOf.get(trigger);
  return {
    state: row?.to as BotState,
    events: [{ type: row?.event ?? '', sub_type: null }],
    recording_state: 'not_started',
    transcription_state: 'not_started',
    records,
  };
};

/** The sub types that the event of a trigger may have: null alone where it has none. */
export const subTypesOf = (trigger: BotTrigger): readonly (string | null)[] => {
  const { subTypes = [] } = rowOf.get(trigger) ?? {};
  return subTypes.length > 0 ? subTypes : [null];
};

/** The bot after a trigger; undefined when the decisions do not allow it. */
export const after = (bot: ModelBot, trigger: BotTrigger, sub_type: string | null): ModelBot | undefined => {
  const row = rowOf.get(trigger);
  if (!row?.from.includes(bot.state)) return undefined;
  const to = row.to === 'held' ? (bot.held ?? 'joined_recording') : (row.to as BotState);
  const leavesRoom = to === 'joining_breakout_room' || to === 'leaving_breakout_room';
  return {
    ...bot,
    ...(leavesRoom && joined.includes(bot.state) && { held: bot.state }),
    state: to,
    events: [...bot.events, { type: row.event, sub_type }],
    recording_state: recordingAfter(bot, to),
    transcription_state: transcriptionAfter(bot, to),
  };
};

/** Every step of the decisions, as `from --trigger--> to`, with each joined state that may be held. */
export const decidedSteps = (): string[] =>
  decisions.flatMap(({ trigger, from, to }) =>
    from
      .filter((state) => state !== 'ready')
      .flatMap((state) => (to === 'held' ? joined : [to]).map((target) => `${state} --${trigger}--> ${target}`)),
  );
