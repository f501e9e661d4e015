/**
 * The state table of a bot: the single source from which types, the API's enum, the sentences of 400s, the state
 * machine of Step Functions, the diagram in the README and the exhaustive tests derive.
 * A new state or trigger is a row here, what it means in `lib/api/openapi/states.ts`, and `npm run generate`.
 */
import { InvalidTransitionError } from '../errors.ts';
import type { CaptureMode } from './capture-task.ts';

interface Row<State, Timer> {
  /** The bot is in a room of the meeting (the main one or a breakout room), or on its way from one to another. */
  readonly in_meeting?: 'joined' | 'between_rooms';
  /** What a capture task must be at work on while the bot is in this state: somebody sees to it that there is one. */
  readonly task?: CaptureMode;
  /** Nothing but `delete_data` happens after this state; a deduplication key is free again. */
  readonly final?: true;
  /** Nothing that came from the meeting is left, or shown. */
  readonly erased?: true;
  /** What entering the state does to the recording, once there is one. */
  readonly recording?: 'in_progress' | 'paused' | 'complete';
  /** The trigger that a bot gets when it has been in this state for too long; how long is told by `deadlines.ts`. */
  readonly timer?: Timer;
  /** The state that normally follows: a plain `Next` in the state machine. */
  readonly expected?: State;
}

const stateTable = {
  ready: {},
  scheduled: {
    timer: { trigger: 'stage_due' },
    expected: 'staged',
  },
  staged: {
    task: 'capture',
    timer: { trigger: 'failed', sub_type: 'capture_not_launched' },
    expected: 'joining',
  },
  joining: {
    task: 'capture',
    timer: { trigger: 'could_not_join', sub_type: 'unable_to_connect_to_meeting' },
    expected: 'joined_recording',
  },
  waiting_room: {
    task: 'capture',
    timer: { trigger: 'could_not_join', sub_type: 'waiting_room_timeout_exceeded' },
    expected: 'joined_recording',
  },
  joined_not_recording: {
    in_meeting: 'joined',
    task: 'capture',
    timer: { trigger: 'failed', sub_type: 'max_runtime_exceeded' },
    expected: 'joined_recording',
  },
  joined_recording: {
    in_meeting: 'joined',
    task: 'capture',
    recording: 'in_progress',
    timer: { trigger: 'failed', sub_type: 'max_runtime_exceeded' },
    expected: 'leaving',
  },
  joined_recording_paused: {
    in_meeting: 'joined',
    task: 'capture',
    recording: 'paused',
    timer: { trigger: 'failed', sub_type: 'max_runtime_exceeded' },
    expected: 'joined_recording',
  },
  joined_recording_permission_denied: {
    in_meeting: 'joined',
    task: 'capture',
    recording: 'paused',
    timer: { trigger: 'failed', sub_type: 'max_runtime_exceeded' },
    expected: 'leaving',
  },
  joining_breakout_room: {
    in_meeting: 'between_rooms',
    task: 'capture',
    timer: { trigger: 'failed', sub_type: 'ui_element_not_found' },
    expected: 'joined_recording',
  },
  leaving_breakout_room: {
    in_meeting: 'between_rooms',
    task: 'capture',
    timer: { trigger: 'failed', sub_type: 'ui_element_not_found' },
    expected: 'joined_recording',
  },
  leaving: {
    task: 'capture',
    timer: { trigger: 'left' },
    expected: 'post_processing',
  },
  post_processing: {
    task: 'finish',
    timer: { trigger: 'failed', sub_type: 'internal_error' },
    expected: 'ended',
  },
  ended: { final: true, recording: 'complete' },
  fatal_error: {
    final: true,
    task: 'finish',
    recording: 'complete',
  },
  data_deleted: { final: true, erased: true },
} as const satisfies Record<string, Row<string, { readonly trigger: string; readonly sub_type?: string }>>;

export type BotState = keyof typeof stateTable;
export const botStates = Object.keys(stateTable) as [BotState, ...BotState[]];

/** The states in which a bot is in a room of the meeting, and so can be held while it moves to another one. */
export type JoinedState = {
  [S in BotState]: (typeof stateTable)[S] extends { in_meeting: 'joined' } ? S : never;
}[BotState];

