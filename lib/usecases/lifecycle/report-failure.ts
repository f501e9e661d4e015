import { captureNotLaunched } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createReportTrigger } from '../worker/report-trigger.ts';
import type { AdvanceBotPorts } from './advance-bot.ts';

/**
 * The execution itself could not go on, because of an error of this name. Its bot fails with it, unless it is over.
 * Answers the bot's state; undefined when the bot is gone.
 */
export const createReportFailure = (ports: AdvanceBotPorts) => {
  const report = createReportTrigger(ports);
  return (ref: BotRef, error?: string) =>
    report(ref, 'failed', error === captureNotLaunched ? 'capture_not_launched' : 'internal_error');
};
