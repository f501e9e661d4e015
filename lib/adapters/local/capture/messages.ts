/** What the service of one machine and its capture workers say to each other, by the channel between parent and child. */
import * as z from 'zod';

/** To a worker, once: what it is for, as its environment would tell it. */
export const WorkerOrder = z.object({ order: z.record(z.string(), z.string()) });
export type WorkerOrder = z.infer<typeof WorkerOrder>;

/**
 * From a worker: `alive` every second, as its event loop turns; `arrived` when the page of its meeting is open, which is
 * the most costly part of its start; `warned` when it is to be relieved and waits for a successor; `through` when its browser is closed, and only the recording and the transcript are
 * left to be finished.
 */
export const workerSigns = ['alive', 'arrived', 'warned', 'through'] as const;
export type WorkerSign = (typeof workerSigns)[number];
export const WorkerMessage = z.object({ sign: z.enum(workerSigns) });
export type WorkerMessage = z.infer<typeof WorkerMessage>;

export const signEveryMs = 1_000;
