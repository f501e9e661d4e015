import * as z from 'zod';
import { type CaptureLoad, captureLoads } from '../../domain/bot/capture-load.ts';
import { type Finding, look, well } from '../finding.ts';
import type { Check, World } from '../world.ts';

const Wanted = z.partialRecord(z.enum(captureLoads), z.int().positive());

const checkPool = async ({ warmTasks }: World, load: CaptureLoad, wanted: number): Promise<Finding> => {
  const about = 'warm tasks';
  const { all, ready } = await warmTasks(load);
  if (ready >= wanted) return well(about, `${ready} of ${wanted} for bots of ${load} are ready`);
  return look(
    about,
    `${ready} of ${wanted} for bots of ${load} are ready, ${all - ready} more are starting, or are lost`,
    'a task that was given a bot is replaced within two minutes: if fewer are ready for longer, the log of KeepWarm says why, and the log of the tasks',
  );
};

/** Whether as many tasks wait for bots as the operator wants. */
export const checkWarm: Check = async (world) => {
  const { WarmTasks } = world.outputs;
  if (WarmTasks === undefined) return [];
  const wanted = Object.entries(Wanted.parse(JSON.parse(WarmTasks))) as [CaptureLoad, number][];
  return Promise.all(wanted.map(([load, count]) => checkPool(world, load, count)));
};
