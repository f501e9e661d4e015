/** By which row of a platform's table a page is known, as sessions are told, clients, and whoever reads diagnostics. */
import * as z from 'zod';
import { adviceKeys } from './advice.ts';

const Short = z.string().overwrite((text) => text.slice(0, 64));

/** A sign by which a page was recognised: words (T), structure (S), address (U), wire (N), what the bot did (H); and its entry in the table. */
export const SignView = z.object({ class: z.enum(['T', 'S', 'U', 'N', 'H']), entry: Short });
export type SignView = z.infer<typeof SignView>;

/** What a state means to a bot beyond its phase. */
export const PageMarks = z.object({
  /** The lobby of a meeting that has not begun: the bot waits for both, the longer of the two times. */
  is_lobby: z.literal(true).exactOptional(),
  /** It is shown of a meeting that has not begun and of one that there is not: who waits in vain had the second. */
  or_not_found: z.literal(true).exactOptional(),
  /** Another client has come in as the bot, whose place is that one's now: its next worker, where one is to come, or itself. */
  same_identity: z.literal(true).exactOptional(),
  /** Others have lost their connection too, as it seems, and come back only as they see so: the bot may be the first. */
  lost_by_all: z.literal(true).exactOptional(),
  /** Everybody was put out of the meeting, and is let in again once somebody is back by whom it goes on. */
  emptied: z.literal(true).exactOptional(),
  /** The maker's own source proves that nobody is in a meeting that shows it: one that a bot was in has ended, if nobody comes back. */
  nobody_inside: z.literal(true).exactOptional(),
  /** It counts those whose connections were lost a moment ago too: a bot that was inside may be refused for its own ghost. */
  counts_ghosts: z.literal(true).exactOptional(),
});
export type PageMarks = Readonly<z.infer<typeof PageMarks>>;

export const PageState = z.object({
  /** The row and its name, as in `M12_denied`. */
  page_state: Short,
  evidence: z.array(SignView).max(20),
  /** What lies over the page, by its rows. */
  overlays: z.array(Short).max(20),
  /** What an operator or a host can do about it. */
  advice: z.enum(adviceKeys).exactOptional(),
  /** How often to ask anew while this lasts. */
  again_after_ms: z.int().nonnegative().exactOptional(),
  /** How many times at most: of a failure, and of a wait that is over by being asked anew or is none. */
  again_times: z.int().nonnegative().exactOptional(),
  ...PageMarks.shape,
});
export type PageState = z.infer<typeof PageState>;
