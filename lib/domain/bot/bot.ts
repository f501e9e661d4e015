/** A bot as it is stored, and what a trigger makes of it. */

import type { Maker } from '../access/maker.ts';
import { type BotStream, closed } from '../app-session/bot-stream.ts';
import type { FollowedEvent } from '../calendar/followed-event.ts';
import type { Recording } from '../captured/recording.ts';
import { InvalidTransitionError } from '../errors.ts';
import type { Platform } from '../meeting/known-platforms.ts';
import type { TranscriptionSettings } from '../transcription/transcription-settings.ts';
import {
  type BotEventSubType,
  type BotEventType,
  type BotState,
  type BotTrigger,
  isBetweenRooms,
  isCircling,
  isErased,
  isFinal,
  isGivenUp,
  isJoined,
  isSubTypeOf,
  type JoinedState,
  mostEvents,
  recordingOnEntry,
  transition,
  triggerTable,
} from './lifecycle.ts';
import type { MissingMedia } from './missing-media.ts';
import type { OutputVideo } from './output-video.ts';
import type {
  AutomaticLeaveSettings,
  BotChatMessage,
  CallbackSettings,
  ConfSettings,
  RecordingSettings,
  VoiceAgentSettings,
  WebhookSubscriptionItem,
  WebsocketSettings,
} from './settings.ts';

export const recordingStates = ['not_started', 'in_progress', 'complete', 'paused'] as const;
export const transcriptionStates = ['not_started', 'in_progress', 'complete'] as const;
export type RecordingState = (typeof recordingStates)[number];
export type TranscriptionState = (typeof transcriptionStates)[number];

/** Something that happened to a bot, and the state that the bot was in afterwards. The n-th event has the sequence n, from 1. */
export interface BotEvent {
  readonly type: BotEventType;
  readonly sub_type: BotEventSubType | null;
  readonly created_at: string;
  readonly state: BotState;
}

export interface Bot {
  readonly id: string;
  readonly project_id: string;
  readonly meeting_url: string;
  readonly platform: Platform;
  readonly bot_name: string;
  readonly state: BotState;
  readonly events: readonly BotEvent[];
  readonly transcription_state: TranscriptionState;
  readonly recording_state: RecordingState;
  readonly join_at: string;
  readonly deduplication_key: string | null;
  readonly metadata: Record<string, unknown>;
  readonly webhooks: readonly WebhookSubscriptionItem[];
  readonly recording_settings: RecordingSettings;
  readonly transcription_settings: TranscriptionSettings;
  /** A provider heard its meeting before captions were read there: what it was sent last may still become text. */
  readonly was_heard?: true;
  readonly automatic_leave_settings: AutomaticLeaveSettings;
  /** Where the media store has the picture for the bot's camera. */
  readonly bot_image?: string;
  readonly bot_chat_message?: BotChatMessage;
  readonly voice_agent_settings?: VoiceAgentSettings;
  readonly websocket_settings?: WebsocketSettings;
  /** The video that is being played into the meeting, or is about to be. */
  readonly output_video?: OutputVideo;
  /** What an app session is made of; bots that join meetings have none. */
  readonly stream?: BotStream;
  /** Counts the commands that the bot was given. */
  readonly commands_asked?: number;
  readonly conf_settings?: ConfSettings;
  readonly callback_settings?: CallbackSettings;
  /** The event of a calendar that the bot was created for, and whose changes it follows until it joins. */
  readonly follows?: FollowedEvent;
  /** The version at which `join_at` was last set: tells the execution of one appointment from that of another. */
  readonly schedule_version: number;
  /** As which participant its meeting shows the bot, or last did. */
  readonly participant_id?: string;
  /** The canonical link of that meeting, where the bot has come by another one. */
  readonly present_in?: string;
  /** `null`: the meeting is over and nothing was recorded. Absent: not known yet. */
  readonly recording?: Recording | null;
  /** Absent on bots of a time when it was not noted. */
  readonly made_by?: Maker;
  /** Oldest first. */
  readonly missing_media?: readonly MissingMedia[];
  /** Until when somebody looks at the bot: see `LivePicture`. */
  readonly watched_until?: string;
  /** The joined state to come back to from a move between rooms. */
  readonly held_state?: JoinedState;
  /** Counts the writes of this record; each write names the version that it replaces. */
  readonly version: number;
}

/** What a new bot is made from; everything else follows from the state table. */
export type NewBot = Omit<
  Bot,
  | 'state'
  | 'events'
  | 'transcription_state'
  | 'recording_state'
  | 'recording'
  | 'missing_media'
  | 'held_state'
  | 'watched_until'
  | 'output_video'
  | 'commands_asked'
  | 'schedule_version'
  | 'version'
>;

const eventOf = (type: BotEventType, subType: BotEventSubType | null, at: Date, state: BotState): BotEvent => ({
  type,
  sub_type: subType,
  created_at: at.toISOString(),
  state,
});

/** What its clients call it: what is kept of both is alike. */
export const calledOf = ({ stream }: Pick<Bot, 'stream'>): 'bot' | 'app session' => (stream ? 'app session' : 'bot');

/** A bot that comes to be by the trigger `schedule` or `join_now`. */
export const createBot = (details: NewBot, trigger: 'schedule' | 'join_now', at: Date): Bot => {
  const { target, event } = transition('new', trigger);
  return {
    ...details,
    state: target,
    events: [eventOf(event, null, at, target)],
    transcription_state: 'not_started',
    recording_state: 'not_started',
    schedule_version: 1,
    version: 1,
  };
};

