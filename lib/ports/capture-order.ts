/** The order of a capture task, and how its worker is told by its environment; the event of its end tells the same. */
import * as z from 'zod';
import { captureLoads } from '../domain/bot/capture-load.ts';
import { captureModes } from '../domain/bot/capture-task.ts';
import { urgencies } from '../domain/bot/launch-shares.ts';
import type { WarmPlace } from '../domain/bot/warm-task.ts';

export const CaptureOrder = z.object({
  project_id: z.string(),
  bot_id: z.string(),
  attempt: z.coerce.number().int().positive(),
  mode: z.enum(captureModes),
});
export type CaptureOrder = Readonly<z.infer<typeof CaptureOrder>>;

/**
 * An order with what its launch depends on: when its bot is to join and whether somebody waits for it now (where there is no
 * room for all), and what it takes of a machine. What comes after `join_at` is absent from orders of earlier releases.
 */
export const DatedOrder = CaptureOrder.extend({
  join_at: z.string(),
  /** Not the first of its bot, but the first for its appointment: it takes the place of none that was lost. */
  is_anew: z.literal(true).exactOptional(),
  /** There was no room for a task that may be interrupted: this one is not. */
  is_uninterrupted: z.literal(true).exactOptional(),
  urgency: z.enum(urgencies).exactOptional(),
  load: z.enum(captureLoads).exactOptional(),
});
export type DatedOrder = Readonly<z.infer<typeof DatedOrder>>;

/** How a worker is told that its task will be ended though its bot may need it. */
export interface EndWarning {
  readonly signal: NodeJS.Signals;
  /** So long it may wait for a successor to take over. Infinity: it is not ended before one has. */
  readonly within_ms: number;
}

/** The variables that hold an order. */
export const printOrder = ({ project_id, bot_id, attempt, mode }: CaptureOrder): Record<string, string> => ({
  PROJECT_ID: project_id,
  BOT_ID: bot_id,
  ATTEMPT: String(attempt),
  MODE: mode,
});

/** @throws ZodError that names what is missing of an order */
export const parseOrder = (variables: Readonly<Record<string, string | undefined>>): CaptureOrder =>
  CaptureOrder.parse({
    project_id: variables.PROJECT_ID,
    bot_id: variables.BOT_ID,
    attempt: variables.ATTEMPT,
    mode: variables.MODE,
  });

/** The variables of a task that has no order yet: where it will find one. */
export const printPlace = ({ load, id }: WarmPlace): Record<string, string> => ({ WARM_LOAD: load, WARM_ID: id });

const Place = z.object({ WARM_LOAD: z.enum(captureLoads), WARM_ID: z.string().min(1) });

/** Where a task finds its order that was started without one; undefined for one that has it. @throws ZodError */
export const placeIn = (variables: Readonly<Record<string, string | undefined>>): WarmPlace | undefined => {
  if (variables.WARM_ID === undefined) return undefined;
  const { WARM_LOAD: load, WARM_ID: id } = Place.parse(variables);
  return { load, id };
};
