/** What this machine can tell ahead of time of the bots of its data folder. */
import type { CaptureOutlook } from '../../ports/capture-outlook.ts';
import { systemClock } from '../../ports/clock.ts';
import { botLists } from '../../storage/bots/bot-lists.ts';
import { projectRepository } from '../../storage/projects.ts';
import { createCaptureOutlook } from './capture/outlook.ts';
import { captureHostOf } from './capture-launcher.ts';
import { openDatabase } from './database.ts';
import { captureRoom, dataFolder } from './environment.ts';
import { sqliteTable } from './table.ts';

const openNow = (): CaptureOutlook => {
  const database = openDatabase(dataFolder());
  const table = sqliteTable(database);
  return createCaptureOutlook({
    host: captureHostOf(database),
    bots: botLists(table),
    projects: projectRepository(table),
    clock: systemClock,
  });
};

/** The outlook of this process's data folder; where nobody has said for how many bots there is room, there is nothing to tell. */
export const openCaptureOutlook = (): CaptureOutlook =>
  captureRoom().places === undefined ? { warningsOf: async () => [] } : openNow();
