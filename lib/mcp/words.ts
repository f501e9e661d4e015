/** What the tools answer, in words that a model and a person can read. */
import type { Bot, BotEvent, Diagnostics } from '../client/generated.ts';

/** A length as h:mm:ss. */
export const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

/** After one of these a bot only comes home: why it does stays the reason. */
const endings: readonly BotEvent['type'][] = [
  'leave_requested',
  'meeting_ended',
  'could_not_join_meeting',
  'fatal_error',
];

/** A bot in a line, with the reason for which it is in its state. */
export const botLine = (bot: Pick<Bot, 'id' | 'bot_name' | 'state' | 'meeting_url' | 'join_at' | 'events'>): string => {
  const { id, bot_name, state, meeting_url, join_at, events } = bot;
  const why = (events.findLast(({ type }) => endings.includes(type)) ?? events.at(-1))?.sub_type;
  return `${id} (${bot_name}) is ${state}${why ? ` (${why})` : ''}: ${meeting_url}, join_at ${join_at}`;
};

/** All that is told of a bot. */
export const botWords = (bot: Bot): string =>
  [
    botLine(bot),
    `transcript: ${bot.transcription_state}, recording: ${bot.recording_state}`,
    ...(bot.warnings ?? []).map((warning) => `warning: ${warning}`),
    'what happened:',
    ...bot.events.map(({ created_at, type, sub_type }) => `  ${created_at} ${type}${sub_type ? ` (${sub_type})` : ''}`),
  ].join('\n');

export const diagnosticsWords = ({
  created_at,
  reason,
  page_state,
  advice,
  error,
  step,
  element,
  files,
}: Diagnostics): string =>
  [
    `${created_at}: ${reason}${page_state ? `, the page was ${page_state}` : ''}`,
    ...(advice ? [`what to do: ${advice}`] : []),
    ...(error ? [`error: ${error}`] : []),
    ...(step ? [`missing for "${step}": ${element ?? 'something'}`] : []),
    ...files.map(({ name, url }) => `${name}: ${url}`),
  ].join('\n');