export const isJoined = (state: BotState): state is JoinedState =>
  'in_meeting' in stateTable[state] && stateTable[state].in_meeting === 'joined';

export const joinedStates = botStates.filter(isJoined);
const inMeeting = botStates.filter((state) => 'in_meeting' in stateTable[state]);
/** The states that are not final. */
export const liveStates = botStates.filter((state) => !('final' in stateTable[state]));
const beforeMeeting = ['joining', 'waiting_room'] as const;

interface TriggerRow<Event, SubType> {
  /** `new` is a bot that does not exist yet. */
  readonly from: readonly (BotState | 'new')[];
  /** `held` is the joined state that the bot was in before it moved between rooms. */
  readonly to: BotState | 'held';
  readonly event: Event;
  /** With these a life could go round in circles, for as long as a client, a host or an organizer likes: see `mostEvents`. */
  readonly circles?: true;
  readonly sub_types?: readonly SubType[];
  /** How a refusal names what was asked: "cannot leave: the bot is ended". */
  readonly verb: string;
  /** What to do instead where it is refused in a state. */
  readonly instead?: Partial<Record<BotState, string>>;
}

export const triggerTable = {
  schedule: { from: ['new'], to: 'scheduled', event: 'bot_created', verb: 'schedule' },
  join_now: { from: ['new'], to: 'joining', event: 'join_requested', verb: 'join' },
  stage_due: { from: ['scheduled'], to: 'staged', event: 'staged', verb: 'stage' },
  join_due: { from: ['staged'], to: 'joining', event: 'join_requested', verb: 'join' },
  unstage: { from: ['staged'], to: 'scheduled', event: 'rescheduled', circles: true, verb: 'be put off' },
  put_in_waiting_room: {
    from: ['joining'],
    to: 'waiting_room',
    event: 'put_in_waiting_room',
    verb: 'be put in the waiting room',
  },
  admitted: { from: beforeMeeting, to: 'joined_recording', event: 'joined_meeting', verb: 'be admitted' },
  admitted_without_permission: {
    from: beforeMeeting,
    to: 'joined_not_recording',
    event: 'joined_meeting',
    verb: 'be admitted',
  },
  permission_granted: {
    from: ['joined_not_recording', 'joined_recording_permission_denied'],
    to: 'joined_recording',
    event: 'recording_permission_granted',
    circles: true,
    verb: 'be granted the recording',
  },
  permission_denied: {
    from: ['joined_not_recording', 'joined_recording', 'joined_recording_paused'],
    to: 'joined_recording_permission_denied',
    event: 'recording_permission_denied',
    sub_types: ['host_denied_permission', 'request_timed_out', 'host_client_cannot_grant_permission'],
    verb: 'be denied the recording',
  },
  pause: {
    from: ['joined_recording'],
    to: 'joined_recording_paused',
    event: 'recording_paused',
    circles: true,
    verb: 'pause recording',
  },
  resume: {
    from: ['joined_recording_paused'],
    to: 'joined_recording',
    event: 'recording_resumed',
    verb: 'resume recording',
  },
  breakout_joining: {
    from: joinedStates,
    to: 'joining_breakout_room',
    event: 'began_joining_breakout_room',
    circles: true,
    verb: 'join a breakout room',
  },
  breakout_joined: {
    from: ['joining_breakout_room'],
    to: 'held',
    event: 'joined_breakout_room',
    verb: 'arrive in a breakout room',
  },
  breakout_leaving: {
    from: joinedStates,
    to: 'leaving_breakout_room',
    event: 'began_leaving_breakout_room',
    circles: true,
    verb: 'leave a breakout room',
  },
  breakout_left: {
    from: ['leaving_breakout_room'],
    to: 'held',
    event: 'left_breakout_room',
    verb: 'arrive from a breakout room',
  },
  leave: {
    from: ['staged', ...beforeMeeting, ...inMeeting],
    to: 'leaving',
    event: 'leave_requested',
    sub_types: [
      'user_requested',
      'auto_leave_silence',
      'auto_leave_only_participant_in_meeting',
      'auto_leave_max_uptime_exceeded',
      'event_cancelled',
    ],
    verb: 'leave',
    instead: { scheduled: 'delete it, and it does not join' },
  },
  left: { from: ['leaving'], to: 'post_processing', event: 'left_meeting', verb: 'have left' },
  meeting_ended: {
    from: [...beforeMeeting, ...inMeeting, 'leaving'],
    to: 'post_processing',
    event: 'meeting_ended',
    sub_types: ['ended_by_host', 'removed_from_meeting'],
    verb: 'see its meeting end',
  },
  could_not_join: {
    from: beforeMeeting,
    to: 'fatal_error',
    event: 'could_not_join_meeting',
    sub_types: [
      'request_to_join_denied',
      'waiting_room_timeout_exceeded',
      'meeting_not_found',
      'meeting_not_started_waiting_for_host',
      'login_required',
      'blocked_by_platform',
      'blocked_by_captcha',
      'passcode_required',
      'authorized_user_not_in_meeting_timeout_exceeded',
      'unable_to_connect_to_meeting',
      'meeting_full',
      'meeting_locked',
      'registration_required',
      'platform_not_supported',
      'oauth_app_not_configured',
      'unknown_page',
    ],
    verb: 'fail to join',
  },
  processed: { from: ['post_processing'], to: 'ended', event: 'post_processing_completed', verb: 'finish processing' },
  failed: {
    from: liveStates,
    to: 'fatal_error',
    event: 'fatal_error',
    sub_types: [
      'capture_not_launched',
      'capture_lost',
      'ui_element_not_found',
      'max_runtime_exceeded',
      'internal_error',
    ],
    verb: 'fail',
  },
  delete_data: { from: ['ended', 'fatal_error'], to: 'data_deleted', event: 'data_deleted', verb: 'delete data' },
} as const satisfies Record<string, TriggerRow<string, string>>;