const recordingStateAfter = (bot: Bot, target: BotState): RecordingState => {
  const effect = recordingOnEntry(target);
  if (effect !== 'complete') return effect ?? bot.recording_state;
  // Without a transcript it was never allowed to record.
  const hasNone = bot.recording_settings.format === 'none' || bot.transcription_state === 'not_started';
  return hasNone ? 'not_started' : effect;
};

const transcriptionStateAfter = (bot: Bot, target: BotState): TranscriptionState => {
  if (recordingOnEntry(target) === 'in_progress') return 'in_progress';
  return isFinal(target) && bot.transcription_state === 'in_progress' ? 'complete' : bot.transcription_state;
};

const checkSubType = (trigger: BotTrigger, subType: BotEventSubType | null): void => {
  if (!isSubTypeOf(trigger, subType)) throw new RangeError(`${trigger} has no sub type ${subType}`);
};

/** Whether the bot has come into a breakout room, and not left it. */
export const isInBreakoutRoom = ({ events }: Pick<Bot, 'events'>): boolean =>
  events.findLast(({ type }) => type === 'joined_breakout_room' || type === 'left_breakout_room')?.type ===
  'joined_breakout_room';

/** Whether so much has happened to the bot that it does not do this any more, whatever its state. */
export const isTooLate = (trigger: BotTrigger, bot: Pick<Bot, 'events'>): boolean =>
  sequenceOf(bot) >= mostEvents && isGivenUp(trigger, isInBreakoutRoom(bot));

const tooLate = (trigger: BotTrigger, bot: Bot): InvalidTransitionError =>
  new InvalidTransitionError(
    triggerTable[trigger].verb,
    `${bot.state}, and after ${mostEvents} events it only goes on to its end`,
    calledOf(bot),
  );

/**
 * The bot after a trigger, with the event that it left behind.
 * @throws InvalidTransitionError when the table does not allow the trigger in the bot's state, or too much has happened to it
 * @throws RangeError when the trigger's row does not know the sub type: a fault in our own code
 */
export const applyTrigger = (bot: Bot, trigger: BotTrigger, subType: BotEventSubType | null, at: Date): Bot => {
  const { target, event } = transition(bot.state, trigger, bot.held_state, calledOf(bot));
  if (isTooLate(trigger, bot)) throw tooLate(trigger, bot);
  checkSubType(trigger, subType);
  const { recording, ...kept } = bot;
  // Of what the meeting was like nothing is left.
  const { missing_media, participant_id, present_in, ...erased } = kept;
  return {
    ...(isErased(target) ? erased : kept),
    ...(kept.stream && isFinal(target) && { stream: closed(kept.stream) }),
    ...(isBetweenRooms(target) && isJoined(bot.state) && { held_state: bot.state }),
    ...(recording !== undefined && { recording: isErased(target) ? null : recording }),
    state: target,
    events: [...bot.events, eventOf(event, subType, at, target)],
    recording_state: recordingStateAfter(bot, target),
    transcription_state: transcriptionStateAfter(bot, target),
    version: bot.version + 1,
  };
};

/** What a trigger changes in every bot that is in one of these states: one more event, and the state of that event. */
export interface Step {
  readonly from: readonly BotState[];
  readonly event: BotEvent;
}

/**
 * What a trigger changes in a bot, known without reading the bot; undefined when that depends on more than its state.
 * @throws RangeError when the trigger's row does not know the sub type: a fault in our own code
 */
export const stepOf = (trigger: BotTrigger, subType: BotEventSubType | null, at: Date): Step | undefined => {
  const { from, to, event } = triggerTable[trigger];
  checkSubType(trigger, subType);
  const states = from.filter((state) => state !== 'new');
  if (to === 'held' || isCircling(trigger) || states.length === 0) return undefined;
  if (isFinal(to) || isBetweenRooms(to) || recordingOnEntry(to)) return undefined;
  return { from: states, event: eventOf(event, subType, at, to) };
};

/** The bot with another `join_at`. One that is staged goes back to being scheduled. */
export const reschedule = (bot: Bot, join_at: string, at: Date): Bot => {
  const scheduled =
    bot.state === 'scheduled' ? { ...bot, version: bot.version + 1 } : applyTrigger(bot, 'unstage', null, at);
  return { ...scheduled, join_at: new Date(join_at).toISOString(), schedule_version: scheduled.version };
};

/** The event by which the bot was scheduled last, with its sequence; undefined for one that was told to join at once. */
export const appointmentOf = ({
  events,
}: Pick<Bot, 'events'>): { sequence: number; created_at: string } | undefined => {
  const index = events.findLastIndex(({ state }) => state === 'scheduled');
  const event = events[index];
  return event && { sequence: index + 1, created_at: event.created_at };
};

/** How many things have happened to a bot: the sequence of its newest event. */
export const sequenceOf = (bot: Pick<Bot, 'events'>): number => bot.events.length;

/** Whether segments may be left of which no recording was made yet. */
export const hasUnfinishedRecording = (bot: Pick<Bot, 'events' | 'recording_settings' | 'recording'>): boolean =>
  hasJoined(bot) && bot.recording_settings.format !== 'none' && bot.recording === undefined;

/** Whether the bot has been in its meeting at some time. */
export const hasJoined = (bot: { readonly events: readonly Pick<BotEvent, 'type'>[] }): boolean =>
  bot.events.some(({ type }) => type === 'joined_meeting');
