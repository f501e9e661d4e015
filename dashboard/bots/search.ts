/** Which bots the list shows, as its address says. */
import type { BotState, ListBotsQuery } from '../../lib/client/generated.ts';

/** What people ask for, and the states that it stands for. */
export const shownStates = {
  all: undefined,
  live: [
    ...['joining', 'waiting_room', 'joined_not_recording', 'joined_recording', 'joined_recording_paused'],
    ...['joined_recording_permission_denied', 'joining_breakout_room', 'leaving_breakout_room'],
    ...['leaving', 'post_processing'],
  ] as BotState[],
  coming: ['ready', 'scheduled', 'staged'],
  ended: ['ended', 'data_deleted'],
  failed: ['fatal_error'],
} as const satisfies Record<string, readonly BotState[] | undefined>;
export type Shown = keyof typeof shownStates;

export interface BotsSearch {
  readonly show?: Shown;
  /** A link to a meeting. */
  readonly meeting?: string;
  /** A deduplication key. */
  readonly key?: string;
  /** The first and the last day on which they join, as in 2026-11-23. */
  readonly from?: string;
  readonly until?: string;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What an address asks for; what it cannot mean is left out. */
export const searchOf = ({ show, meeting, key, from, until }: Record<string, unknown>): BotsSearch => ({
  ...(typeof show === 'string' && show !== 'all' && Object.hasOwn(shownStates, show) && { show: show as Shown }),
  ...(isText(meeting) && { meeting }),
  ...(isText(key) && { key }),
  ...(isDay(from) && { from }),
  ...(isDay(until) && { until }),
});

/** When a day begins where somebody looks, or the one so many days later. */
const beginningOf = (day: string, later = 0): number => {
  const at = new Date(`${day}T00:00:00`);
  return at.setDate(at.getDate() + later);
};

/** The same as the API is asked for it. */
export const filterOf = ({ show = 'all', meeting, key, from, until }: BotsSearch): ListBotsQuery => {
  const states = shownStates[show];
  return {
    ...(states && { states: [...states] }),
    ...(meeting && { meeting_url: meeting }),
    ...(key && { deduplication_key: key }),
    // Those that join at that very moment are not after it.
    ...(from && { join_at_after: new Date(beginningOf(from) - 1).toISOString() }),
    ...(until && { join_at_before: new Date(beginningOf(until, 1)).toISOString() }),
  };
};

/** By what the API orders them: by when they join where days are asked for, and nothing of which there are few. */
export const isByJoinAt = ({ meeting, key, from, until }: BotsSearch): boolean =>
  Boolean((from || until) && !meeting && !key);