export type BotTrigger = keyof typeof triggerTable;
export const botTriggers = Object.keys(triggerTable) as [BotTrigger, ...BotTrigger[]];
export type BotEventType = (typeof triggerTable)[BotTrigger]['event'];
type SubTypeOf<T extends BotTrigger> = (typeof triggerTable)[T] extends { sub_types: readonly (infer S)[] } ? S : never;
export type BotEventSubType = { [T in BotTrigger]: SubTypeOf<T> }[BotTrigger];

/** A trigger, with a sub type of its row where that has any. */
type Timer = {
  [T in BotTrigger]: { readonly trigger: T } & ([SubTypeOf<T>] extends [never]
    ? { readonly sub_type?: never }
    : { readonly sub_type: SubTypeOf<T> });
}[BotTrigger];
export type StateRow = Row<BotState, Timer>;

// The tables name each other's rows. So what they name is checked here, where the names of both are known.
const states: Readonly<Record<BotState, StateRow>> = stateTable;
const triggers: Readonly<Record<BotTrigger, TriggerRow<BotEventType, BotEventSubType>>> = triggerTable;

export const isFinal = (state: BotState): boolean => states[state].final === true;
export const isErased = (state: BotState): boolean => states[state].erased === true;
export const isInMeeting = (state: BotState): boolean => states[state].in_meeting !== undefined;
/** Whether the bot is on its way between rooms, and comes back to the joined state that it was in before. */
export const isBetweenRooms = (state: BotState): boolean => states[state].in_meeting === 'between_rooms';
/** What a capture task has to do for a bot in this state; undefined when it needs none. */
export const captureModeIn = (state: BotState): CaptureMode | undefined => states[state].task;
/** Whether somebody must be in the meeting for the bot, or on the way into it or out of it. */
export const needsCapture = (state: BotState): boolean => captureModeIn(state) === 'capture';
export const capturedStates = (): BotState[] => botStates.filter(needsCapture);
/** What entering the state does to the recording; undefined where it leaves it as it was. */
export const recordingOnEntry = (state: BotState): StateRow['recording'] => states[state].recording;
/** The state that normally follows; undefined after the last. */
export const expectedNext = (state: BotState): BotState | undefined => states[state].expected;

/** The states that a bot does not stay in for good, whatever happens. */
export type TimedState = { [S in BotState]: (typeof stateTable)[S] extends { timer: object } ? S : never }[BotState];
export const isTimed = (state: BotState): state is TimedState => states[state].timer !== undefined;

