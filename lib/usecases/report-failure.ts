import type { BotRef } from '../storage/keys.ts';
import type { AdvanceBotPorts } from './advance-bot.ts';
import { createReportTrigger } from './report-trigger.ts';

/** The execution itself could not go on: its bot has failed with `internal_error`, unless it is finished anyway. */
export const createReportFailure = (ports: AdvanceBotPorts) => {
  const report = createReportTrigger(ports);
  return (ref: BotRef) => report(ref, 'failed', 'internal_error');
};
