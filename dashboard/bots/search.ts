/** Which bots the list shows, as its address says. */
import type { BotState } from '../../lib/client/generated.ts';

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
}

/** What an address asks for; what it cannot mean is left out. */
export const searchOf = ({ show, meeting }: Record<string, unknown>): BotsSearch => ({
  ...(typeof show === 'string' && show !== 'all' && Object.hasOwn(shownStates, show) && { show: show as Shown }),
  ...(typeof meeting === 'string' && meeting !== '' && { meeting }),
});