/** The trigger due when a bot has been in `state` past its deadline. */
export const timerOf = (state: BotState): { trigger: BotTrigger; sub_type: BotEventSubType | null } | undefined => {
  const { timer } = states[state];
  return timer && { trigger: timer.trigger, sub_type: timer.sub_type ?? null };
};

/** Whether the table allows the trigger in this state. */
export const isAllowed = (state: BotState | 'new', trigger: BotTrigger): boolean =>
  triggers[trigger].from.includes(state);

/**
 * After so many events a bot takes no trigger any more that could send its life round in circles, and goes on taking those that
 * bring it to its end: its events are kept in one item, DynamoDB's items hold 400 KB, and a full one could not be ended.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const mostEvents = 500;
/** Whether this could be repeated for ever: see `mostEvents`. */
export const isCircling = (trigger: BotTrigger): boolean => triggers[trigger].circles === true;
/**
 * Whether a bot that only goes on to its end does this no more, as its life would go round in circles by it. The way back from a
 * breakout room stays open: without a way in, it is taken once.
 */
export const isGivenUp = (trigger: BotTrigger, isInBreakoutRoom: boolean): boolean =>
  isCircling(trigger) && !(trigger === 'breakout_leaving' && isInBreakoutRoom);

/** Whether the bot can still be told how to be in its meeting: it is not on its way out, or beyond. */
export const takesSettings = (state: BotState): boolean => state === 'scheduled' || isAllowed(state, 'leave');

/** Says that a state does not allow a trigger, and what to do instead where there is something. */
export const refusalOf = (
  trigger: BotTrigger,
  state: BotState | 'new',
  who: 'bot' | 'app session',
): InvalidTransitionError => {
  const { verb, instead } = triggers[trigger];
  const todo = state === 'new' ? undefined : instead?.[state];
  return new InvalidTransitionError(verb, todo === undefined ? state : `${state}: ${todo}`, who);
};

/**
 * Where a trigger leads from a state, and the event it leaves behind.
 * `held` is the joined state to come back to from a move between rooms.
 * @throws InvalidTransitionError when the table has no such row; its message says what cannot be done and why.
 */
export const transition = (
  state: BotState | 'new',
  trigger: BotTrigger,
  held: JoinedState = 'joined_recording',
  who: 'bot' | 'app session' = 'bot',
): { target: BotState; event: BotEventType } => {
  const { from, to, event } = triggers[trigger];
  if (!from.includes(state)) throw refusalOf(trigger, state, who);
  return { target: to === 'held' ? held : to, event };
};

type List<T> = [T, ...T[]];
/** Every type, and every sub type, that an event can have. */
export const botEventTypes = [...new Set(botTriggers.map((trigger) => triggers[trigger].event))] as List<BotEventType>;
export const botEventSubTypes = [
  ...new Set(botTriggers.flatMap((trigger) => triggers[trigger].sub_types ?? [])),
] as List<BotEventSubType>;

/** Whether the trigger's event may carry this sub type: one of its row where it has any, else none. */
export const isSubTypeOf = (trigger: BotTrigger, subType: string | null): boolean => {
  const allowed: readonly string[] | undefined = triggers[trigger].sub_types;
  return allowed ? subType !== null && allowed.includes(subType) : subType === null;
};

/** Every legal step, `held` spelt out as the joined states it can stand for. */
export const transitions = (): { from: BotState | 'new'; trigger: BotTrigger; to: BotState }[] =>
  botTriggers.flatMap((trigger) =>
    triggers[trigger].from.flatMap((from) => {
      const { to } = triggers[trigger];
      return (to === 'held' ? joinedStates : [to]).map((target) => ({ from, trigger, to: target }));
    }),
  );

/** The states that some chain of triggers reaches from a new bot. */
export const reachableStates = (): BotState[] => {
  const targets = new Set(transitions().map(({ to }) => to));
  return botStates.filter((state) => targets.has(state));
};

/** The states that can directly follow a state, in the order of the table. */
export const successors = (state: BotState): BotState[] => {
  const targets = new Set(
    transitions()
      .filter(({ from }) => from === state)
      .map(({ to }) => to),
  );
  return botStates.filter((candidate) => targets.has(candidate));
};
