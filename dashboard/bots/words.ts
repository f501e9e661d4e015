/** Bots in words for people. */
import type { Bot, BotEvent, BotEventType, BotState } from '../../lib/client/generated.ts';
import { type OperatedHosts, platformsOn } from '../../lib/domain/meeting/known-platforms.ts';
import { platformNames } from '../../lib/domain/meeting/platform-names.ts';
import type { AnswerOf } from '../api/client.ts';
import type { Tone } from '../look/dot.tsx';
import { lengthOf } from './times.ts';

const states: Readonly<Record<BotState, readonly [word: string, tone: Tone]>> = {
  ready: ['Ready', 'coming'],
  scheduled: ['Scheduled', 'coming'],
  staged: ['About to join', 'coming'],
  joining: ['Joining', 'waiting'],
  waiting_room: ['In the waiting room', 'waiting'],
  joined_not_recording: ['In the meeting', 'waiting'],
  joined_recording: ['Recording', 'live'],
  joined_recording_paused: ['Paused', 'waiting'],
  joined_recording_permission_denied: ['May not record', 'failed'],
  joining_breakout_room: ['Entering a room', 'waiting'],
  leaving_breakout_room: ['Leaving a room', 'waiting'],
  leaving: ['Leaving', 'waiting'],
  post_processing: ['Finishing', 'waiting'],
  ended: ['Ended', 'done'],
  fatal_error: ['Failed', 'failed'],
  data_deleted: ['Data deleted', 'quiet'],
};

/** A state in a word. */
export const wordOf = (state: BotState): string => states[state][0];

const failures: readonly BotEventType[] = ['could_not_join_meeting', 'fatal_error'];

/** What kept a bot from its meeting, or broke it off, if anything did. */
export const failureOf = ({ events }: Pick<Bot, 'events'>): BotEvent | undefined =>
  events.find(({ type }) => failures.includes(type));

export const hasJoined = ({ events }: Pick<Bot, 'events'>): boolean =>
  events.some(({ type }) => type === 'joined_meeting');

const isKeptOut = (bot: Pick<Bot, 'state' | 'events'>): boolean =>
  ['ended', 'fatal_error'].includes(bot.state) && failureOf(bot)?.type === 'could_not_join_meeting';

/** A bot's state in a word; of one that is done without its meeting, that. */
export const stateOf = (bot: Pick<Bot, 'state' | 'events'>): readonly [word: string, tone: Tone] =>
  isKeptOut(bot) ? ['Did not get in', 'failed'] : states[bot.state];

const final: readonly BotState[] = ['ended', 'fatal_error', 'data_deleted'];
export const isFinal = ({ state }: Pick<Bot, 'state'>): boolean => final.includes(state);

const inMeeting: readonly BotState[] = [
  'joined_not_recording',
  'joined_recording',
  'joined_recording_paused',
  'joined_recording_permission_denied',
  'joining_breakout_room',
  'leaving_breakout_room',
];
export const isInMeeting = ({ state }: Pick<Bot, 'state'>): boolean => inMeeting.includes(state);

/** How long a bot was, or has been by now, in its meeting. */
export const lengthInMeeting = (bot: Pick<Bot, 'events' | 'state'>, now?: number): string => {
  const joined = bot.events.find(({ type }) => type === 'joined_meeting');
  const left = bot.events.find(({ type }) => ['left_meeting', 'meeting_ended', 'fatal_error'].includes(type));
  const until = left ? Date.parse(left.created_at) : now;
  return joined && until !== undefined ? lengthOf(until - Date.parse(joined.created_at)) : '';
};

/** Who made a bot: a person, or a program by the name of its key. */
export const makerOf = ({ made_by }: Pick<AnswerOf<'showBot'>, 'made_by'>): string => {
  if (!made_by) return '';
  return made_by.kind === 'person' ? made_by.name : `${made_by.name} (key)`;
};

/** Which platform a meeting is on, by its host. */
export const platformOf = (link: string, hosts: OperatedHosts): string => {
  const url = URL.parse(link);
  if (!url) return 'Meeting';
  const [platform] = platformsOn(url.host, hosts);
  return platform ? platformNames[platform].title.replace(/^./, (first) => first.toUpperCase()) : url.hostname;
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** A number as invitations write it: 812 3456 7890 of Zoom, groups of three elsewhere. */
const grouped = (digits: string): string =>
  /^\d{10,11}$/.test(digits)
    ? digits.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1 $2 $3')
    : digits.replace(/(\d{3})(?=\d)/g, '$1 ');

/** What tells one meeting of a platform from another, as people know it. */
export const meetingName = (link: string): string => {
  const url = URL.parse(link);
  if (!url) return link;
  // The long form of Teams names a thread that nobody has ever read.
  if (url.pathname.startsWith('/l/meetup-join/')) return 'Teams meeting';
  const last = decoded(url.pathname.split('/').filter(Boolean).at(-1) ?? url.host);
  return /^\d{9,}$/.test(last) ? grouped(last) : last;
};
