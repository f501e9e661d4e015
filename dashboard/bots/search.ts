/** Which bots the list shows, as its address says. */
import { BotState, type ListBotsQuery } from '../../lib/client/generated.ts';

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
  /** One state of those that there are, rather than what people ask for. */
  readonly state?: BotState;
  /** A link to a meeting. */
  readonly meeting?: string;
  /** A deduplication key. */
  readonly key?: string;
  /** The first and the last day on which they join, as in 2026-11-23. */
  readonly from?: string;
  readonly until?: string;
}

/** Has the address say something else, by a step that one may take back unless it takes the place of the one before. */
export type Change = (change: { readonly [Part in keyof BotsSearch]: string }, replace?: boolean) => void;

/** Browsers read the 30th of February as a day in March. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const isShown = (value: unknown): value is Shown => typeof value === 'string' && Object.hasOwn(shownStates, value);
const isState = (value: unknown): value is BotState => typeof value === 'string' && Object.hasOwn(BotState, value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What an address asks for; what it cannot mean is left out. */
export const searchOf = ({ show, state, meeting, key, from, until }: Record<string, unknown>): BotsSearch => ({
  ...(isShown(show) && show !== 'all' && !isState(state) && { show }),
  ...(isState(state) && { state }),
  ...(isText(meeting) && { meeting }),
  ...(isText(key) && { key }),
  ...(isDay(from) && { from }),
  ...(isDay(until) && { until }),
});

/** When a day begins where somebody looks, or the one so many days later: at one o'clock where clocks are set at midnight. */
const beginningOf = (day: string, later = 0): number => {
  const at = new Date(`${day}T12:00:00`);
  at.setDate(at.getDate() + later);
  return at.setHours(0, 0, 0, 0);
};

/** The same as the API is asked for it. */
export const filterOf = ({ show = 'all', state, meeting, key, from, until }: BotsSearch): ListBotsQuery => {
  const states = state ? [state] : shownStates[show];
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
