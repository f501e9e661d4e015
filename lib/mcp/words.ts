/** What the tools answer, in words that a model and a person can read. */
import type { Bot, Diagnostics } from '../client/generated.ts';

/** A length as h:mm:ss. */
export const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

/** A bot in a line. */
export const botLine = ({ id, bot_name, state, meeting_url, join_at, events }: Bot): string => {
  const why = events.findLast(({ sub_type }) => sub_type !== null)?.sub_type;
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
